import { expect, test } from "bun:test";
import fc from "fast-check";
import { cases, json, testHub } from "hub/testing";
import usual, { now } from "../fixtures.ts";

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
      const jumpy = await testHub(`${import.meta.dir}/..`, {
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
