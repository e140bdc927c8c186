import { expect, test } from "bun:test";
import type { Kv } from "../doors.ts";
import { consumeClick } from "./click-limit.ts";
import type { Link } from "./link.ts";

const link = { code: "sale", max_clicks: 10, used_before: 3, owner: "account_1" } as Link;

function store(used: number) {
  const state = { used, writes: 0 };
  const kv = {
    get: async () => state.used,
    increment: async (_key: string, by: number) => {
      state.writes++;
      state.used += by;
      return state.used;
    },
  };
  return { state, kv: kv as unknown as Kv };
}

async function countGranted(kv: Kv, visitors: number): Promise<number> {
  const visits = Array.from({ length: visitors }, () => consumeClick(link, kv));
  const settled = await Promise.allSettled(visits);
  return settled.filter(({ status }) => status === "fulfilled").length;
}

test("one write counts simultaneous visitors", async () => {
  const { kv, state } = store(3);
  expect(await countGranted(kv, 8)).toBe(8);
  expect(state).toEqual({ used: 11, writes: 1 });
});

test("the last clicks go to the first visitors, and the counter ends at the limit", async () => {
  const { kv, state } = store(11);
  expect(await countGranted(kv, 8)).toBe(2);
  expect(state.used).toBe(13);
  expect(await countGranted(kv, 8)).toBe(0);
  expect(state).toEqual({ used: 13, writes: 2 });
});

test("a visitor of another process that takes the last click at the same time gets it once", async () => {
  const { kv, state } = store(12);
  const other = { ...kv } as Kv;
  const granted = await Promise.all([countGranted(kv, 3), countGranted(other, 3)]);
  expect(granted.toSorted()).toEqual([0, 1]);
  expect(state.used).toBe(13);
});

test("a store that fails fails all visitors of the batch", async () => {
  const failing = { get: async () => Promise.reject(new Error("The disk is full")) };
  const kv = failing as unknown as Kv;
  const visits = await Promise.allSettled([consumeClick(link, kv), consumeClick(link, kv)]);
  expect(visits.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
});
