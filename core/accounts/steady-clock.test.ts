import { expect, test } from "bun:test";
import { SteadyClock } from "./steady-clock.ts";

function clock(notBefore = 0) {
  const outside = { wall: 1_000_000, elapsed: 0 };
  const steady = new SteadyClock({
    wall: () => outside.wall,
    elapsed: () => outside.elapsed,
    notBefore,
  });
  return { outside, steady };
}

test("follows the wall clock forward", () => {
  const { outside, steady } = clock();
  outside.wall += 5000;
  expect(steady.now()).toBe(1_005_000);
});

test("advances by itself while the wall clock is behind", () => {
  const { outside, steady } = clock();
  outside.wall -= 3_600_000;
  outside.elapsed += 250;
  expect(steady.now()).toBe(1_000_250);
  outside.wall = 1_000_400;
  // Within a millisecond the wall clock isn't read again.
  outside.elapsed += 0.9;
  expect(steady.now()).toBe(1_000_250);
  outside.elapsed += 0.1;
  expect(steady.now()).toBe(1_000_400);
});

test("never starts before the time that was saved before a restart", () => {
  const { outside, steady } = clock(2_000_000);
  expect(steady.now()).toBe(2_000_000);
  outside.elapsed += 10;
  expect(steady.now()).toBe(2_000_010);
});
