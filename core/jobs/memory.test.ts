import { expect, test } from "bun:test";
import { residentMb, residentMbByPs } from "./memory.ts";

// Beyond any process id there can be.
const nobody = 2 ** 30;

test.if(process.platform === "linux")("the kernel and ps tell of the same memory", async () => {
  const byKernel = residentMb(process.pid)!;
  const byPs = (await residentMbByPs(process.pid))!;
  expect(byKernel / byPs).toBeWithin(0.5, 2);
});

test("a process that is gone has no memory", async () => {
  expect(residentMb(nobody)).toBeUndefined();
  expect(await residentMbByPs(nobody)).toBeUndefined();
});
