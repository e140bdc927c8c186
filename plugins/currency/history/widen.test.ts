import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { cases } from "hub/testing";
import { BankHistory } from "../banks/days.ts";
import type { BankTable } from "../banks/table.ts";
import { requireRate, roundOne, selectTable, worth } from "../money/rate.ts";
import { listSteps } from "../money/steps.ts";
import { type BankId, getBank } from "../rate-sources.ts";
import { History } from "./history.ts";
import { buildBankHistory, buildLatest, widenDays, widenHistory } from "./widen.ts";

const now = Date.UTC(2026, 0, 2, 12);
const row = (date: string, unit: string, euro: string, everyDays = 1) => ({
  ...{ date, unit, euro, everyDays },
});
const bank = (id: BankId, table: BankTable) => ({ bank: getBank(id), table });
const ecb = new History([
  { date: "2025-12-30", rates: { USD: "1.1", GBP: "0.9", RUB: "90" } },
  { date: "2025-12-31", rates: { USD: "1.2" } },
]);

// The parity of each currency with the US dollar, from the sites of its central bank.
const parities = {
  ...{ AED: 3.6725, SAR: 3.75, QAR: 3.64, BHD: 0.376, JOD: 0.709, OMR: 0.384497, PAB: 1, BMD: 1 },
  ...{ BSD: 1, BBD: 2, BZD: 2, AWG: 1.79, XCG: 1.79, XCD: 2.7, DJF: 177.721, ERN: 15 },
};

/** Rates of any day and noise, of the ECB, of banks and of the market. */
const mixes = fc.record({
  ecbDay: fc.constantFrom("2025-11-03", "2025-12-31", "2026-01-02"),
  bankDay: fc.constantFrom("2025-12-10", "2025-12-31", "2026-01-02"),
  marketDay: fc.constantFrom("2025-09-01", "2026-01-02"),
  hasBank: fc.boolean(),
  usd: fc.double({ min: 0.9, max: 1.4, noNaN: true }),
  drift: fc.double({ min: 0.95, max: 1.05, noNaN: true }),
});

test("parities are exact in every mix of sources and ages, and rates of one source close", () => {
  fc.assert(
    fc.property(mixes, ({ ecbDay, bankDay, marketDay, hasBank, usd, drift }) => {
      const market = Object.fromEntries(
        Object.entries({ ...parities, USD: 1, GBP: 0.8, GEL: 2.7 }).map(([code, perUsd], index) => [
          code.toLowerCase(),
          perUsd * usd * drift * (1 + (index % 3) * 1e-4),
        ]),
      );
      const history = new History([
        { date: ecbDay, rates: { USD: usd.toFixed(4), GBP: (0.8 * usd).toFixed(5) } },
      ]);
      const table = {
        EUR: row(bankDay, "4.4", "4.4"),
        AED: row(bankDay, "1.1", "4.4"),
        USD: row(bankDay, "4", "4.4"),
      };
      const { newest } = widenHistory(history, {
        banks: hasBank ? [bank("nbp", table)] : [],
        now,
        market: { date: marketDay, rates: market },
      });
      const convert = (from: string, to: string) => worth(requireRate(from, to, newest)).toNumber();
      for (const [code, perUsd] of Object.entries(parities)) {
        expect(convert("USD", code)).toBe(perUsd);
        expect(roundOne(requireRate("USD", code, newest), "auto")).toBe(perUsd);
        expect(convert("SAR", code)).toBeCloseTo(perUsd / 3.75, 12);
        expect(listSteps("USD", code, { day: newest, source: "ecb" })).toMatchObject([
          { source: "law" },
        ]);
      }
      for (const { rates, date, origins } of newest.tables ?? []) {
        const single = { date, rates, origins: origins ?? {} };
        const one = (from: string, to: string) => worth(requireRate(from, to, single));
        const [a = "EUR", b = "EUR", c = "EUR"] = Object.keys(rates);
        expect(one(a, b).times(one(b, c)).times(one(c, a)).toNumber()).toBeCloseTo(1, 9);
      }
      // A market rate and one of the ECB are never of two days.
      const pair = selectTable("GBP", "GEL", newest);
      expect(pair.origins?.GBP?.date).toBe(pair.origins?.GEL?.date ?? "");
    }),
    cases(300),
  );
});

