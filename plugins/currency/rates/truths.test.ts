import { expect, test } from "bun:test";
import fc from "fast-check";
import { cases, json, testHub } from "hub/testing";
import { findClosure, shiftDay } from "../ecb/calendar.ts";
import { ecbZip } from "../fixtures.ts";

const hub = await testHub(`${import.meta.dir}/..`);
const read = async (path: string) => json(await hub.get(`/api/currency/${path}`));

// Regulations (EC) No 2866/98, 1478/2000, 1086/2006, 1134/2007, 1135/2007, 694/2008, (EU) No 671/2010,
// 870/2013, 851/2014, 2022/1208 and 2025/1409: units of national money for one euro.
const regulations = {
  BEF: "40.3399",
  DEM: "1.95583",
  ESP: "166.386",
  FRF: "6.55957",
  IEP: "0.787564",
  ITL: "1936.27",
  LUF: "40.3399",
  NLG: "2.20371",
  ATS: "13.7603",
  PTE: "200.482",
  FIM: "5.94573",
  GRD: "340.75",
  SIT: "239.64",
  CYP: "0.585274",
  MTL: "0.4293",
  SKK: "30.126",
  EEK: "15.6466",
  LVL: "0.702804",
  LTL: "3.4528",
  HRK: "7.5345",
};

test.each(Object.entries(regulations))("a euro was %s %s by law", async (code, rate) => {
  const [from, back] = [
    (await read(`convert?from=EUR&to=${code}`)).results[0],
    (await read(`convert?from=${code}&to=EUR&amount=${thousand(rate)}`)).result,
  ];
  expect(from).toMatchObject({ result_exact: rate, path: "fixed" });
  expect(back).toBe(1000);
});

/** Returns the number times a thousand. */
function thousand(decimal: string): string {
  const [whole, part = ""] = decimal.split(".");
  return `${whole}${part.slice(0, 3).padEnd(3, "0")}.${part.slice(3)}0`;
}

// Council Regulation (EC) No 1103/97, article 5: to the nearest cent. The amounts are from conversion
// tables printed by banks and the Commission.
test.each([
  ["100", "DEM", 51.13],
  ["1000", "ITL", 0.52],
  ["100", "FRF", 15.24],
  ["1", "IEP", 1.27],
  ["100", "ATS", 7.27],
  ["1000", "ESP", 6.01],
  ["100", "NLG", 45.38],
  ["1000", "BEF", 24.79],
  ["100", "FIM", 16.82],
  ["1000", "PTE", 4.99],
  ["1000", "GRD", 2.93],
  ["100", "HRK", 13.27],
])("%s %s were %d euros", async (amount, code, euros) => {
  expect((await read(`convert?from=${code}&to=EUR&amount=${amount}`)).result).toBe(euros);
});

// The ECB's first reference rates, of 4 January 1999.
const first = { USD: "1.1789", JPY: "133.73", GBP: "0.71110", CHF: "1.6168", SEK: "9.4696" };

test("the first day has the published rates, and other pairs are their quotients", async () => {
  const table = `Date,${Object.keys(first).join(",")}\n1999-01-04,${Object.values(first).join(",")}\n`;
  const net = { "www.ecb.europa.eu": () => new Response(ecbZip(table)) };
  const early = await testHub(`${import.meta.dir}/..`, {
    net,
    clock: () => Date.UTC(1999, 0, 4, 20),
  });
  const latest = async (base: string) =>
    (await json(await early.get(`/api/currency/latest?base=${base}&precision=full`))).rates;
  const { USD, JPY, GBP, CHF, SEK } = await latest("EUR");
  expect({ USD, JPY, GBP, CHF, SEK }).toEqual({
    USD: 1.1789,
    JPY: 133.73,
    GBP: 0.7111,
    CHF: 1.6168,
    SEK: 9.4696,
  });
  const dollars = await latest("USD");
  expect(dollars).toMatchObject({ JPY: 113.43625413521079, EUR: 0.8482483671218933 });
});

