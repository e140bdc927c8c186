import { describe, expect, test } from "bun:test";
import { json, testHub } from "hub/testing";
import { fictionalRate } from "../fixtures.ts";

const folder = `${import.meta.dir}/..`;
const hub = await testHub(folder);
const read = async (path: string) => json(await hub.get(`/v2/${path}`));
await read("rates");
await hub.settled();

test("rates are rows with Frankfurter's four fields", async () => {
  const rows = await read("rates?quotes=USD,AED");
  expect(rows).toEqual([
    {
      date: "2025-12-31",
      base: "EUR",
      quote: "USD",
      rate: Number(fictionalRate("USD", "2025-12-31")),
    },
    { date: "2025-12-31", base: "EUR", quote: "AED", rate: expect.any(Number) },
  ]);
});

test("the latest rates are those of all central banks, or of the ECB", async () => {
  expect((await read("rates")).length).toBeGreaterThan(40);
  expect(await read("rates?providers=ECB")).toHaveLength(30);
});

test("expand adds the rate of each bank that has the pair", async () => {
  const rows = await read("rates?base=USD&quotes=TWD,CHF,AED&expand=providers");
  expect(rows.map(({ providers }: { providers: unknown }) => providers)).toEqual([
    [{ key: "NB", rate: 32.117 }],
    [
      { key: "ECB", rate: expect.any(Number) },
      { key: "NB", rate: 0.96023 },
      { key: "NBP", rate: 0.95349 },
    ],
    [{ key: "NBP", rate: expect.any(Number) }],
  ]);
  const csv = await hub.get("/v2/rates?base=USD&quotes=TWD&expand=providers", {
    accept: "text/csv",
  });
  expect(await csv.text()).toEndWith(",NB:32.117\r\n");
});

test("a rate of one pair is a single object", async () => {
  expect(await read("rate/AED/EUR")).toEqual({
    date: "2025-12-31",
    base: "AED",
    quote: "EUR",
    rate: expect.any(Number),
  });
  expect((await read("rate/eur/usd?date=2025-12-24")).date).toBe("2025-12-24");
});

test("a day and a range have the ECB's rates of its currencies", async () => {
  expect(await read("rates?date=2025-12-28&quotes=USD")).toEqual([
    {
      date: "2025-12-24",
      base: "EUR",
      quote: "USD",
      rate: Number(fictionalRate("USD", "2025-12-24")),
    },
  ]);
  const rows = await read("rates?from=2025-12-29&to=2025-12-31&quotes=USD,GBP");
  expect(rows.map(({ date, quote }: Record<string, string>) => `${date} ${quote}`)).toEqual([
    "2025-12-29 USD",
    "2025-12-29 GBP",
    "2025-12-30 USD",
    "2025-12-30 GBP",
    "2025-12-31 USD",
    "2025-12-31 GBP",
  ]);
  const months = await read("rates?from=2025-11-01&to=2025-12-31&quotes=USD&group=month");
  expect(months.map(({ date }: { date: string }) => date)).toEqual(["2025-11-01", "2025-12-01"]);
});

test("rates are also a table or lines", async () => {
  const csv = await hub.get("/v2/rates?quotes=USD", { accept: "text/csv" });
  const text = await csv.text();
  expect(text).toStartWith("date,base,quote,rate\r\n2025-12-31,EUR,USD,");
  expect(await (await hub.get("/v2/rates.csv?quotes=USD")).text()).toBe(text);
  const lines = await hub.get("/v2/rates?quotes=USD", { accept: "application/x-ndjson" });
  expect((await lines.text()).trim().split("\n")).toHaveLength(1);
});

test("currencies and providers name what the latest rates have", async () => {
  const currencies = await read("currencies");
  expect(currencies).toContainEqual({
    iso_code: "AED",
    iso_numeric: "784",
    name: "United Arab Emirates Dirham",
    symbol: "AED",
    start_date: null,
    end_date: "2025-12-31",
  });
  expect((await read("currencies?scope=all")).length).toBeGreaterThan(currencies.length);
  const banks = await read("providers");
  const rows = banks.map((bank: Record<string, string>) => [
    bank.key,
    bank.pivot_currency,
    bank.start_date,
    bank.end_date,
  ]);
  expect(rows).toEqual([
    ["ECB", "EUR", "2004-11-01", "2025-12-31"],
    ["NB", "NOK", "2025-12-31", "2025-12-31"],
    ["NBP", "PLN", "2025-12-10", "2026-01-02"],
    ["CNB", "CZK", "2025-12-23", "2025-12-30"],
    ["BNR", "RON", "2025-12-30", "2025-12-31"],
    ["NBU", "UAH", "2025-12-26", "2025-12-31"],
    ["CBR", "RUB", "2024-12-30", "2025-12-31"],
  ]);
  expect(banks[2].currencies).toContain("EUR");
  expect(banks[2].currencies).not.toContain("PLN");
});

