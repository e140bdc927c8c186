import { chart, ohlc } from "./coingecko-charts.ts";
import type { DataFault } from "./faults.ts";
import { COINS, type Coin, CURRENCIES, computeQuote } from "./market.ts";
import { asJson, remembering, type StandIn, type StandInRequest } from "./stand-in.ts";

/** CoinGecko's API version 3, below `/api/v3`, with an invented market. */
export const coingecko: StandIn = remembering((asked: StandInRequest) => {
  const path = asked.path.replace(/^\/api\/v3/, "");
  const whole: Record<string, () => unknown> = {
    "/ping": () => ({ gecko_says: "(V3) To the invented Moon!" }),
    "/simple/price": () => simplePrice(asked),
    "/simple/supported_vs_currencies": () => Object.keys(CURRENCIES),
    "/coins/list": () => list(asked),
    "/coins/markets": () => markets(asked),
    "/search": () => search(asked),
    "/search/trending": () => trending(),
    "/global": () => global(asked),
  };
  const answer = whole[path];
  if (answer) return asJson(answer());
  const [, id, kind = "detail"] = /^\/coins\/([^/]+)(?:\/(.+))?$/.exec(path) ?? [];
  const coin = COINS.find((one) => one.id === id);
  const ofCoin: Record<string, (coin: Coin, asked: StandInRequest) => unknown> = {
    detail,
    market_chart: chart,
    "market_chart/range": chart,
    ohlc,
  };
  if (coin && ofCoin[kind]) return asJson(ofCoin[kind](coin, asked));
  return asJson({ error: "coin not found" }, 404);
});

function listed(query: URLSearchParams, name: string): string[] {
  return (query.get(name) ?? "").split(",").filter(Boolean);
}

/** Converts an amount in dollars to each currency. */
function inAll(amount: number | null, fault?: DataFault): Record<string, number> {
  if (amount === null) return {};
  const all = Object.entries(CURRENCIES).map(([code, rate]) => [code, amount * rate] as const);
  return Object.fromEntries(all.filter(([code]) => code !== "usd" || fault !== "missing-currency"));
}

function simplePrice({ query, now, fault }: StandInRequest) {
  const coins = COINS.filter(({ id }) => listed(query, "ids").includes(id));
  return Object.fromEntries(
    coins.map((coin) => {
      const quote = computeQuote(coin, now, fault);
      const fields = listed(query, "vs_currencies").flatMap((code) => {
        const rate = CURRENCIES[code];
        if (rate === undefined || quote.price === null) return [];
        return [
          [code, quote.price * rate],
          [`${code}_market_cap`, quote.marketCap * rate, "include_market_cap"],
          [`${code}_24h_vol`, quote.volume * rate, "include_24hr_vol"],
          [`${code}_24h_change`, quote.change(1), "include_24hr_change"],
        ];
      });
      fields.push(["last_updated_at", quote.updatedAt / 1000, "include_last_updated_at"]);
      const wanted = fields.filter(([, , flag]) => !flag || query.get(String(flag)) === "true");
      return [coin.id, Object.fromEntries(wanted.map(([name, value]) => [name, value]))];
    }),
  );
}

function list({ query }: StandInRequest) {
  const hasPlatforms = query.get("include_platform") === "true";
  return COINS.map(({ id, symbol, name }) => ({
    id,
    symbol,
    name,
    ...(hasPlatforms && { platforms: {} }),
  }));
}

function markets({ query, now, fault }: StandInRequest) {
  const ids = listed(query, "ids");
  const size = Number(query.get("per_page") ?? 100);
  const start = (Number(query.get("page") ?? 1) - 1) * size;
  const rate = CURRENCIES[query.get("vs_currency") ?? "usd"] ?? 1;
  const coins = ids.length > 0 ? COINS.filter(({ id }) => ids.includes(id)) : COINS;
  return coins.slice(start, start + size).map((coin) => market(coin, { rate, now, fault }));
}