describe("the newest day with other sources", () => {
  const widen = (...banks: ReturnType<typeof bank>[]) =>
    widenHistory(ecb, {
      banks,
      now,
      market: { date: "2026-01-02", rates: { usd: 9, gel: 3, xyz: 1, twd: -1 } },
    });

  test("has the ECB's rates first, and those of a currency that it lacks for a day", () => {
    const { newest, days, source } = widen(
      bank("nbp", { USD: row("2026-01-02", "4", "4.4"), EUR: row("2026-01-02", "1", "4.4") }),
    );
    expect([newest.date, newest.rates.USD, newest.origins?.USD]).toEqual([
      ...["2025-12-31", "1.2"],
      { source: "ecb", date: "2025-12-31", stale: false, indicative: false, via: null },
    ] as never[]);
    expect([newest.rates.GBP, newest.origins?.GBP]).toEqual([
      "0.9",
      { source: "ecb", date: "2025-12-30", stale: true, indicative: false, via: null },
    ]);
    expect([days.length, days[0], source.id]).toEqual([2, ecb.days[0], "ecb"] as never[]);
  });

  test("has a bank's rate in its own euro, and that of its own currency from the euro", () => {
    const { newest } = widen(
      bank("nbp", {
        AED: row("2025-12-31", "1.1", "4.4"),
        EUR: row("2025-12-31", "4.4", "4.4"),
        PLN: row("2025-12-31", "1", "4.4"),
      }),
    );
    expect([newest.rates.AED, newest.origins?.AED?.via]).toEqual(["4", "PLN"]);
    expect([newest.rates.PLN, newest.origins?.PLN?.via]).toEqual(["4.4", null]);
  });

  test("has the newest of several banks, and of one day that of the issuer", () => {
    const tables = (czk: string) => [
      bank("nbp", { CZK: row("2025-12-31", "0.2", "4"), AED: row("2025-12-30", "1", "4") }),
      bank("cnb", { EUR: row(czk, "25", "25"), AED: row("2025-12-31", "5", "25") }),
    ];
    expect(widen(...tables("2025-12-31")).newest).toMatchObject({
      rates: { CZK: "25", AED: "5" },
      origins: { CZK: { source: "cnb", via: null }, AED: { source: "cnb" } },
    });
    expect(widen(...tables("2025-12-30")).newest).toMatchObject({
      ...{ rates: { CZK: "20" }, origins: { CZK: { source: "nbp" } } },
    });
  });

  test("has no bank's rate of more than five weeks, and marks one that is overdue", () => {
    const read = (date: string, everyDays = 1) =>
      widen(bank("nbp", { AED: row(date, "1", "4", everyDays) })).newest.origins?.AED;
    expect([read("2025-11-28")?.source, read("2025-11-27")]).toEqual(["nbp", undefined]);
    expect([read("2025-12-28")?.stale, read("2025-12-27")?.stale]).toEqual([false, true]);
    expect([read("2025-12-22", 7)?.stale, read("2025-12-21", 7)?.stale]).toEqual([false, true]);
  });

  test("has market rates of other currencies in use", () => {
    const { newest, quoted } = widen();
    expect([newest.rates.GEL, newest.origins?.GEL]).toEqual([
      "3",
      { source: "currency-api", date: "2026-01-02", stale: true, indicative: true, via: null },
    ]);
    for (const code of ["XYZ", "TWD"]) expect(newest.rates).not.toHaveProperty(code);
    expect(quoted.get("GEL")).toEqual({ first: "2025-12-31", last: "2025-12-31" });
    expect(quoted.get("GBP")).toEqual({ first: "2025-12-30", last: "2025-12-31" });
  });

  test("marks the ECB's rates if newer ones are due", () => {
    const later = widenHistory(ecb, { banks: [], now: Date.UTC(2026, 0, 2, 17) });
    expect(later.newest.origins?.USD?.stale).toBe(true);
  });
});

