import { describe, expect, test } from "bun:test";
import { residentMb, residentMbByPs } from "../../platform/sandbox/memory.ts";
import { isMissing } from "../../testing/missing.ts";

// Larger than any process ID.
const nobody = 2 ** 30;

const own = () => process.memoryUsage.rss() / 2 ** 20;

test.if(process.platform === "linux")("the kernel reports a process's memory", () => {
  expect((residentMb(process.pid) ?? 0) / own()).toBeWithin(0.5, 2);
  expect(residentMb(nobody)).toBeUndefined();
});

// Linux may lack it, because the hub doesn't use it there.
describe.skipIf(isMissing("ps", { from: "procps" }))("ps", () => {
  test("reports the same memory", async () => {
    expect(((await residentMbByPs(process.pid)) ?? 0) / own()).toBeWithin(0.5, 2);
  });

  test("reports no memory for a process that has ended", async () => {
    expect(await residentMbByPs(nobody)).toBeUndefined();
  });
});
