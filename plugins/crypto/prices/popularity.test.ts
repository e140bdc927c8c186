import { expect, test } from "bun:test";
import { countRequest, mostAsked } from "./popularity.ts";

const hour = 3_600_000;

function openDoors() {
  const state = { now: 0 };
  return { state, doors: { kv: {}, clock: () => state.now } as never };
}

test("coins are ordered by their requests, whose count halves in six hours", () => {
  const { state, doors } = openDoors();
  for (const id of ["old", "old", "old", "once"]) countRequest(id, doors);
  expect(mostAsked(doors)).toEqual(["old", "once"]);
  state.now = 6 * hour;
  countRequest("new", doors);
  // Three requests count as one and a half.
  expect(mostAsked(doors)).toEqual(["old", "new", "once"]);
  countRequest("new", doors);
  expect(mostAsked(doors)).toEqual(["new", "old", "once"]);
});

test("requests of one hub don't count in another", () => {
  countRequest("a", openDoors().doors);
  expect(mostAsked(openDoors().doors)).toEqual([]);
});

test("the least recently requested coin is forgotten after two thousand others", () => {
  const { doors } = openDoors();
  for (let at = 0; at < 2000; at++) countRequest(`${at}`, doors);
  countRequest("0", doors);
  expect(mostAsked(doors)).toHaveLength(2000);
  countRequest("another", doors);
  const asked = mostAsked(doors);
  expect([asked.length, asked[0], asked.includes("1"), asked.includes("2")]).toEqual([
    ...[2000, "0", false, true],
  ]);
});
