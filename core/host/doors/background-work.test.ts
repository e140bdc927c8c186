import { expect, test } from "bun:test";
import { quietLog } from "../../platform/log/log.ts";
import { BackgroundWork } from "./background-work.ts";

test("what goes on behind answers is waited for, and so is what comes of it", async () => {
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

test("work that fails is logged, and holds nobody up", async () => {
  const logged: unknown[] = [];
  const unfinished = new BackgroundWork({
    ...quietLog,
    error: (...said) => void logged.push(said),
  });
  unfinished.add(Promise.reject(new Error("No room")));
  await unfinished.done();
  expect(logged).toEqual([["Background work failed", { cause: new Error("No room") }]]);
});
