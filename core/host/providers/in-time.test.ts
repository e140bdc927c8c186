import { expect, test } from "bun:test";
import { inTime } from "./provide.ts";

const signal = new AbortController().signal;

test("work that finishes in time returns its result, and isn't aborted", async () => {
  let aborted: AbortSignal | undefined;
  const work = (end: AbortSignal) => {
    aborted = end;
    return "done";
  };
  expect(await inTime(work, { timeoutMs: 5, signal, who: "a" })).toBe("done");
  await Bun.sleep(20);
  expect(aborted?.aborted).toBe(false);
});

test("work that fails immediately leaves nothing behind", async () => {
  const unhandled: unknown[] = [];
  const recordRejection = (reason: unknown) => unhandled.push(reason);
  process.on("unhandledRejection", recordRejection);
  const work = () => {
    throw new TypeError("No");
  };
  await expect(inTime(work, { timeoutMs: 5, signal, who: "a" })).rejects.toThrow("No");
  await Bun.sleep(20);
  process.off("unhandledRejection", recordRejection);
  expect(unhandled).toEqual([]);
});

test.each([
  ["takes too long", 5, undefined],
  ["has no caller left", 60_000, new AbortController()],
])("work that %s is aborted", async (_, timeoutMs, caller) => {
  let aborted: AbortSignal | undefined;
  const work = (end: AbortSignal) => {
    aborted = end;
    return new Promise<never>(() => {});
  };
  const waiting = inTime(work, { timeoutMs, signal: caller?.signal ?? signal, who: "a" });
  caller?.abort();
  await expect(waiting).rejects.toMatchObject({ code: "upstream_timeout" });
  expect(aborted?.aborted).toBe(true);
});
