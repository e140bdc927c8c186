import { expect, test } from "bun:test";
import { json, testHub } from "hub/testing";
import { fictionalRate } from "../fixtures.ts";

const hub = await testHub(`${import.meta.dir}/..`);
const read = async (path: string) => json(await hub.get(`/api/currency/${path}`));
const rate = (code: string, date: string) => Number(fictionalRate(code, date));

test("latest returns the published euro rates, and their source", async () => {
  const answer = await read("latest");
  expect(Object.keys(answer.rates)).toHaveLength(30);
  expect(answer.rates.HUF).toBe(rate("HUF", "2025-12-31"));
  expect(answer).toMatchObject({
    base: "EUR",
    date: "2025-12-31",
    requested_date: "2026-01-02",
    reason: "not_yet_published",
    source: "ecb",
    fetched_at: "2026-01-02T03:04:05Z",
    next_update_at: "2026-01-02T15:00:00Z",
    stale: false,
  });
});

test("no response contains the ECB's publication time, as it is unknown", async () => {
  for (const path of ["latest", "historical/2025-12-24", "convert?from=EUR&to=USD"])
    expect(await read(path)).not.toHaveProperty("published_at");
});

test("latest can be cached until the next rates are published", async () => {
  const { headers } = await hub.get("/api/currency/latest");
  expect(headers.get("cache-control")).toBe(
    `private, max-age=${(11 * 60 + 55) * 60 + 55}, stale-if-error=86400`,
  );
});

test("rates have the usual decimals for their size, or the requested number", async () => {
  const usual = (await read("latest?base=JPY&symbols=USD,IDR,EUR")).rates;
  expect(usual.USD).toBe(
    Number((rate("USD", "2025-12-31") / rate("JPY", "2025-12-31")).toPrecision(5)),
  );
  expect(String(usual.IDR)).toMatch(/^\d+\.\d{1,2}$/);
  expect(String((await read("latest?symbols=USD&precision=1")).rates.USD)).toMatch(/^\d\.\d$/);
  const full = (await read("latest?base=USD&symbols=EUR&precision=full")).rates.EUR;
  expect(full).toBe(1 / rate("USD", "2025-12-31"));
});

test("accepts lower-case codes, and returns each once", async () => {
  expect(Object.keys((await read("latest?base=usd&symbols=eur,EUR&symbols=jpy")).rates)).toEqual([
    "EUR",
    "JPY",
  ]);
});

test("converts an amount exactly", async () => {
  expect((await read("latest?symbols=EUR&amount=0.1&precision=full")).rates.EUR).toBe(0.1);
});

test.each(["latest?bas=USD", "latest?base=US", "latest?symbols=", "latest?precision=13"])(
  "rejects %s",
  async (path) => {
    expect((await hub.get(`/api/currency/${path}`)).status).toBe(400);
  },
);

test("a table has a row per currency", async () => {
  const answer = await hub.get("/api/currency/latest?symbols=USD,JPY&format=ndjson");
  expect(answer.headers.get("content-type")).toStartWith("application/x-ndjson");
  const rows = (await answer.text()).trim().split("\n");
  expect(rows.map((row) => JSON.parse(row).symbol)).toEqual(["USD", "JPY"]);
  const accepted = await hub.get("/api/currency/latest?symbols=USD", { accept: "text/csv" });
  expect(await accepted.text()).toStartWith(
    "date,base,amount,symbol,rate\r\n2025-12-31,EUR,1,USD,",
  );
});

test.each([
  ["2025-12-27", "2025-12-24", "weekend"],
  ["2025-12-25", "2025-12-24", "target_holiday"],
  ["2025-12-24", "2025-12-24", null],
  ["2026-01-01", "2025-12-31", "target_holiday"],
  ["2026-01-02", "2025-12-31", "not_yet_published"],
])("%s returns the rates of %s, because of %p", async (asked, date, reason) => {
  expect(await read(`historical/${asked}?symbols=USD`)).toMatchObject({
    requested_date: asked,
    date,
    reason,
    rates: { USD: rate("USD", date) },
  });
});

test("a day without rates returns the next ones or an error, as requested", async () => {
  expect((await read("historical/2025-12-25?symbols=USD&fallback=next")).date).toBe("2025-12-29");
  const refused = await hub.get("/api/currency/historical/2025-12-25?fallback=none");
  expect([refused.status, (await json(refused)).code]).toEqual([422, "no_rate_in_window"]);
});

test("a currency without rates for years has no invented rate", async () => {
  const answer = await hub.get("/api/currency/historical/2012-01-03?symbols=ISK");
  expect(answer.status).toBe(422);
  expect((await json(answer)).detail).toContain("No rate for ISK on 2012-01-03");
  expect((await read("historical/2012-01-03")).rates).not.toHaveProperty("ISK");
});

test.each(["1998-12-31", "2026-01-03", "2999-01-01"])("%s is out of range", async (date) => {
  const answer = await hub.get(`/api/currency/historical/${date}`);
  expect([answer.status, (await json(answer)).code]).toEqual([422, "date_out_of_range"]);
});

test.each(["2025-02-29", "yesterday", "2025-1-1", "%00"])("%s isn't a valid day", async (date) => {
  expect((await hub.get(`/api/currency/historical/${date}`)).status).toBe(400);
});

test("31 currencies are in use, and there are former ones", async () => {
  const { count, currencies } = await read("currencies");
  expect(count).toBe(31);
  const yen = currencies.find(({ code }: { code: string }) => code === "JPY");
  expect(yen).toMatchObject({ name: "Japanese Yen", numeric: "392", minor_units: 0 });
  const all = (await read("currencies?scope=all")).currencies;
  expect(all).toHaveLength(42);
  const find = (code: string) => all.find((one: { code: string }) => one.code === code);
  expect(find("HRK")).toMatchObject({
    status: "retired",
    end_date: "2022-12-30",
    successor: "EUR",
    fixed_rate: "7.53450",
  });
  // Quoted on the first day of these rates, and so possibly before.
  expect(find("JPY")).toMatchObject({ status: "active", start_date: null });
  expect(find("RON")).toMatchObject({ start_date: "2005-07-01" });
  expect(find("RUB")).toMatchObject({ status: "suspended", end_date: "2022-03-01" });
  expect(find("TRL")).toMatchObject({ successor: "TRY", fixed_rate: "1000000" });
});

test("lists currencies replaced by the euro separately, also in a table", async () => {
  const csv = await (await hub.get("/api/currency/currencies?scope=fixed&format=csv")).text();
  expect(csv).toContain("\r\nDEM,German Mark,276,");
  expect(csv.trim().split("\r\n")).toHaveLength(22);
});
