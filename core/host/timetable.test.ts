import { expect, test } from "bun:test";
import { keepTimetable } from "./timetable.ts";

test("what is done by the clock is done no more when it was told to stop", async () => {
  let count = 0;
  const done = Promise.withResolvers<void>();
  const stop = keepTimetable({
    // Each second.
    "* * * * * *": [
      () => {
        count++;
        done.resolve();
      },
    ],
  });
  await done.promise;
  stop();
  const before = count;
  await Bun.sleep(1100);
  expect([before, count]).toEqual([1, 1]);
});
