import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { loadTiers, type Tier } from "./tiers.ts";

const none = Number.POSITIVE_INFINITY;
const findTier = (tiers: string, name: string) =>
  loadTiers({ tiers }).find((tier) => tier.name === name);

test("the default configuration has three tiers", () => {
  expect(loadTiers({})).toEqual([
    { name: "free", isPaid: false, perMinute: 10, perDay: 100, soft: false },
    { name: "pro", isPaid: true, perMinute: 120, perDay: 10_000, soft: false },
    { name: "enterprise", isPaid: true, perMinute: 600, perDay: 1_000_000, soft: true },
  ]);
});

test("settings change some tiers and add others", () => {
  const tiers = loadTiers({ tiers: "free=20/500,gold=unlimited/50,,pro=1/unlimited" });
  expect(tiers.map(({ name, perMinute, perDay }) => [name, perMinute, perDay])).toEqual([
    ["free", 20, 500],
    ["pro", 1, none],
    ["enterprise", 600, 1_000_000],
    ["gold", none, 50],
  ]);
});

test("only the enterprise tier has a soft daily quota by default", () => {
  const listSoftTiers = (tiers: Tier[]) => tiers.filter(({ soft }) => soft).map(({ name }) => name);
  expect(listSoftTiers(loadTiers({ tiers: "enterprise=1/2,gold=1/1" }))).toEqual(["enterprise"]);
  expect(listSoftTiers(loadTiers({ enterpriseDaily: "hard" }))).toEqual([]);
});

test("a limit must be a whole number from 1 to the maximum", () => {
  expect(findTier("a=1/1", "a")).toStrictEqual({
    name: "a",
    isPaid: true,
    perMinute: 1,
    perDay: 1,
    soft: false,
  });
  expect(findTier("a=1000000/1000000000000", "a")).toMatchObject({ perMinute: 1e6, perDay: 1e12 });
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
    expect(() => loadTiers({ tiers: `pro=9/9,a=${wrong}` })).toThrow(
      `Cannot read the tier "a=${wrong}" of HUB_TIERS: it must be name=perMinute/perDay, up to 1000000/1000000000000, or "unlimited" for either`,
    );
});

describe("a file of tiers", () => {
  const dir = mkdtempSync(`${tmpdir()}/utilhub-tiers-`);
  afterAll(() => rmSync(dir, { recursive: true }));
  const file = `${dir}/tiers.json`;
  const read = (text: unknown) => {
    writeFileSync(file, typeof text === "string" ? text : JSON.stringify(text));
    return loadTiers({ file });
  };
  const basic = { name: "basic", per_minute: 5, per_day: 50 };

  test("replaces all tiers, with a price and a description; sign-ups get the first", () => {
    const gold = { name: "gold", per_minute: "unlimited", per_day: 1000, price: "9 € a month" };
    const team = { ...basic, name: "team", paid: false, soft: true, description: "For schools." };
    expect(read({ tiers: [basic, gold, team] })).toEqual([
      { name: "basic", isPaid: false, perMinute: 5, perDay: 50, soft: false },
      {
        name: "gold",
        isPaid: true,
        perMinute: none,
        perDay: 1000,
        soft: false,
        price: "9 € a month",
      },
      {
        ...{ name: "team", isPaid: false, perMinute: 5, perDay: 50, soft: true },
        description: "For schools.",
      },
    ]);
  });

  test.each([
    ["[]", "/ is wrong: Expected object"],
    ["{", "JSON Parse error"],
    [{ tiers: [] }, "/tiers is wrong"],
    [{ tiers: [{ ...basic, per_day: 0 }] }, "/tiers/0/per_day is wrong"],
    [{ tiers: [{ ...basic, name: "a b" }] }, "/tiers/0/name is wrong"],
    [{ tiers: [{ ...basic, limit: 1 }] }, "/tiers/0/limit is wrong: Unexpected property"],
    [{ tiers: [basic, basic] }, 'it has the tier "basic" twice'],
  ])("%j is rejected with the reason", (text, reason) => {
    expect(() => read(text)).toThrow(
      `Cannot read the tiers in HUB_TIERS_FILE "${file}": ${reason}`,
    );
  });

  test("cannot be combined with other settings", () => {
    expect(() => loadTiers({ file, tiers: "a=1/1" })).toThrow(
      "HUB_TIERS and HUB_TIERS_FILE are both set: set only one",
    );
    expect(() => loadTiers({ file: `${dir}/none` })).toThrow("ENOENT");
  });
});
