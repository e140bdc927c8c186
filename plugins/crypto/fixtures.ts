/** A fictional market in the formats of both providers. */
export const now = Date.UTC(2026, 0, 2, 3, 4, 5);

const dayMs = 86_400_000;
const chain = { "invented-chain": "0xFab0000000000000000000000000000000000001" };
/** The address in the examples of endpoints. */
const cheese = { ethereum: "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48" };

/** Id at CoinGecko, symbol, name, price in dollars, change in percent. */
const coins = [
  { id: "bitcoin", symbol: "btc", name: "Bitcoin (invented)", price: 25_000.5, change: 1.5 },
  { id: "ethereum", symbol: "eth", name: "Ethereum (invented)", price: 1200, change: -2 },
  { id: "moonrock", symbol: "moon", name: "Moonrock", price: 4.25, change: 30 },
  { id: "moonbeam-cheese", symbol: "moon", name: "Moonbeam Cheese", price: 0.5, change: -40 },
  { id: "fabulon", symbol: "fab", name: "Fabulon", price: 1.5e-12, change: 0.1 },
].map((coin, index) => ({
  ...coin,
  rank: index + 1,
  cap: 10 ** (12 - index),
  isNew: coin.id === "moonrock",
  platforms: coin.id === "fabulon" ? chain : coin.id === "moonbeam-cheese" ? cheese : {},
}));
type FictionalCoin = (typeof coins)[number];

const updated = new Date(now - 30_000).toISOString();
/** Prices in the currencies of a provider, which has its own rate of the euro. */
const both = (usd: number) => ({ usd, btc: usd / 25_000.5, eth: usd / 1200, eur: usd * 0.79 });
type Currency = keyof ReturnType<typeof both>;

/** A euro is 1.25 dollars, and was 1.20 dollars the day before. */
export const data = {
  "currency/rates": {
    "eurofxref-hist.csv": "Date,USD,JPY,RON\n2026-01-02,1.25,160,5\n2025-12-31,1.20,160,5\n",
  },
};

export default {
  "api.coingecko.com": ({ url }: Request) => gecko(new URL(url)),
  "api.coinpaprika.com": ({ url }: Request) => paprika(new URL(url)),
};

function gecko({ pathname, searchParams }: URL): Response {
  const path = pathname.replace("/api/v3/", "");
  if (path === "coins/list")
    return Response.json(
      coins.map(({ id, symbol, name, platforms }) => ({ id, symbol, name, platforms })),
    );
  if (path === "coins/markets") {
    const ids = searchParams.get("ids")?.split(",");
    const matching = coins.filter(({ id }) => !ids || ids.includes(id));
    const size = Number(searchParams.get("per_page"));
    const start = (Number(searchParams.get("page")) - 1) * size;
    const vs = searchParams.get("vs_currency") as Currency;
    return Response.json(matching.slice(start, start + size).map((coin) => listCoin(coin, vs)));
  }
  if (path === "simple/price") {
    const ids = searchParams.get("ids")?.split(",") ?? [];
    const matching = coins.filter(({ id }) => ids.includes(id));
    return Response.json(Object.fromEntries(matching.map((coin) => [coin.id, simple(coin)])));
  }
  if (path === "search/trending")
    return Response.json({ coins: coins.slice(1, 4).map(({ id }) => ({ item: { id } })) });
  if (path === "global") return Response.json({ data: globalData() });
  const [, id, kind] = path.split("/");
  const coin = coins.find((one) => one.id === id);
  if (!coin) return Response.json({ error: "coin not found" }, { status: 404 });
  if (kind === "market_chart") return Response.json(chart(coin, searchParams));
  if (kind === "ohlc") return Response.json(candles(coin));
  return Response.json(detail(coin));
}

function listCoin(coin: FictionalCoin, vs: Currency) {
  return {
    id: coin.id,
    current_price: both(coin.price)[vs] ?? coin.price,
    market_cap: coin.cap,
    market_cap_rank: coin.rank,
    total_volume: coin.cap / 100,
    high_24h: coin.price * 1.1,
    low_24h: coin.price * 0.9,
    price_change_percentage_24h: coin.change,
    ath: coin.price * 3,
    ath_date: "2021-11-10T00:00:00.000Z",
    circulating_supply: 1000,
    total_supply: 1000,
    max_supply: null,
    last_updated: updated,
  };
}

function simple({ price, change, cap }: FictionalCoin) {
  return {
    ...both(price),
    usd_24h_change: change,
    btc_24h_change: change,
    usd_market_cap: cap,
    usd_24h_vol: cap / 100,
    last_updated_at: Math.floor(now / 1000) - 30,
  };
}