function market(
  coin: Coin,
  { rate, now, fault }: { rate: number; now: number; fault: DataFault | undefined },
) {
  const quote = computeQuote(coin, now, fault);
  return {
    id: coin.id,
    symbol: coin.symbol,
    name: coin.name,
    image: "",
    current_price: quote.price === null ? null : quote.price * rate,
    market_cap: quote.marketCap * rate,
    market_cap_rank: coin.rank,
    fully_diluted_valuation: null,
    total_volume: quote.volume * rate,
    high_24h: quote.high * rate,
    low_24h: quote.low * rate,
    price_change_percentage_24h: quote.change(1),
    circulating_supply: coin.supply,
    total_supply: coin.supply,
    max_supply: coin.maxSupply,
    ath: quote.highest * rate,
    ath_date: "2021-11-10T00:00:00.000Z",
    atl: quote.lowest * rate,
    atl_date: "2015-01-14T00:00:00.000Z",
    roi: null,
    last_updated: new Date(quote.updatedAt).toISOString(),
  };
}

function detail(coin: Coin, { now, fault }: StandInRequest) {
  const quote = computeQuote(coin, now, fault);
  const updated = new Date(quote.updatedAt).toISOString();
  return {
    id: coin.id,
    symbol: coin.symbol,
    name: coin.name,
    web_slug: coin.id,
    asset_platform_id: null,
    platforms: {},
    categories: ["Invented"],
    description: { en: "There is no such coin: its numbers are made up." },
    links: { homepage: ["https://example.com"] },
    genesis_date: coin.started,
    market_cap_rank: coin.rank,
    market_data: {
      current_price: inAll(quote.price, fault),
      market_cap: inAll(quote.marketCap),
      market_cap_rank: coin.rank,
      total_volume: inAll(quote.volume),
      high_24h: inAll(quote.high),
      low_24h: inAll(quote.low),
      ath: inAll(quote.highest),
      ath_date: { usd: "2021-11-10T00:00:00.000Z" },
      atl: inAll(quote.lowest),
      atl_date: { usd: "2015-01-14T00:00:00.000Z" },
      price_change_percentage_1h_in_currency: inAll(quote.change(1 / 24)),
      price_change_percentage_24h: quote.change(1),
      price_change_percentage_7d: quote.change(7),
      price_change_percentage_30d: quote.change(30),
      price_change_percentage_1y: quote.change(365),
      circulating_supply: coin.supply,
      total_supply: coin.supply,
      max_supply: coin.maxSupply,
      last_updated: updated,
    },
    last_updated: updated,
  };
}

function search({ query }: StandInRequest) {
  const text = (query.get("query") ?? "").toLowerCase();
  const found = COINS.filter(({ symbol, name }) =>
    `${symbol} ${name}`.toLowerCase().includes(text),
  );
  const coins = found.slice(0, 25).map(({ id, name, symbol, rank }) => ({
    id,
    name,
    api_symbol: id,
    symbol,
    market_cap_rank: rank,
    thumb: "",
    large: "",
  }));
  return { coins, exchanges: [], icos: [], categories: [], nfts: [] };
}

function trending() {
  const coins = COINS.slice(0, 15).map(({ id, name, symbol, rank }, score) => ({
    item: { id, coin_id: rank, name, symbol, market_cap_rank: rank, slug: id, score },
  }));
  return { coins, nfts: [], categories: [] };
}

function global({ now }: StandInRequest) {
  const quotes = COINS.slice(0, 100).map((coin) => computeQuote(coin, now));
  const total = quotes.reduce((sum, { marketCap }) => sum + marketCap, 0);
  const share = (index: number) => ((quotes[index]?.marketCap ?? 0) / total) * 100;
  return {
    data: {
      active_cryptocurrencies: COINS.length,
      markets: 3,
      total_market_cap: inAll(total),
      total_volume: inAll(total * 0.03),
      market_cap_percentage: { btc: share(0), eth: share(1) },
      market_cap_change_percentage_24h_usd: 0.5,
      volume_change_percentage_24h_usd: -1.5,
      updated_at: Math.floor(now / 1000),
    },
  };
}
