import { expect, test } from "bun:test";
import fc from "fast-check";
import { cases, json, testHub } from "hub/testing";
import usual, { now } from "../fixtures.ts";

const price = fc.double({ min: 1e-12, max: 1e9, noNaN: true });
/** The four sorted prices of a candle; the middle two are the open and the close. */
const fourPrices = fc.tuple(price, price, price, price, fc.boolean()).map(([a, b, c, d, isUp]) => {
  const [low = a, one = b, other = c, high = d] = [a, b, c, d].toSorted((x, y) => x - y);
  return isUp ? [one, high, low, other] : [other, high, low, one];
});

test("every candle has the lowest low and the highest high, in any currency and precision", async () => {
  const vs = fc.constantFrom("usd", "eur", "jpy", "bgn", "ron");
  const precision = fc.constantFrom("full", "0", "2", "8", "18");
  const all = fc.array(fourPrices, { minLength: 1, maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(all, vs, precision, async (prices, code, places) => {
      const told = prices.map((four, index) => [
        now - (prices.length - index) * 14_400_000,
        ...four,
      ]);
      const one = await withGecko("/ohlc", told);
      const { candles } = await one(`ohlc/bitcoin?vs=${code}&precision=${places}`);
      expect(candles).toHaveLength(told.length);
      for (const [, open, high, low, close] of candles) {
        expect(low).toBeLessThanOrEqual(Math.min(open, close));
        expect(high).toBeGreaterThanOrEqual(Math.max(open, close));
      }
    }),
    cases(40, 8),
  );
});

test("never returns an invalid candle", async () => {
  const wrong = fourPrices
    .filter(([open = 0, high = 0, low = 0]) => low < open && open < high)
    .map(([open, high, low, close]) => [open, low, high, close]);
  await fc.assert(
    fc.asyncProperty(wrong, async (prices) => {
      const one = await withGecko("/ohlc", [[now - 1000, ...prices]]);
      expect(await one("ohlc/bitcoin?vs=btc")).toMatchObject({ code: "upstream_failed" });
    }),
    cases(20, 8),
  );
});

/** Builds a hub to which CoinGecko gives this response at one URL, and its usual ones elsewhere. */
async function withGecko(end: string, body: unknown) {
  const host = "api.coingecko.com" as const;
  const other = await testHub(`${import.meta.dir}/..`, {
    net: {
      [host]: (request) =>
        new URL(request.url).pathname.endsWith(end) ? Response.json(body) : usual[host](request),
    },
  });
  return async (path: string) => json(await other.get(`/api/crypto/${path}`));
}
