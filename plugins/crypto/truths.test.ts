import { expect, test } from "bun:test";
import fc from "fast-check";
import { cases, json, testHub } from "hub/testing";
import type { Coin } from "./catalogue/catalogue.ts";
import { CoinIndex } from "./catalogue/catalogue.ts";
import { byRank } from "./catalogue/fetch.ts";
import { findCoin } from "./catalogue/find.ts";
import { downsample } from "./chart/chart.ts";
import usual, { now } from "./fixtures.ts";
import { plainNumber, rounder } from "./providers/numbers.ts";

const hub = await testHub(import.meta.dir);
const read = async (path: string) => json(await hub.get(`/api/crypto/${path}`));

// A bitcoin is 100,000,000 satoshis; a euro 1.95583 leva, by Regulation (EU) 2025/1409.
test("prices keep the fixed ratios of currencies", async () => {
  const { bitcoin, ethereum } = (await read("prices?ids=bitcoin,ethereum&vs=usd,btc,sats,eur,bgn"))
    .prices;
  expect(bitcoin).toMatchObject({ btc: 1, sats: 100_000_000 });
  for (const coin of [bitcoin, ethereum]) {
    expect(coin.sats / coin.btc).toBeCloseTo(1e8, 4);
    expect(coin.bgn / coin.eur).toBeCloseTo(1.95583, 12);
  }
});

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
  const other = await testHub(import.meta.dir, {
    net: {
      [host]: (request) =>
        new URL(request.url).pathname.endsWith(end) ? Response.json(body) : usual[host](request),
    },
  });
  return async (path: string) => json(await other.get(`/api/crypto/${path}`));
}

test("all endpoints accept the same jumps: small ones, and those confirmed by both providers", async () => {
  const factor = fc
    .double({ min: -12, max: 12, noNaN: true })
    .map((power) => 2 ** power)
    .filter((times) => Math.abs(Math.abs(times - 1) - 0.6) > 1e-6);
  await fc.assert(
    fc.asyncProperty(factor, fc.boolean(), async (times, isSeen) => {
      const world = { now, times: 1 };
      const scale = async (answer: Response, by: number) =>
        new Response((await answer.text()).replaceAll("25000.5", String(25_000.5 * by)));
      const jumpy = await testHub(import.meta.dir, {
        clock: () => world.now,
        net: {
          "api.coingecko.com": (request) => scale(usual["api.coingecko.com"](request), world.times),
          "api.coinpaprika.com": (request) =>
            scale(usual["api.coinpaprika.com"](request), isSeen ? world.times : 1),
        },
      });
      const get = async (path: string) => json(await jumpy.get(`/api/crypto/${path}`));
      await get("price/bitcoin");
      Object.assign(world, { now: now + 100_000, times });
      const [one, several, markets, listed] = [
        await get("price/bitcoin"),
        await get("prices?ids=bitcoin"),
        await get("markets?ids=bitcoin"),
        await get("trending?kind=volume"),
      ];
      const isTold = isSeen || Math.abs(times - 1) < 0.6;
      const expected = isTold ? 25_000.5 * times : 25_000.5;
      expect([
        one.coin.market_data.current_price_usd,
        several.prices.bitcoin.usd,
        markets.coins[0].current_price,
        listed.coins.find(({ id }: { id: string }) => id === "bitcoin").current_price_usd,
      ]).toEqual([expected, expected, expected, expected]);
      const suspects = isTold ? [] : ["bitcoin"];
      expect([one.suspect, several.suspect, markets.suspect, listed.suspect]).toEqual([
        ...[!isTold, suspects, suspects, suspects],
      ]);
    }),
    cases(20, 8),
  );
});

test("every requested coin is either returned or missing, and nothing else is returned", async () => {
  const ids = fc.uniqueArray(
    fc.constantFrom("bitcoin", "ethereum", "moonrock", "fabulon", "nothing", "moon", "dollar"),
    { minLength: 1 },
  );
  const known = ["bitcoin", "ethereum", "moonrock", "fabulon"];
  await fc.assert(
    fc.asyncProperty(ids, async (asked) => {
      for (const [path, told] of [
        ["prices", ({ prices }) => Object.keys(prices)],
        ["markets", ({ coins }) => coins.map(({ id }: { id: string }) => id)],
        // biome-ignore lint/suspicious/noExplicitAny: the shapes differ
      ] as const satisfies [string, (answer: any) => string[]][]) {
        const answer = await read(`${path}?ids=${asked}`);
        if (!asked.some((id) => known.includes(id))) expect(answer.code).toBe("unknown_coin");
        else {
          expect(told(answer).toSorted()).toEqual(
            asked.filter((id) => known.includes(id)).toSorted(),
          );
          expect(answer.missing).toEqual(asked.filter((id) => !known.includes(id)));
        }
      }
    }),
    cases(40, 8),
  );
});

