import { COINS, type Coin, CURRENCIES, computeQuote, priceAt, steps } from "./market.ts";
import { asJson, remembering, type StandIn, type StandInRequest } from "./stand-in.ts";

const dayMs = 86_400_000;

/** CoinPaprika's API version 1, below `/v1`, with the same invented market as CoinGecko's stand-in. */
export const coinpaprika: StandIn = remembering((asked: StandInRequest) => {
  const path = asked.path.replace(/^\/v1/, "");
  // Like the real API, redirects paths with a trailing slash to the path without it.
  if (path.length > 1 && path.endsWith("/"))
    return {
      type: "text/html",
      body: "",
      status: 301,
      headers: { location: `../${path.split("/").at(-2)}` },
    };
  const whole: Record<string, () => unknown> = {
    "/coins": () => COINS.map((coin) => entry(coin)),
    "/tickers": () => COINS.slice(0, 2000).map((coin) => ticker(coin, asked)),
    "/search": () => search(asked),
    "/global": () => global(asked),
  };
  const answer = whole[path];
  if (answer) return asJson(answer());
  const [, folder, id, kind = ""] = /^\/(coins|tickers)\/([^/]+)(?:\/(.+))?$/.exec(path) ?? [];
  const coin = COINS.find((one) => paprikaId(one) === id);
  const ofCoin: Record<string, (coin: Coin, asked: StandInRequest) => unknown> = {
    "coins/": detail,
    "coins/ohlcv/today": (one, { now }) => [candle(one, now)],
    "coins/ohlcv/latest": (one, { now }) => [candle(one, now - dayMs)],
    "coins/ohlcv/historical": candles,
    "tickers/": ticker,
    "tickers/historical": historical,
  };
  const found = ofCoin[`${folder}/${kind}`];
  return coin && found ? asJson(found(coin, asked)) : asJson({ error: "id not found" }, 404);
});

function paprikaId({ id, symbol }: Coin): string {
  return `${symbol}-${id}`;
}

function entry(coin: Coin) {
  return {
    id: paprikaId(coin),
    name: coin.name,
    symbol: coin.symbol.toUpperCase(),
    rank: coin.rank,
    is_new: false,
    is_active: true,
    type: "coin",
  };
}

function detail(coin: Coin) {
  return { ...entry(coin), started_at: `${coin.started}T00:00:00Z`, description: "It is made up." };
}

function ticker(coin: Coin, { now, fault, query }: StandInRequest) {
  const quote = computeQuote(coin, now, fault);
  const usd = {
    price: quote.price,
    volume_24h: quote.volume,
    volume_24h_change_24h: 0,
    market_cap: quote.marketCap,
    market_cap_change_24h: quote.change(1),
    percent_change_1h: quote.change(1 / 24),
    percent_change_24h: quote.change(1),
    percent_change_7d: quote.change(7),
    percent_change_30d: quote.change(30),
    percent_change_1y: quote.change(365),
    ath_price: quote.highest,
    ath_date: "2021-11-10T00:00:00Z",
    percent_from_price_ath: -66.67,
  };
  return {
    id: paprikaId(coin),
    name: coin.name,
    symbol: coin.symbol.toUpperCase(),
    rank: coin.rank,
    circulating_supply: coin.supply,
    total_supply: coin.supply,
    // The real API returns 0 if there is no limit.
    max_supply: coin.maxSupply ?? 0,
    beta_value: 1,
    first_data_at: `${coin.started}T00:00:00Z`,
    last_updated: new Date(quote.updatedAt).toISOString().replace(".000", ""),
    quotes: fault === "missing-currency" ? {} : quotesIn(usd, query.get("quotes") ?? "USD"),
  };
}

/** Returns a quote in each requested currency that is known here. */
function quotesIn(usd: Record<string, number | string | null>, asked: string) {
  const money = ["price", "volume_24h", "market_cap", "ath_price"];
  const codes = asked.split(",").filter((code) => code.toLowerCase() in CURRENCIES);
  return Object.fromEntries(
    codes.map((code) => {
      const rate = CURRENCIES[code.toLowerCase()] ?? 1;
      const fields = Object.entries(usd).map(([name, value]) => [
        name,
        typeof value === "number" && money.includes(name) ? value * rate : value,
      ]);
      return [code, Object.fromEntries(fields)];
    }),
  );
}

function span({ query, now }: StandInRequest): { from: number; to: number; limit: number } {
  const time = (name: string) => {
    const text = query.get(name);
    if (text === null) return undefined;
    return /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text);
  };
  const to = time("end") ?? now;
  const limit = Number(query.get("limit") ?? 1000);
  return { from: time("start") ?? to - dayMs, to, limit };
}

function historical(coin: Coin, asked: StandInRequest) {
  const { from, to, limit } = span(asked);
  const [, count = "1", unit = "d"] =
    /^(\d+)([mhd])$/.exec(asked.query.get("interval") ?? "") ?? [];
  const stepMs = Number(count) * (unit === "m" ? 60_000 : unit === "h" ? 3_600_000 : dayMs);
  const times = steps({ from, to, stepMs }, asked.fault).slice(0, limit);
  return times.map((time) => {
    const price = asked.fault === "zero-rate" ? 0 : priceAt(coin, time);
    const marketCap = Math.round(price * coin.supply);
    return {
      timestamp: new Date(time).toISOString().replace(".000", ""),
      price: asked.fault === "nan" ? Number.NaN : price,
      volume_24h: Math.round(marketCap * 0.03),
      market_cap: marketCap,
    };
  });
}

function candles(coin: Coin, asked: StandInRequest) {
  const { from, to, limit } = span(asked);
  const times = steps({ from, to, stepMs: dayMs }, asked.fault).slice(0, limit);
  return times.map((time) => candle(coin, time));
}

/** Returns the candle of the day of a time. */
function candle(coin: Coin, time: number) {
  const start = Math.floor(time / dayMs) * dayMs;
  const [open, close] = [priceAt(coin, start), priceAt(coin, start + dayMs - 1000)];
  const marketCap = Math.round(close * coin.supply);
  return {
    time_open: new Date(start).toISOString().replace(".000", ""),
    time_close: new Date(start + dayMs - 1000).toISOString().replace(".000", ""),
    open,
    high: Math.max(open, close) * 1.001,
    low: Math.min(open, close) * 0.999,
    close,
    volume: Math.round(marketCap * 0.03),
    market_cap: marketCap,
  };
}

function search({ query }: StandInRequest) {
  const text = (query.get("q") ?? "").toLowerCase();
  const found = COINS.filter(({ symbol, name }) =>
    `${symbol} ${name}`.toLowerCase().includes(text),
  );
  return { currencies: found.slice(0, Number(query.get("limit") ?? 6)).map(entry) };
}

function global({ now }: StandInRequest) {
  const quotes = COINS.slice(0, 100).map((coin) => computeQuote(coin, now));
  const total = quotes.reduce((sum, { marketCap }) => sum + marketCap, 0);
  return {
    market_cap_usd: total,
    volume_24h_usd: Math.round(total * 0.03),
    bitcoin_dominance_percentage: ((quotes[0]?.marketCap ?? 0) / total) * 100,
    cryptocurrencies_number: COINS.length,
    market_cap_change_24h: 0.5,
    volume_24h_change_24h: -1.5,
    last_updated: Math.floor(now / 1000),
  };
}