test("a currency names its banks", async () => {
  expect(await read("currency/chf")).toEqual({
    iso_code: "CHF",
    iso_numeric: "756",
    name: "Swiss Franc",
    symbol: "CHF",
    providers: ["ECB", "NB", "NBP"],
  });
  const missing = await hub.get("/v2/currency/XYZ");
  expect([missing.status, (await json(missing)).status]).toEqual([404, 404]);
});

describe("providers selects banks:", () => {
  test.each([
    ["rates?providers=NBP&base=PLN&quotes=USD", [["2026-01-02", 0.2439]]],
    ["rates?providers=nb&base=NOK&quotes=USD", [["2025-12-31", 0.090909]]],
    ["rates?providers=NBP&base=PLN&quotes=USD&date=2025-12-30", [["2025-12-30", 0.2439]]],
    [
      "rates?providers=NBP&base=PLN&quotes=EUR&from=2025-12-30&to=2025-12-31",
      [
        ["2025-12-30", 0.12484],
        ["2025-12-31", 0.12469],
      ],
    ],
    ["rate/PLN/USD?providers=NBP", [["2026-01-02", 0.2439]]],
    ["rate/PLN/USD?providers=NBP&date=2025-12-30", [["2025-12-30", 0.2439]]],
  ])("%s", async (path, expected) => {
    const rows = [await read(path)].flat();
    expect(rows.map(({ date, rate }) => [date, rate])).toEqual(expected);
  });

  test("the ECB and one other bank", async () => {
    const rows = await read("rates?providers=ECB,NB");
    const quotes = rows.map(({ quote }: { quote: string }) => quote);
    expect(quotes).toContain("TWD");
    expect(quotes).not.toContain("AED");
    expect((await read("currencies?providers=NB")).length).toBeLessThan(20);
  });
});

test.each([
  "rates?base=USD&quotes=EUR,CHF&providers=ECB,NBP&date=2025-12-30&expand=providers",
  "rates?from=2025-12-01&to=2025-12-31&group=week&quotes=USD&providers=NB&expand=providers",
  "rate/USD/CHF?date=2025-12-30&providers=ecb",
  "currencies?scope=all&providers=ECB,NB",
  "currency/USD",
  "providers",
])("Frankfurter's documented parameters are supported: %s", async (path) => {
  const response = await hub.get(`/v2/${path}`);
  expect([response.status, (await response.text()).length > 10]).toEqual([200, true]);
});

test.each([
  ["rates?base=XYZ", "XYZ"],
  ["rates?date=2025-12-31&from=2025-12-01", "query.date"],
  ["rates?group=week", "query.from"],
  ["rates?to=2025-12-31", "query.from"],
  ["rates?date=2025-13-40", "query.date must be a day"],
  ["rates?from=1990-01-01", "query.from must be from"],
  ["rates?quotes=USD,XYZ", "query.quotes.1 must be one of"],
  ["rate/EUR/XYZ", "path.quote must be one of"],
  ["rate/EUR/USD?date=2999-01-01", "query.date must be from"],
  ["rates?providers=TCMB", "query.providers.0 must be one of ECB, NB, NBP, CNB, BNR, NBU, CBR"],
  ["rates?date=2025-11-30&quotes=AED", "AED"],
  ["rates?providers=NBP,NB", "query.providers must be one provider, or include ECB"],
  ["rates?providers=NBP&quotes=JPY", "query.quotes.0 must be one of"],
  ["rates?amount=5", "amount"],
  ["rate/US/EUR", "path.base"],
])("%s fails with 422 and the status in the body", async (path, part) => {
  const response = await hub.get(`/v2/${path}`);
  const answer = await json(response);
  expect([response.status, answer.status, Object.keys(answer)]).toEqual([
    422,
    422,
    ["status", "message"],
  ]);
  expect(answer.message).toContain(part);
});
