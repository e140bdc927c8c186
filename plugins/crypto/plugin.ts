import { definePlugin } from "hub";

export default definePlugin({
  title: "Crypto prices",
  summary:
    "Prices, markets, charts and candles of 10,000+ coins, from two providers with automatic failover.",
  permissions: {
    net: ["api.coingecko.com", "api.coinpaprika.com"],
    kv: true,
    env: ["COINGECKO_DEMO_API_KEY", "COINGECKO_PRO_API_KEY", "COINPAPRIKA_API_KEY"],
    data: ["currency/rates"],
  },
  upstreams: {
    "api.coingecko.com": { perMinute: 25 },
    "api.coinpaprika.com": { perMinute: 60 },
  },
  limits: {
    vsMax: 10,
    coinsMax: 250,
    candidatesMax: 5,
    suggestionsMax: 3,
    pointsMax: 5000,
    chartDaysMax: 3650,
    timeoutMs: 30_000,
    bodyBytesMax: 1024,
  },
  errors: {
    unknown_coin: { status: 404, title: "No coin has this id, symbol, name or contract address" },
    no_price: { status: 404, title: "No provider has a price for this coin" },
    unsupported_vs_currency: { status: 422, title: "Unsupported price currency" },
    range_too_long: { status: 422, title: "The range has too many points" },
  },
  first: [
    "price/[coin].get",
    "prices.get",
    "search.get",
    "chart/[coin].get",
    "ohlc/[coin].get",
    "markets.get",
    "trending.get",
    "global.get",
  ],
  try: { "/crypto/:coin": "price/[coin].get" },
});
