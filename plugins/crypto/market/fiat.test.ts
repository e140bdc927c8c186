import { describe, expect, test } from "bun:test";
import { FiatRates } from "./fiat.ts";

const table = `Date,USD,JPY,RON
2026-01-20,1.25,160,5
2026-01-19,1.20,N/A,4.9
2026-01-02,1.10,150,
`;
const rates = new FiatRates(table);
const at = (day: string) => Date.parse(`2026-01-${day}T12:00:00Z`);

test("the currencies are those of the newest day, the euro, and the lev", () => {
  expect(rates.codes).toEqual(["bgn", "eur", "jpy", "ron", "usd"]);
  expect(rates.date).toBe("2026-01-20");
});

describe("a rate", () => {
  test("is that of its day, in units per dollar", () => {
    expect(rates.perDollar("jpy", at("20"))).toEqual({
      factor: 128,
      date: "2026-01-20",
      stale: false,
    });
    expect(rates.perDollar("eur", at("20"))?.factor).toBe(0.8);
    expect(rates.perDollar("bgn", at("20"))?.factor).toBe(1.95583 / 1.25);
    expect(rates.perDollar("usd", at("20"))?.factor).toBe(1);
  });

  test("is that of the last day before it with both currencies", () => {
    expect(rates.perDollar("ron", at("19"))).toMatchObject({ date: "2026-01-19" });
    // The yen has no rate on 19 January, and the one before is too old.
    expect(rates.perDollar("jpy", at("19"))).toBeUndefined();
    expect(rates.perDollar("jpy", at("16"))).toMatchObject({ date: "2026-01-02" });
  });

  test("is stale after five days, and unknown after two weeks", () => {
    expect([
      rates.perDollar("eur", at("07"))?.stale,
      rates.perDollar("eur", at("08"))?.stale,
    ]).toEqual([...[false, true]]);
    expect(rates.perDollar("eur", at("16"))).toMatchObject({ date: "2026-01-02" });
    expect(rates.perDollar("eur", at("17"))).toBeUndefined();
    expect(rates.perDollar("eur", at("01"))).toBeUndefined();
  });

  test("of an unknown currency doesn't exist, nor one with an inherited name", () => {
    expect([rates.perDollar("xxx", at("20")), rates.perDollar("constructor", at("20"))]).toEqual([
      ...[undefined, undefined],
    ]);
  });
});
