import { expect, test } from "bun:test";
import { quietLog } from "../../platform/log/log.ts";
import { BackgroundWork } from "./background-work.ts";

test("background work is waited for, including the work that it starts", async () => {
  const unfinished = new BackgroundWork(quietLog);
  const done: string[] = [];
  const first = Bun.sleep(1).then(() => {
    done.push("first");
    unfinished.add(Bun.sleep(1).then(() => void done.push("second")));
  });
  unfinished.add(first);
  await unfinished.done();
  expect(done).toEqual(["first", "second"]);
});

test("failed background work is logged, and doesn't delay the shutdown", async () => {
  const logged: unknown[] = [];
  const unfinished = new BackgroundWork({
    ...quietLog,
    error: (...said) => void logged.push(said),
  });
  unfinished.add(Promise.reject(new Error("No room")));
  await unfinished.done();
  expect(logged).toEqual([["Background work failed", { cause: new Error("No room") }]]);
});
