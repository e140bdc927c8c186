import { expect, test } from "bun:test";
import { json, testHub } from "hub/testing";
import { now } from "../fixtures.ts";

const hub = await testHub(`${import.meta.dir}/..`);
const read = async (path: string) => json(await hub.get(`/coingecko/api/v3/${path}`));
const contract = "0xFab0000000000000000000000000000000000001";

test("prices have CoinGecko's names and times in seconds", async () => {
  const flags = ["market_cap", "24hr_vol", "24hr_change", "last_updated_at"];
  const all = flags.map((flag) => `include_${flag}=true`).join("&");
  expect(await read(`simple/price?ids=bitcoin&vs_currencies=usd,eur&${all}`)).toEqual({
    bitcoin: {
      usd: 25_000.5,
      usd_market_cap: 1e12,
      usd_24h_vol: 1e10,
      usd_24h_change: 1.5,
      last_updated_at: now / 1000 - 30,
      eur: 20_000.4,
      eur_market_cap: 8e11,
      eur_24h_vol: 8e9,
      eur_24h_change: expect.any(Number),
    },
  });
  expect(
    await read(`simple/token_price/invented-chain?contract_addresses=${contract},0x1`),
  ).toEqual({
    [contract.toLowerCase()]: { usd: 1.5e-12 },
  });
});

test("a coin has its market by currency, also by its contract", async () => {
  const coin = await read("coins/bitcoin?localization=false&tickers=false");
  expect(coin.market_data.current_price).toMatchObject({ usd: 25_000.5, eur: 20_000.4 });
  expect(coin).toMatchObject({ symbol: "btc", description: { en: "Made up." } });
  expect(await read("coins/bitcoin?market_data=false")).not.toHaveProperty("market_data");
  expect(await read(`coins/invented-chain/contract/${contract}`)).toMatchObject({
    id: "fabulon",
    contract_address: contract,
    asset_platform_id: "invented-chain",
  });
});

test("markets have the requested periods", async () => {
  const [row] = await read("coins/markets?vs_currency=usd&price_change_percentage=7d,24h");
  expect(row).toMatchObject({
    id: "bitcoin",
    market_cap_rank: 1,
    price_change_percentage_24h: 1.5,
    price_change_percentage_24h_in_currency: 1.5,
    price_change_percentage_7d_in_currency: null,
  });
  expect(row.price_change_24h).toBeCloseTo(25_000.5 - 25_000.5 / 1.015, 6);
});

test("charts and candles are lists of numbers", async () => {
  const chart = await read("coins/bitcoin/market_chart?days=7");
  expect(chart.prices).toHaveLength(168);
  expect(chart.prices.flat().every(Number.isFinite)).toBe(true);
  expect(
    await read(`coins/invented-chain/contract/${contract}/market_chart?days=7`),
  ).toHaveProperty("prices");
  const [candle] = await read("coins/bitcoin/ohlc?days=7");
  expect(candle).toHaveLength(5);
  const { market_data } = await read("coins/bitcoin/history?date=31-12-2025&id=bitcoin");
  expect(await read("coins/bitcoin/history?date=2025-12-31")).toMatchObject({ market_data });
  expect(market_data.current_price.usd).toBeNumber();
});

test("lists, searches and totals have CoinGecko's form", async () => {
  expect((await read("coins/list?include_platform=true")).at(-1)).toMatchObject({
    id: "fabulon",
    platforms: { "invented-chain": contract },
  });
  expect((await read("search?query=moon")).coins[0]).toMatchObject({ api_symbol: "moonrock" });
  expect((await read("search/trending")).coins).toHaveLength(3);
  expect((await read("global")).data).toMatchObject({
    total_market_cap: { usd: 2e12 },
    volume_change_percentage_24h_usd: -1.5,
  });
  expect(await read("simple/supported_vs_currencies")).toContain("usd");
  expect(await read("ping")).toEqual({ gecko_says: "(V3) To the Moon!" });
});

test.each([
  ["exchanges", 404, "exchanges"],
  ["coins/nope", 404, "nope"],
  ["coins/bitcoin?tickers=true", 400, "query.tickers"],
  ["simple/price?ids=bitcoin&include_tokens=top", 400, "include_tokens"],
])("%s is refused by name in CoinGecko's format", async (path, status, part) => {
  const response = await hub.get(`/coingecko/api/v3/${path}`);
  const { error, status: details } = await json(response);
  expect([response.status, details]).toEqual([
    status,
    { error_code: status, error_message: error },
  ]);
  expect(error).toContain(part);
});
