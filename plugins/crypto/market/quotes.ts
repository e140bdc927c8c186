import { HubError } from "hub";
import { openWords } from "hub/data-file";
import type { MarketDoors } from "../doors.ts";
import crypto from "../plugin.ts";
import { type ChangePeriod, type Market, spans } from "../providers/market.ts";
import { iso } from "../providers/numbers.ts";
import { type FiatRates, fiatRates, type Rate } from "./fiat.ts";

/** Currencies in which both providers are queried. They need no exchange rates. */
const providerCurrencies = ["usd", "btc", "eth"];
const hourMs = 3_600_000;
const hours: Record<ChangePeriod, number> = {
  "1h": 1,
  "24h": 24,
  "7d": 168,
  "14d": 336,
  "30d": 720,
  "200d": 4800,
  "1y": 8760,
};

/** Currencies of a request and the rates for their conversion. */
export interface Quotes {
  /** Requested codes in lower case, without duplicates. */
  codes: readonly string[];
  /** Currencies to query at the providers: dollars, and bitcoin or ether if requested. */
  bases: readonly string[];
  /** ECB rates, if one of the currencies needs them. */
  rates: FiatRates | undefined;
  /** Currencies whose prices come from the provider, because the ECB's rates are missing or too old. */
  own: ReadonlySet<string>;
  /** Time of the request. A later price is due to clock skew. */
  now: number;
}

/** Parses the currencies of a request. Throws `unsupported_vs_currency` or `dataset_unavailable`. */
export async function readQuotes(
  requested: readonly string[],
  doors: Pick<MarketDoors, "data" | "clock">,
): Promise<Quotes> {
  const codes = [...new Set(requested.map((code) => code.toLowerCase()))];
  const now = doors.clock();
  const isFiat = (code: string) => code !== "sats" && !providerCurrencies.includes(code);
  const rates = codes.some(isFiat) ? await findRates(codes, doors) : undefined;
  const own = new Set(
    codes.filter((code) => isFiat(code) && isProviderFiat(code) && !rates?.perDollar(code, now)),
  );
  const supported = listCodes(rates, own);
  const unsupported = codes.find((code) => !supported.includes(code));
  if (unsupported !== undefined)
    throw crypto.error(
      "unsupported_vs_currency",
      `query.vs must be one or more of ${supported.join(", ")}: it has "${unsupported}"`,
      { at: "query.vs" },
    );
  const bases = codes.map((code) => getBaseCurrency(code, { own }));
  return { codes, bases: [...new Set(["usd", ...bases])], rates, own, now };
}

/** Lists the currencies in which the hub has prices. */
export async function listQuoteCodes(doors: Pick<MarketDoors, "data">): Promise<string[]> {
  const own = readCurrencies()["at the providers"];
  const rates = await findRates([], doors);
  return listCodes(rates, rates ? [] : own);
}

function listCodes(rates: FiatRates | undefined, own: Iterable<string>): string[] {
  return [...new Set([...providerCurrencies, "sats", ...(rates?.codes ?? []), ...own])].sort();
}

/** Returns the ECB rates, or undefined if the hub has none and the providers have prices in these currencies. */
async function findRates(codes: readonly string[], doors: Pick<MarketDoors, "data">) {
  try {
    return await fiatRates(doors);
  } catch (error) {
    const isReplaceable = codes.every((code) => isProviderCurrency(code) || code === "sats");
    if (error instanceof HubError && error.code === "dataset_unavailable" && isReplaceable)
      return undefined;
    throw error;
  }
}

const readCurrencies = openWords(new URL("./currencies.txt", import.meta.url), [
  "at the providers",
]);

/** Returns whether CoinGecko has prices in a currency of money. CoinPaprika has them in most of these. */
function isProviderFiat(code: string): boolean {
  return readCurrencies()["at the providers"].has(code);
}

function isProviderCurrency(code: string): boolean {
  return providerCurrencies.includes(code) || isProviderFiat(code);
}

/** Returns the currency in which a provider is queried for prices in `code`. */
export function getBaseCurrency(code: string, { own }: Pick<Quotes, "own">): string {
  if (code === "sats") return "btc";
  return providerCurrencies.includes(code) || own.has(code) ? code : "usd";
}

