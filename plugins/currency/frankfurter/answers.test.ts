import { expect, test } from "bun:test";
import { json, testHub } from "hub/testing";
import { fictionalRate } from "../fixtures.ts";

const folder = `${import.meta.dir}/..`;
const hub = await testHub(folder);
const read = async (path: string) => json(await hub.get(`/v1/${path}`));
const rate = (code: string, date: string) => Number(fictionalRate(code, date));

test("latest has Frankfurter's four fields in order, and no others", async () => {
  const answer = await read("latest");
  expect(Object.keys(answer)).toEqual(["amount", "base", "date", "rates"]);
  expect(answer).toMatchObject({ amount: 1, base: "EUR", date: "2025-12-31" });
  expect(Object.keys(answer.rates)).toHaveLength(30);
  expect(answer.rates.USD).toBe(rate("USD", "2025-12-31"));
});

test("latest accepts another base, and a list of currencies", async () => {
  expect(await read("latest?base=USD&symbols=CHF,GBP")).toEqual({
    amount: 1,
    base: "USD",
    date: "2025-12-31",
    rates: { CHF: expect.any(Number), GBP: expect.any(Number) },
  });
});

test("accepts from, to and amount, the parameters of older clients", async () => {
  const { rates } = await read("latest?from=GBP&to=USD");
  const hundred = await read("latest?amount=100&from=GBP&to=USD");
  expect(hundred).toMatchObject({ amount: 100, base: "GBP" });
  expect(hundred.rates.USD).toBeCloseTo(100 * rates.USD, 1);
});

test("a day has its own rates, or those of the last day before it", async () => {
  expect(await read("2025-12-24?symbols=USD")).toEqual({
    amount: 1,
    base: "EUR",
    date: "2025-12-24",
    rates: { USD: rate("USD", "2025-12-24") },
  });
  expect((await read("2025-12-28")).date).toBe("2025-12-24");
});

test("a future day has the newest rates", async () => {
  expect((await read("2026-03-01")).date).toBe("2025-12-31");
});

test("a range starts with the last rates up to its first day", async () => {
  const answer = await read("2025-12-28..2025-12-30?symbols=USD");
  expect(Object.keys(answer)).toEqual(["amount", "base", "start_date", "end_date", "rates"]);
  expect(answer).toEqual({
    amount: 1,
    base: "EUR",
    start_date: "2025-12-24",
    end_date: "2025-12-30",
    rates: {
      "2025-12-24": { USD: rate("USD", "2025-12-24") },
      "2025-12-29": { USD: rate("USD", "2025-12-29") },
      "2025-12-30": { USD: rate("USD", "2025-12-30") },
    },
  });
});

test("a range without an end extends to the newest rates", async () => {
  const answer = await read("2025-12-30..?symbols=USD");
  expect(Object.keys(answer.rates)).toEqual(["2025-12-30", "2025-12-31"]);
  expect(await read("2025-12-30..2027-01-01?symbols=USD")).toEqual(answer);
});

test("currencies are names by code", async () => {
  const answer = await read("currencies");
  expect(answer).toMatchObject({ EUR: "Euro", USD: "US Dollar" });
  expect(Object.keys(answer)).toContain("JPY");
});

test.each([
  ["latest?base=XYZ", 422, "XYZ"],
  ["latest?base=US", 422, "query.base"],
  ["latest?base=EUR&symbols=EUR", 422, "query.symbols"],
  ["2025-13-40", 422, "2025-13-40"],
  ["2099-99-99", 422, "2099-99-99"],
  ["2025-12-01..2099-02-30", 422, "2099-02-30"],
  ["2025-12-31..2025-12-01", 422, "path.date must not end before it starts"],
  ["1990-01-01..2025-12-01", 422, "path.date must be from 1999-01-04"],
  ["2099-01-01..", 422, "path.date must be from 1999-01-04 to 2026-01-02"],
  ["yesterday", 404, "yesterday"],
  ["2025-12-01..2025-12-02..2025-12-03", 404, "2025-12-01..2025-12-02.."],
  ["..2025-12-01", 404, "..2025-12-01"],
  ["2025-12-30..?amount=5", 422, "query.amount"],
  ["1990-01-01", 422, "1999-01-04"],
  ["no/such/path", 404, "/v1/no/such/path"],
])("%s fails with %d and only a message", async (path, status, part) => {
  const response = await hub.get(`/v1/${path}`);
  const answer = await json(response);
  expect([response.status, Object.keys(answer)]).toEqual([status, ["message"]]);
  expect(answer.message).toContain(part);
});

test("a caller without a key gets an error in the same format", async () => {
  const response = await hub.fetch(new Request("http://localhost/v1/latest"));
  expect(response.status).toBe(401);
  expect(Object.keys(await json(response))).toEqual(["message"]);
});

test("responses have an ETag and can be cached", async () => {
  const { headers } = await hub.get("/v1/latest");
  expect(headers.get("etag")).toBeTruthy();
  expect(headers.get("cache-control")).toContain("max-age=");
});

test("the alias is unavailable unless the operator enables it", async () => {
  const plain = await testHub(folder, { aliases: [] });
  expect((await plain.get("/v1/latest")).status).toBe(404);
});