// Cowlishaw's General Decimal Arithmetic, round-half-even, and round-half-up.
test.each([
  ["0.005", 0, 0.01],
  ["0.015", 0.02, 0.02],
  ["0.025", 0.02, 0.03],
  ["0.035", 0.04, 0.04],
  ["0.045", 0.04, 0.05],
  ["1.005", 1, 1.01],
  ["2.675", 2.68, 2.68],
  ["2.665", 2.66, 2.67],
  ["0.00500001", 0.01, 0.01],
  ["0.00499999", 0, 0],
  ["999999999999.995", 1e12, 1e12],
  ["999999999999.985", 999999999999.98, 999999999999.99],
])("%s is %d rounded half to even, and %d rounded half up", async (amount, even, up) => {
  const round = async (rounding: string) =>
    (await read(`convert?from=EUR&to=EUR&amount=${amount}&rounding=${rounding}`)).result;
  expect([await round("half_even"), await round("half_up")]).toEqual([even, up]);
});

test("rounds any amount half to even, like integers", async () => {
  // Few integer digits, so that a double holds the result.
  const digits = fc.bigInt({ min: 0n, max: 10n ** 18n });
  await fc.assert(
    fc.asyncProperty(digits, async (value) => {
      const padded = String(value).padStart(9, "0");
      const amount = `${padded.slice(0, -8)}.${padded.slice(-8)}`;
      const [cents, rest] = [value / 1_000_000n, value % 1_000_000n];
      const up = rest > 500_000n || (rest === 500_000n && cents % 2n === 1n);
      const { result } = await read(`convert?from=EUR&to=EUR&amount=${amount}`);
      expect(result).toBe(Number(cents + (up ? 1n : 0n)) / 100);
    }),
    cases(100, 8),
  );
});

const code = fc.constantFrom(
  ...["EUR", "USD", "JPY", "GBP", "HUF", "IDR", "KRW", "ISK", "BGN", "DEM", "TRY", "ITL"],
);
const minor: Readonly<Record<string, number>> = { JPY: 0, KRW: 0, ISK: 0 };
const unit = (of: string) => 10 ** -(minor[of] ?? 2);
const amount = fc.integer({ min: 0, max: 10 ** 9 }).map((cents) => cents / 100);

test("converting money there and back returns the same amount, except for rounding", async () => {
  await fc.assert(
    fc.asyncProperty(code, code, amount, async (from, to, sum) => {
      const there = await read(`convert?from=${from}&to=${to}&amount=${sum}&precision=full`);
      const back = await read(`convert?from=${to}&to=${from}&amount=${there.result}`);
      const { inverse_rate, rate } = there.results[0];
      const lost = (unit(to) / 2) * inverse_rate + unit(from) / 2;
      expect(Math.abs(back.result - sum)).toBeLessThanOrEqual(lost * (1 + 1e-9) + sum * 1e-15);
      expect(Math.abs(rate * inverse_rate - 1)).toBeLessThan(1e-15);
    }),
    cases(100, 8),
  );
});

test("converting through a third currency gives the same result", async () => {
  await fc.assert(
    fc.asyncProperty(code, code, code, async (a, b, c) => {
      const rate = async (from: string, to: string) =>
        (await read(`convert?from=${from}&to=${to}&precision=full`)).rate;
      const [straight, first, second] = [await rate(a, c), await rate(a, b), await rate(b, c)];
      expect(Math.abs((first * second) / straight - 1)).toBeLessThan(1e-15);
    }),
    cases(60, 8),
  );
});

test("twice the money is worth twice as much, and zero is worth zero", async () => {
  await fc.assert(
    fc.asyncProperty(code, code, fc.integer({ min: 0, max: 10 ** 12 }), async (from, to, sum) => {
      const exact = async (many: number) =>
        Number(
          (await read(`convert?from=${from}&to=${to}&amount=${many}&rounding=none`)).results[0]
            .result_exact,
        );
      const [once, twice] = [await exact(sum), await exact(2 * sum)];
      expect(Math.abs(twice - 2 * once)).toBeLessThanOrEqual(twice * 1e-15);
      expect(once === 0).toBe(sum === 0);
    }),
    cases(60, 8),
  );
});

const day = fc
  .integer({ min: 0, max: 364 })
  .map((days) => shiftDay("2025-01-02", days))
  .filter((date) => date <= "2026-01-01");

test("a day returns the last open day, and gives a reason only if it is another day", async () => {
  await fc.assert(
    fc.asyncProperty(day, async (asked) => {
      const { date, reason, stale } = await read(`historical/${asked}?symbols=USD`);
      let open = asked;
      while (findClosure(open)) open = shiftDay(open, -1);
      expect([date, reason, stale]).toEqual([open, findClosure(asked) ?? null, false]);
      expect(date === asked).toBe(reason === null);
    }),
    cases(60, 8),
  );
});