describe("the latest rates of one bank", () => {
  const latest = (table: BankTable) => buildLatest(bank("cnb", table), { now, fetchedAt: 5 });

  test("have the day of its euro", () => {
    const history = latest({
      EUR: row("2025-12-31", "25", "25"),
      AED: row("2025-12-30", "5", "25"),
    });
    expect(history).toMatchObject({ source: { id: "cnb" }, fetchedAt: 5 });
    expect(history?.newest).toMatchObject({ date: "2025-12-31", rates: { CZK: "25", AED: "5" } });
  });

  test("don't exist without the euro, or if it is too old", () => {
    expect(latest({ AED: row("2025-12-31", "5", "25") })).toBeUndefined();
    expect(latest({ EUR: row("2025-11-27", "25", "25") })).toBeUndefined();
  });
});

describe("days with other banks", () => {
  const rates = { EUR: 4, AED: 1, USD: 3 };
  const days = [
    { date: "2025-12-24", rates: { EUR: 4, AED: 1, KWD: 12 } },
    { date: "2025-12-30", rates },
    { date: "2025-12-31", rates: { EUR: 4, USD: 3 } },
  ];
  const codes = new Set(["EUR", "AED", "USD", "KWD"]);
  const nbp = (since: string) => ({
    bank: getBank("nbp"),
    history: new BankHistory({ days, since }, codes),
  });

  test("have rates of their own day, or the last of a weekly table", () => {
    const read = (isCarried: boolean) => {
      const wide = widenDays(ecb, { banks: [nbp("2002-01-02")], isCarried });
      return wide.days.map(({ rates }) => rates);
    };
    expect(read(false)).toEqual([
      { USD: "1.1", GBP: "0.9", RUB: "90", AED: "4", PLN: "4" },
      { USD: "1.2", PLN: "4" },
    ]);
    const kwd = String(4 / 12);
    expect(read(true).map(({ KWD = "", AED }) => [KWD.slice(0, 8), AED])).toEqual([
      [kwd.slice(0, 8), "4"],
      [kwd.slice(0, 8), "4"],
    ]);
  });

  test("have only the currencies that are needed", () => {
    const wide = widenDays(ecb, {
      banks: [nbp("2002-01-02")],
      isCarried: false,
      codes: new Set(["PLN"]),
    });
    expect(wide.newest.rates).toEqual({ USD: "1.2", PLN: "4" });
  });

  test("say which earlier days are missing", () => {
    const reasonOf = (since: string, code: string) =>
      widenDays(ecb, { banks: [nbp(since)], isCarried: false }).findLateStart("2025-12-01", code);
    expect(reasonOf("2025-12-10", "AED")).toBe(
      "This hub has not downloaded the rates of Narodowy Bank Polski before 2025-12-10 yet",
    );
    expect(reasonOf("2025-12-10", "PLN")).toBeDefined();
    expect([reasonOf("2025-12-10", "CHF"), reasonOf("2002-01-02", "AED")]).toEqual([
      ...[undefined, undefined],
    ]);
  });

  test("of one bank have no others", () => {
    const history = buildBankHistory(nbp("2002-01-02"), { fetchedAt: 7, isCarried: false });
    expect(history?.days.map(({ date }) => date)).toEqual(days.map(({ date }) => date));
    expect(history?.newest.rates).toEqual({ PLN: "4", USD: String(4 / 3).padEnd(41, "3") });
    expect(history?.quoted.get("PLN")).toEqual({ first: "2025-12-24", last: "2025-12-31" });
    const none = { bank: getBank("nbp"), history: new BankHistory({ days: [], since: "" }, codes) };
    expect(buildBankHistory(none, { fetchedAt: 7, isCarried: false })).toBeUndefined();
  });
});
