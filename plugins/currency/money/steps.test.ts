import { describe, expect, test } from "bun:test";
import type { Origin } from "../ecb/day.ts";
import { findOrigin, listSteps } from "./steps.ts";

const origin = (source: Origin["source"], via: string | null, date = "2025-12-31"): Origin => ({
  ...{ source, via, date },
  ...{ stale: false, indicative: false },
});

const day = {
  date: "2025-12-31",
  rates: { USD: "1.1", AED: "4", UAH: "48", KWD: "0.3", TRY: "50" },
  origins: {
    USD: origin("ecb", null),
    TRY: origin("ecb", null),
    AED: origin("nbp", "PLN"),
    UAH: origin("nbp", "PLN"),
    KWD: origin("nbp", "PLN", "2025-12-24"),
    TWD: origin("norges-bank", "NOK"),
  },
};
const describeSteps = (from: string, to: string) =>
  listSteps(from, to, { day, source: "ecb" }).map(
    (step) => `${step.from}-${step.to} ${step.source} ${step.date}`,
  );

describe("the steps of a rate", () => {
  test.each([
    ["EUR", "EUR", []],
    ["USD", "USD", []],
    ["EUR", "USD", ["EUR-USD ecb 2025-12-31"]],
    ["USD", "EUR", ["USD-EUR ecb 2025-12-31"]],
    ["EUR", "AED", ["EUR-PLN nbp 2025-12-31", "PLN-AED nbp 2025-12-31"]],
    // Two currencies of one bank and day don't need the euro.
    ["AED", "UAH", ["AED-PLN nbp 2025-12-31", "PLN-UAH nbp 2025-12-31"]],
    [
      ...["AED", "KWD"],
      [
        ...["AED-PLN nbp 2025-12-31", "PLN-EUR nbp 2025-12-31"],
        ...["EUR-PLN nbp 2025-12-24", "PLN-KWD nbp 2025-12-24"],
      ],
    ],
    ["DEM", "USD", ["DEM-EUR law 1999-01-01", "EUR-USD ecb 2025-12-31"]],
    ["TRL", "USD", ["TRL-TRY law 2005-01-01", "TRY-EUR ecb 2025-12-31", "EUR-USD ecb 2025-12-31"]],
    ["EUR", "XXX", []],
  ] as [string, string, string[]][])("from %s to %s", (from, to, steps) => {
    expect(describeSteps(from, to)).toEqual(steps);
  });

  test("have the source of the history if the day has no origins", () => {
    const plain = { date: "2025-12-31", rates: { USD: "1.1" } };
    expect(listSteps("EUR", "USD", { day: plain, source: "currency-api" })).toEqual([
      { from: "EUR", to: "USD", source: "currency-api", date: "2025-12-31" },
    ]);
  });
});

describe("the origin of a currency", () => {
  test("is its bank, the law, or that of its successor", () => {
    expect(findOrigin("AED", day)).toMatchObject({ source: "nbp", via: "PLN" });
    expect(findOrigin("DEM", day)).toEqual({
      ...{ source: "law", date: "1999-01-01" },
      ...{ stale: false, indicative: false, via: null },
    });
    expect(findOrigin("TRL", day)).toBe(day.origins.TRY);
  });

  test("is unknown for the euro, and on days of a single source", () => {
    expect(findOrigin("EUR", day)).toBeUndefined();
    expect(findOrigin("USD", { date: day.date, rates: day.rates })).toBeUndefined();
    expect(findOrigin("XXX", day)).toBeUndefined();
  });
});
