import { definePlugin } from "hub";
import { geckoErrors } from "./error-shape.ts";

/** Limits of the operator's plans. */
const limit = {
  type: "integer",
  min: 1,
  max: 1e9,
  unit: "calls",
  fallback: "that of the cheapest plan",
} as const;

export default definePlugin({
  title: "Crypto prices",
  summary:
    "Prices, markets, charts and candles of 10,000+ coins, from two providers with automatic failover.",
  permissions: {
    net: ["api.coingecko.com", "api.coinpaprika.com"],
    kv: true,
    data: ["currency/rates"],
  },
  settings: {
    COINGECKO_DEMO_API_KEY: {
      type: "secret",
      description: "Your key of CoinGecko. Without one, the limit is 25 calls a minute",
    },
    COINGECKO_PRO_API_KEY: {
      type: "secret",
      description:
        "Your key of a paid CoinGecko plan, with `HUB_UPSTREAMS=api.coingecko.com=https://pro-api.coingecko.com`",
    },
    COINGECKO_PER_MINUTE: { ...limit, description: "Limit of your CoinGecko plan a minute" },
    COINGECKO_PER_MONTH: {
      ...limit,
      description:
        "Limit of your CoinGecko plan a month, spread over the days. All processes of the hub count together",
    },
    COINPAPRIKA_API_KEY: {
      type: "secret",
      description: "Your key of CoinPaprika. Without one, the limit is 60 calls a minute",
    },
    COINPAPRIKA_PER_MINUTE: { ...limit, description: "Limit of your CoinPaprika plan a minute" },
    COINPAPRIKA_PER_MONTH: {
      ...limit,
      description: "Limit of your CoinPaprika plan a month, spread over the days",
    },
  },
  upstreams: {
    // The limits of the cheapest plan with each kind of key.
    "api.coingecko.com": {
      perMinute: 25,
      plans: [
        { variable: "COINGECKO_PRO_API_KEY", perMinute: 500, perMonth: 500_000 },
        { variable: "COINGECKO_DEMO_API_KEY", perMinute: 100, perMonth: 10_000 },
      ],
      settings: { perMinute: "COINGECKO_PER_MINUTE", perMonth: "COINGECKO_PER_MONTH" },
    },
    "api.coinpaprika.com": {
      perMinute: 60,
      perMonth: 20_000,
      plans: [{ variable: "COINPAPRIKA_API_KEY", perMinute: 300, perMonth: 400_000 }],
      settings: { perMinute: "COINPAPRIKA_PER_MINUTE", perMonth: "COINPAPRIKA_PER_MONTH" },
    },
  },
  limits: {
    vsMax: 10,
    coinsMax: 250,
    coinCallsMax: 8,
    neighboursMax: 250,
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
    plan_limit: { status: 503, title: "The hub's plan at the provider does not include this" },
    unsupported_vs_currency: { status: 422, title: "Unsupported price currency" },
    range_too_long: { status: 422, title: "The range has too many points" },
  },
  optionalAliases: {
    coingecko: {
      "/coingecko/api/v3/ping": "coingecko/ping.get",
      "/coingecko/api/v3/simple/price": "coingecko/simple/price.get",
      "/coingecko/api/v3/simple/token_price/:id": "coingecko/simple/token-price.get",
      "/coingecko/api/v3/simple/supported_vs_currencies":
        "coingecko/simple/supported-vs-currencies.get",
      "/coingecko/api/v3/coins/list": "coingecko/coins/list.get",
      "/coingecko/api/v3/coins/markets": "coingecko/coins/markets.get",
      "/coingecko/api/v3/coins/:id": "coingecko/coins/coin.get",
      "/coingecko/api/v3/coins/:id/market_chart": "coingecko/coins/chart.get",
      "/coingecko/api/v3/coins/:id/market_chart/range": "coingecko/coins/chart.get",
      "/coingecko/api/v3/coins/:id/history": "coingecko/coins/history.get",
      "/coingecko/api/v3/coins/:id/ohlc": "coingecko/coins/ohlc.get",
      "/coingecko/api/v3/coins/:id/contract/:address": "coingecko/coins/contract.get",
      "/coingecko/api/v3/coins/:id/contract/:address/market_chart":
        "coingecko/coins/contract-chart.get",
      "/coingecko/api/v3/coins/:id/contract/:address/market_chart/range":
        "coingecko/coins/contract-chart.get",
      "/coingecko/api/v3/search": "coingecko/search/index.get",
      "/coingecko/api/v3/search/trending": "coingecko/search/trending.get",
      "/coingecko/api/v3/global": "coingecko/global.get",
    },
  },
  errorShapes: { "/coingecko": geckoErrors },
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
