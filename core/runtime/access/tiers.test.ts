import { expect, test } from "bun:test";
import { type Tier, tiersOf } from "./tiers.ts";

const none = Number.POSITIVE_INFINITY;
const tierOf = (tiers: string, name: string) =>
  tiersOf({ tiers }).find((tier) => tier.name === name);

test("a hub that is told nothing has three tiers", () => {
  expect(tiersOf({})).toEqual([
    { name: "free", perMinute: 10, perDay: 100, soft: false },
    { name: "pro", perMinute: 120, perDay: 10_000, soft: false },
    { name: "enterprise", perMinute: 600, perDay: 1_000_000, soft: true },
  ]);
});

test("an operator changes some and adds others", () => {
  const tiers = tiersOf({ tiers: "free=20/500,gold=unlimited/50,,pro=1/unlimited" });
  expect(tiers.map(({ name, perMinute, perDay }) => [name, perMinute, perDay])).toEqual([
    ["free", 20, 500],
    ["pro", 1, none],
    ["enterprise", 600, 1_000_000],
    ["gold", none, 50],
  ]);
});

test("the enterprise day is soft unless the operator says otherwise, and no other day is", () => {
  const softOf = (tiers: Tier[]) => tiers.filter(({ soft }) => soft).map(({ name }) => name);
  expect(softOf(tiersOf({ tiers: "enterprise=1/2,gold=1/1" }))).toEqual(["enterprise"]);
  expect(softOf(tiersOf({ enterpriseDaily: "hard" }))).toEqual([]);
});

test("a limit is a whole number from 1 up to what is counted", () => {
  expect(tierOf("a=1/1", "a")).toStrictEqual({ name: "a", perMinute: 1, perDay: 1, soft: false });
  expect(tierOf("a=1000000/1000000000000", "a")).toMatchObject({ perMinute: 1e6, perDay: 1e12 });
  for (const wrong of [
    "0/1",
    "1/0",
    "1000001/1",
    "1/1000000000001",
    "1.5/1",
    "x/1",
    "1",
    "",
    "1/1/1",
    "/",
  ])
    expect(() => tiersOf({ tiers: `pro=9/9,a=${wrong}` })).toThrow(
      `Cannot read the tier "a=${wrong}" of HUB_TIERS: it must be name=perMinute/perDay, up to 1000000/1000000000000, or "unlimited" for either`,
    );
});
