import { expect, test } from "bun:test";
import { readTable } from "../ecb/table.ts";
import { ecbTable, openDays } from "../fixtures.ts";
import { History } from "../history/history.ts";
import { listCurrencies } from "../rates/currencies.ts";
import { roundRate } from "./decimal.ts";
import { applyLaw, currentOn, rateBetween, roundOne, worth } from "./rate.ts";

const publish = (rates: Record<string, string>) => ({ date: "2025-12-31", rates });

test("rounds a tie to even, in any notation", () => {
  const rate = (figure: string) => rateBetween("USD", "JPY", publish({ USD: "1", JPY: figure }))!;
  expect(["0.125", "0.135", "1.005", "2.675"].map((figure) => roundOne(rate(figure), "2"))).toEqual(
    [0.12, 0.14, 1, 2.68],
  );
});

test("rates of every pair are calculated from all digits", () => {
  const [day] = readTable(ecbTable(openDays("2025-12-31", "2025-12-31")), "2026-01-01");
  const codes = currentOn(day!);
  for (const from of codes)
    for (const to of codes.filter((code) => code !== from)) {
      const rate = rateBetween(from, to, day!)!;
      for (const places of ["0", "3", "6", "12"] as const)
        expect(roundOne(rate, places), `${from} to ${to}`).toBe(roundRate(worth(rate), places));
    }
});

test("a rate keeps five significant digits, however small or large", () => {
  const rate = (code: string, published: Record<string, string>) =>
    roundOne(rateBetween(code, "EUR", publish(published))!, "auto");
  expect(rate("KRW", { KRW: "1700.5" })).toBe(0.00058806);
  expect(rate("IDR", { IDR: "17543.23" })).toBe(0.000057002);
  expect(rate("TRL", { TRY: "47.5" })).toBe(2.1053e-8);
  expect(rate("GBP", { GBP: "0.00019" })).toBe(5263.2);
});

test("a law applies from its day on, also without rates", () => {
  const last = { date: "2022-12-30", rates: { HRK: "7.5365", USD: "1.0666" } };
  expect(rateBetween("EUR", "HRK", last)).toMatchObject({ to: "7.5365", path: "direct" });
  const onNewYear = rateBetween("USD", "HRK", applyLaw(last, "2023-01-01"));
  expect(onNewYear).toMatchObject({ from: "1.0666", to: "7.53450", path: "EUR-pivot" });
});

test("a former currency has no rate, unless a law fixed it", () => {
  expect(rateBetween("EUR", "RUB", publish({ USD: "2" }))).toBeUndefined();
  expect(rateBetween("EUR", "HRK", { date: "2022-12-30", rates: {} })).toBeUndefined();
  expect(rateBetween("EUR", "HRK", publish({}))?.path).toBe("fixed");
});

test("a currency missing in a feed for a day is still in use, but not one missing for weeks", () => {
  const day = (date: string, codes: string[]) => ({
    date,
    rates: Object.fromEntries(codes.map((code) => [code, "2"])),
  });
  const history = new History([
    day("2025-12-01", ["USD", "GBP", "RUB"]),
    day("2025-12-30", ["USD", "GBP"]),
    day("2025-12-31", ["USD"]),
  ]);
  const { currencies } = listCurrencies("active", { history, now: Date.UTC(2026, 0, 1) });
  expect(currencies.map(({ code }) => code)).toEqual(["EUR", "GBP", "USD"]);
});
