import { expect, spyOn, test } from "bun:test";
import { Unfinished } from "./unfinished.ts";

test("what goes on behind answers is waited for, and so is what comes of it", async () => {
  const unfinished = new Unfinished();
  const done: string[] = [];
  const second = Bun.sleep(2).then(() => void done.push("second"));
  const first = Bun.sleep(1).then(() => {
    done.push("first");
    unfinished.add(second);
  });
  unfinished.add(first);
  await unfinished.done();
  expect(done).toEqual(["first", "second"]);
});

test("work that fails is logged, and holds nobody up", async () => {
  const logged = spyOn(console, "error").mockImplementation(() => {});
  const unfinished = new Unfinished();
  unfinished.add(Promise.reject(new Error("No room")));
  await unfinished.done();
  expect(logged.mock.calls).toEqual([["Work behind an answer failed:", new Error("No room")]]);
  logged.mockRestore();
});
