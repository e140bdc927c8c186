import { expect, test } from "bun:test";
import { json, testHub } from "hub/testing";

const fail = () => new Response("no", { status: 500 });
const hub = await testHub(`${import.meta.dir}/..`, {
  net: { "api.coingecko.com": fail, "api.coinpaprika.com": fail },
});
const get = async (path: string) => json(await hub.get(`/api/crypto/${path}`));
const usdc = "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48";

test("a hub that never reached a provider lists the coins of a package, marked as old", async () => {
  const { total, coins, ...about } = await get("coins?per_page=3&include_platforms=true");
  expect(total).toBeGreaterThan(1800);
  expect(coins[0]).toMatchObject({ id: "bitcoin", symbol: "btc", rank: null, is_active: null });
  expect(about).toMatchObject({
    as_of: "2026-09-16T00:00:00.000Z",
    stale: true,
    degraded: true,
    source: "web3icons",
  });
});

test.each([
  ["bitc", "bitcoin"],
  ["eth", "ethereum"],
  ["chainlink", "chainlink"],
])("it finds %s", async (q, id) => {
  const { results, stale } = await get(`search?q=${q}`);
  expect([results[0].id, stale]).toEqual([id, true]);
});

test("it finds a coin by its contract, and doesn't claim that there is no other", async () => {
  const answer = await get(`price/${usdc}?match=contract&chain=ethereum`);
  expect(answer).toMatchObject({
    coin: { id: "usd-coin", status: null },
    ambiguous: null,
    source: "currency-api",
    stale: true,
  });
  expect(answer.coin.market_data.current_price_usd).toBeCloseTo(1, 1);
});

// The package of rates has the Guernsey pound, Menlo One and MobieCoin under the symbols of the first three.
test.each(["gogopool", "harmony", "marblex", "edu-coin"])(
  "%s has no price, although a market rate has its symbol or none does",
  async (id) => {
    const answer = await hub.get(`/api/crypto/price/${id}`);
    expect(answer.status).toBeWithin(502, 504);
  },
);

test.each(["casper-network", "lido-dao", "stellar", "decentraland"])(
  "%s has a price: one of its names contains the other",
  async (id) => {
    expect(await get(`price/${id}`)).toMatchObject({ success: true, stale: true });
  },
);

test("a coin that the package lacks isn't reported as unknown", async () => {
  const answer = await hub.get("/api/crypto/price/no-such-coin");
  expect([answer.status, (await json(answer)).code]).toEqual([503, "dataset_unavailable"]);
});