const word = fc.constantFrom("sol", "uni", "pepe", "near", "atom", "luna");
const invented: fc.Arbitrary<Coin> = fc.record({
  id: word,
  symbol: word,
  name: word.map((text) => text.toUpperCase()),
  rank: fc.option(fc.integer({ min: 1, max: 30 })),
  type: fc.constant(null),
  isActive: fc.constant(true),
  isNew: fc.constant(false),
  paprika: fc.constant(null),
  isAtGecko: fc.constant(true),
  platforms: fc.constant({}),
});

test("a name resolves to the highest-ranked coin with that name, and hides no other", () => {
  const coins = fc.uniqueArray(invented, { selector: ({ id }) => id, minLength: 1 });
  fc.assert(
    fc.property(coins, word, (all, asked) => {
      const index = new CoinIndex({
        coins: all.toSorted(byRank),
        fetchedAt: now,
        sources: ["coingecko", "coinpaprika"],
      });
      const called = all.filter(({ id, symbol, name }) =>
        [id, symbol, name.toLowerCase()].includes(asked),
      );
      const found = findCoin(index, asked.toUpperCase());
      const ranks = called.map(({ rank }) => rank ?? Number.POSITIVE_INFINITY);
      expect(found?.coin.rank ?? Number.POSITIVE_INFINITY).toBe(Math.min(...ranks));
      expect(new Set(found?.candidates.map(({ coin }) => coin))).toEqual(
        new Set(called.length > 1 ? called : []),
      );
      expect(findCoin(index, asked, { match: "id" })?.coin.id ?? asked).toBe(asked);
    }),
    cases(200),
  );
});

test("a price without an exponent is the same number", () => {
  fc.assert(
    fc.property(fc.double({ min: 1e-300, max: 1e300, noNaN: true }), (value) => {
      const text = plainNumber(value);
      expect(text).toMatch(/^\d+(\.\d+)?$/);
      expect(Number(text)).toBe(value);
    }),
    cases(300),
  );
});

test("rounds an amount to the nearest value with these decimals", () => {
  const places = fc.integer({ min: 0, max: 18 });
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1e12, noNaN: true }), places, (value, decimals) => {
      const rounded = rounder(String(decimals))(value);
      expect(Math.abs(rounded - value)).toBeLessThanOrEqual(0.5 * 10 ** -decimals + value * 1e-15);
      expect(rounder(String(decimals))(rounded)).toBe(rounded);
      expect(rounder("full")(value)).toBe(value);
    }),
    cases(300),
  );
});

test("a downsampled line keeps the order and both ends of the original", () => {
  const points = fc.array(price, { minLength: 3, maxLength: 200 });
  fc.assert(
    fc.property(points, fc.integer({ min: 3, max: 200 }), (prices, count) => {
      const all = prices.map((value, time) => ({ time, price: value }));
      const few = downsample(all, count);
      expect(few).toHaveLength(Math.min(count, all.length));
      expect([few[0], few.at(-1)]).toEqual([all[0], all.at(-1)]);
      for (const [index, point] of few.entries()) {
        expect(all[point.time]).toBe(point);
        if (index > 0) expect(point.time).toBeGreaterThan(few[index - 1]!.time);
      }
    }),
    cases(100, 8),
  );
});

test("a chart in another currency is the dollar chart times each day's rate, with its own statistics", async () => {
  const code = fc.constantFrom("eur", "jpy", "ron", "bgn");
  // Few cases: CoinGecko allows 25 requests per minute, and the clock doesn't advance here.
  const length = fc.constantFrom(1, 2, 3, 7, 13, 14, 15, 30, 60, 90);
  await fc.assert(
    fc.asyncProperty(code, length, async (vs, days) => {
      const [dollars, other] = [
        await read(`chart/bitcoin?days=${days}`),
        await read(`chart/bitcoin?days=${days}&vs=${vs}`),
      ];
      const values = other.prices.map(([, value]: number[]) => value);
      const { first, last, min, max } = other.stats;
      expect([first, last, min, max]).toEqual([
        ...[values[0], values.at(-1), Math.min(...values), Math.max(...values)],
      ]);
      const usd = new Map(dollars.prices);
      const factors = other.prices.map(
        ([time, value]: [number, number]) => value / Number(usd.get(time)),
      );
      // Two days have rates. Days more than two weeks before the first have none.
      expect(new Set(factors.map((one: number) => one.toPrecision(9))).size).toBeLessThanOrEqual(2);
    }),
    cases(15, 8),
  );
});
