import { expect, test } from "bun:test";
import { json, testHub } from "hub/testing";
import { fictionalRate } from "../../fixtures.ts";

const folder = `${import.meta.dir}/../..`;
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

test("expand adds the banks of each rate", async () => {
  const [row] = await read("rates?base=USD&quotes=TWD&expand=providers");
  expect(row.providers).toEqual(["ECB", "NB"]);
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

test("a day and a range have the ECB's rates", async () => {
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
  expect(await csv.text()).toStartWith("date,base,quote,rate\r\n2025-12-31,EUR,USD,");
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
  expect(banks.map(({ key, base }: Record<string, string>) => [key, base])).toEqual([
    ["ECB", "EUR"],
    ["NBP", "PLN"],
    ["NB", "NOK"],
  ]);
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
  ["rates?providers=TCMB", "query.providers"],
  ["rates?date=2025-12-31&quotes=AED", "AED"],
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
