import { expect, test } from "bun:test";
import { json, testHub } from "hub/testing";
import { fictionalRate } from "../fixtures.ts";

const hub = await testHub(`${import.meta.dir}/..`);
const convert = (query: string) => hub.get(`/api/currency/convert?${query}`);
const rate = (code: string) => Number(fictionalRate(code, "2025-12-31"));

test("converts through the euro and rounds once, to the decimals of the target", async () => {
  const answer = await json(await convert("from=USD&to=GBP&amount=100"));
  const [{ path, result_exact }] = answer.results;
  expect(path).toBe("EUR-pivot");
  expect(Number(result_exact)).toBeCloseTo((100 * rate("GBP")) / rate("USD"), 9);
  expect(result_exact).toHaveLength(35);
  expect(answer.result).toBe(Number(Number(result_exact).toFixed(2)));
});

test("a conversion from the euro keeps every digit of a large amount", async () => {
  const answer = await json(await convert("from=EUR&to=JPY&amount=999999999999999.99999999"));
  const scaled = BigInt(fictionalRate("JPY", "2025-12-31")!.replace(".", ""));
  const digits = String(99999999999999999999999n * scaled);
  expect(answer.results[0].result_exact).toBe(
    `${digits.slice(0, -10)}.${digits.slice(-10)}`.replace(/0+$/, ""),
  );
  expect(answer.results[0].path).toBe("direct");
});

test("amounts have the decimals of their currency: none for yen and króna, two for forints", async () => {
  const { results } = await json(await convert("from=EUR&to=JPY,ISK,HUF&amount=1.005"));
  const decimals = results.map(({ result }: { result: number }) => `${result}`.split(".")[1]);
  expect(decimals.slice(0, 2)).toEqual([undefined, undefined]);
  expect(decimals[2].length).toBeLessThanOrEqual(2);
});

test("a tie is rounded to even, up, or not at all", async () => {
  const result = async (rounding: string, amount: string) =>
    (await json(await convert(`from=EUR&to=EUR&amount=${amount}&rounding=${rounding}`))).result;
  expect([await result("half_even", "0.125"), await result("half_up", "0.125")]).toEqual([
    0.12, 0.13,
  ]);
  expect(await result("half_even", "0.135")).toBe(0.14);
  expect(await result("none", "0.125")).toBe(0.125);
});

test("currencies replaced by the euro convert at their legal rates", async () => {
  const { results } = await json(await convert("from=DEM&to=EUR,FRF&amount=195583"));
  expect(results[0]).toMatchObject({ result: 100_000, path: "fixed" });
  expect(results[1]).toMatchObject({ result: 655_957, path: "fixed" });
});

test("a legal rate applies from its first day, although the ECB published nothing then", async () => {
  const answer = await json(await convert("from=HRK&to=EUR&amount=1000000&date=2023-01-01"));
  expect(answer).toMatchObject({ result: 132_722.81, date: "2023-01-01", reason: null });
  expect(answer.results[0]).toMatchObject({ path: "fixed" });
  const { results } = await json(await convert("from=HRK&to=EUR,USD&date=2023-01-01"));
  expect(results[0]).toMatchObject({ path: "fixed", inverse_rate: 7.5345 });
  const before = await json(await convert("from=HRK&to=EUR&date=2022-12-31"));
  expect(before).toMatchObject({ date: "2022-12-30", reason: "weekend" });
  expect(before.results[0].path).toBe("direct");
});

test("converts a million old lira like one new lira", async () => {
  const old = await json(await convert("from=TRL&to=EUR&amount=1000000&rounding=none"));
  const now = await json(await convert("from=TRY&to=EUR&amount=1&rounding=none"));
  expect(old.results[0].result_exact).toBe(now.results[0].result_exact);
});

test("converting to the same currency changes nothing", async () => {
  const { rate, result, results } = await json(await convert("from=usd&to=USD&amount=12.5"));
  expect([rate, result, results[0].path]).toEqual([1, 12.5, "identity"]);
});

test("text is the bare result, and a table has a line per target", async () => {
  const text = { accept: "text/plain" };
  const bare = await hub.get("/api/currency/convert?from=EUR&to=EUR&amount=3.5", text);
  expect(await bare.text()).toBe("3.5");
  const csv = await convert("from=EUR&to=USD,JPY&amount=2&format=csv");
  expect(csv.headers.get("content-type")).toStartWith("text/csv");
  const lines = (await csv.text()).trim().split("\r\n");
  expect(lines[0]).toBe(
    "date,from,amount,to,rate,inverse_rate,result,result_exact,path,indicative,steps",
  );
  expect(lines.map((line) => line.split(",")[3])).toEqual(["to", "USD", "JPY"]);
});

test.each(["-1", "1e3", "1000000000000001", "0.123456789", "", "１２", "NaN", "1,5", " 1"])(
  "rejects the amount %p",
  async (amount) => {
    const answer = await convert(`from=EUR&to=USD&amount=${encodeURIComponent(amount)}`);
    expect(answer.status).toBe(400);
    expect((await json(answer)).detail).toContain("query.amount");
  },
);

test("rejects an unknown currency and lists the known ones", async () => {
  const answer = await convert("from=EUR&to=XXX");
  expect(answer.status).toBe(422);
  const { code, detail } = await json(answer);
  expect(code).toBe("unsupported_currency");
  expect(detail).toContain('USD, ZAR: it is "XXX"');
});

test("doesn't convert a discontinued currency at its last rate", async () => {
  const answer = await convert("from=EUR&to=RUB");
  expect([answer.status, (await json(answer)).code]).toEqual([422, "no_rate_in_window"]);
});