/** Returns the conversion factor from the base to a currency at a time, or undefined if unknown. */
export function factorAt(code: string, quotes: Quotes, time: number): number | undefined {
  if (code === "sats") return 1e8;
  if (providerCurrencies.includes(code) || quotes.own.has(code)) return 1;
  return rateAt(code, quotes, time)?.factor;
}

/** Returns the conversion factor. Throws `dataset_unavailable` if the rates are too old. */
export function mustFactorAt(code: string, quotes: Quotes, time: number): number {
  const factor = factorAt(code, quotes, time);
  if (factor !== undefined) return factor;
  throw tooOld(code, quotes, time);
}

/** Converts several coins and drops those without rates. Throws if there are none for any. */
export function convertAll<One>(
  all: readonly One[],
  { quotes, getTime }: { quotes: Quotes; getTime: (one: One) => number },
): One[] {
  const convertible = all.filter((one) =>
    quotes.codes.every((code) => factorAt(code, quotes, getTime(one)) !== undefined),
  );
  const [first] = all;
  if (first !== undefined && convertible.length === 0)
    for (const code of quotes.codes) mustFactorAt(code, quotes, getTime(first));
  return convertible;
}

/** Creates the error for a missing rate. */
export function tooOld(code: string, quotes: Quotes, time: number): HubError {
  return crypto.error(
    "dataset_unavailable",
    `No exchange rate from USD to ${code.toUpperCase()} on ${iso(time)?.slice(0, 10)} or in the two weeks before: the ECB rates of this hub end on ${quotes.rates?.date}. The currency service downloads them from www.ecb.europa.eu, or from its replacement in HUB_UPSTREAMS`,
    { headers: { "retry-after": "60" } },
  );
}

function rateAt(code: string, { rates, own, now }: Quotes, time: number): Rate | undefined {
  return own.has(code) ? undefined : rates?.perDollar(code, Math.min(time, now));
}

/**
 * Converts a market from its base to a currency. All-time highs and lows are omitted if the rate varies:
 * the highest price in dollars isn't necessarily the highest in yen.
 */
export function marketIn(code: string, base: Market, quotes: Quotes): Market {
  const factor = mustFactorAt(code, quotes, base.updatedAt);
  if (factor === 1) return base;
  const scaleMarket = (value: number | null) => (value === null ? null : value * factor);
  const isFixed = code === "sats";
  return {
    ...base,
    price: base.price * factor,
    market_cap: scaleMarket(base.market_cap),
    volume_24h: scaleMarket(base.volume_24h),
    high_24h: scaleMarket(base.high_24h),
    low_24h: scaleMarket(base.low_24h),
    fully_diluted_valuation: scaleMarket(base.fully_diluted_valuation),
    changes: isFixed ? base.changes : changesIn(code, base, quotes),
    ...(isFixed
      ? { ath: scaleMarket(base.ath), atl: scaleMarket(base.atl) }
      : { ath: null, ath_date: null, atl: null, atl_date: null }),
    ...(base.sparkline && { sparkline: base.sparkline.map((price) => price * factor) }),
  };
}

/** Combines the change of the price with that of the dollar. */
function changesIn(
  code: string,
  { changes, updatedAt }: Market,
  quotes: Quotes,
): Market["changes"] {
  const now = factorAt(code, quotes, updatedAt);
  const converted = spans.map((span): [ChangePeriod, number | null] => {
    const change = changes[span] ?? null;
    const then = factorAt(code, quotes, updatedAt - hours[span] * hourMs);
    if (change === null || now === undefined || then === undefined) return [span, null];
    return [span, ((1 + change / 100) * (now / then) - 1) * 100];
  });
  return Object.fromEntries(converted);
}

/** Returns the day of the rates used for a time, if any were used. */
export function ratesNote(quotes: Quotes, time: number) {
  const used = quotes.codes.flatMap((code) => rateAt(code, quotes, time) ?? []);
  if (!quotes.rates || used.length === 0) return undefined;
  const oldest = used.reduce((a, b) => (b.date < a.date ? b : a));
  const { date, stale } = oldest;
  return { fiat_rates: { source: "ecb" as const, date, stale } };
}