function detail(coin: FictionalCoin) {
  return {
    id: coin.id,
    genesis_date: "2009-01-03",
    platforms: coin.platforms,
    description: { en: "Made up." },
    links: { homepage: ["https://example.com", ""] },
    categories: ["Invented"],
    market_data: {
      current_price: both(coin.price),
      market_cap: both(coin.cap),
      market_cap_rank: coin.rank,
      total_volume: both(coin.cap / 100),
      high_24h: both(coin.price * 1.1),
      low_24h: both(coin.price * 0.9),
      price_change_percentage_24h: coin.change,
      ath: both(coin.price * 3),
      ath_date: { usd: "2021-11-10T00:00:00.000Z" },
      circulating_supply: 1000,
      total_supply: 1000,
      max_supply: null,
      last_updated: updated,
    },
  };
}

function globalData() {
  return {
    active_cryptocurrencies: coins.length,
    markets: 3,
    total_market_cap: both(2e12),
    total_volume: both(3e10),
    market_cap_percentage: { btc: 50, eth: 5 },
    market_cap_change_percentage_24h_usd: 0.5,
    volume_change_percentage_24h_usd: -1.5,
    updated_at: Math.floor(now / 1000) - 30,
  };
}

function chart({ price }: FictionalCoin, query: URLSearchParams) {
  const days = query.get("days") === "max" ? 3650 : Number(query.get("days") ?? 30);
  const isDaily = query.get("interval") === "daily" || days > 90;
  const step = isDaily ? dayMs : days > 1 ? dayMs / 24 : dayMs / 288;
  const count = Math.floor((days * dayMs) / step);
  const points = Array.from({ length: count }, (_, index) => {
    const time = Math.floor(now / step) * step - (count - 1 - index) * step;
    return [time, price * (1 + 0.1 * Math.sin(index / 9))] as const;
  });
  const scale = (by: number) => points.map(([time, value]) => [time, value * by]);
  return { prices: points, market_caps: scale(1000), total_volumes: scale(10) };
}

function candles({ price }: FictionalCoin) {
  return Array.from({ length: 42 }, (_, index) => {
    const time = Math.floor(now / dayMs) * dayMs - (41 - index) * 4 * 3_600_000;
    return [time, price, price * 1.2, price * 0.8, price * 1.1];
  });
}

function paprika({ pathname, searchParams }: URL): Response {
  const path = pathname.replace("/v1/", "");
  if (path === "coins") return Response.json(coins.map(entry));
  if (path === "tickers") return Response.json(coins.map(ticker));
  if (path === "global")
    return Response.json({
      market_cap_usd: 2e12,
      volume_24h_usd: 3e10,
      bitcoin_dominance_percentage: 50,
      cryptocurrencies_number: coins.length,
      market_cap_change_24h: 0.5,
      volume_24h_change_24h: -1.5,
      last_updated: Math.floor(now / 1000) - 30,
    });
  const [folder, id, kind] = path.split("/");
  const coin = coins.find((one) => entry(one).id === id);
  if (!coin) return Response.json({ error: "id not found" }, { status: 404 });
  if (folder === "tickers" && kind === "historical") return Response.json(history(coin));
  if (folder === "tickers") return Response.json(ticker(coin));
  if (kind === "ohlcv") return Response.json(days(coin, searchParams));
  return Response.json({
    ...entry(coin),
    started_at: "2009-01-03T00:00:00Z",
    description: "Made up.",
  });
}

function entry({ id, symbol, name, rank, isNew }: FictionalCoin) {
  return {
    id: `${symbol}-${id}`,
    symbol: symbol.toUpperCase(),
    name,
    rank,
    is_new: isNew,
    is_active: true,
    type: id === "fabulon" ? "token" : "coin",
  };
}

function ticker(coin: FictionalCoin) {
  return {
    ...entry(coin),
    circulating_supply: 1000,
    total_supply: 1000,
    max_supply: 0,
    last_updated: updated.replace(/\.\d+Z/, "Z"),
    quotes: {
      USD: {
        price: coin.price,
        market_cap: coin.cap,
        volume_24h: coin.cap / 100,
        percent_change_24h: coin.change,
        ath_price: coin.price * 3,
        ath_date: "2021-11-10T00:00:00Z",
      },
      BTC: { price: both(coin.price).btc, percent_change_24h: coin.change },
    },
  };
}

function history({ price }: FictionalCoin) {
  return Array.from({ length: 168 }, (_, index) => ({
    timestamp: new Date(Math.floor(now / 3_600_000) * 3_600_000 - (167 - index) * 3_600_000),
    price: price * (1 + index / 1000),
    volume_24h: 10,
    market_cap: 1000,
  }));
}

function days({ price }: FictionalCoin, query: URLSearchParams) {
  const start = Date.parse(query.get("start") ?? "");
  const count = Math.floor((now - start) / dayMs) + 1;
  return Array.from({ length: count }, (_, index) => ({
    time_close: new Date(start + (index + 1) * dayMs - 1000),
    open: price,
    high: price * 1.2,
    low: price * 0.8,
    close: price * 1.1,
    volume: 7,
  }));
}
