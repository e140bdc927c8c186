import { oneOf, type Static, t } from "hub";
import { ambiguity, mustFind } from "../catalogue/find.ts";
import { readIndex } from "../catalogue/read-index.ts";
import type { MarketDoors } from "../doors.ts";
import { provenance } from "../market/provenance.ts";
import { factorAt, getBaseCurrency, readQuotes, tooOld } from "../market/quotes.ts";
import { isSuspect } from "../market/suspect.ts";
import crypto from "../plugin.ts";
import { fetchFromProvider, gecko, paprika, query, withinPlan } from "../providers/ask.ts";
import { queryWithFailover } from "../providers/failover.ts";
import { EmptyListError, orNoPrice } from "../providers/no-price.ts";
import {
  amount,
  fields,
  getNewest,
  list,
  moment,
  price,
  rounder,
  toIsoTime,
} from "../providers/numbers.ts";
import { refuse } from "../refuse.ts";
import * as shared from "../request.ts";

const dayMs = 86_400_000;

/** Closing time, open, high, low, close, and volume if known. */
type Candle = [number, number, number, number, number, number | null];

export const ohlcQuery = t.Object({
  vs: shared.vsOne,
  match: shared.match,
  chain: shared.chain,
  days: oneOf(["1", "7", "14", "30", "90", "180", "365"], {
    default: "7",
    description: "Number of days up to now",
  }),
  interval: oneOf(["auto", "30m", "4h", "1d", "4d"], {
    default: "auto",
    description: "Length of a candle",
  }),
  precision: shared.precision,
});

type OhlcQuery = Static<typeof ohlcQuery> & Static<typeof shared.coinParams>;

/** Returns candles of a coin: 30 minutes, 4 hours or 4 days from CoinGecko, daily from CoinPaprika. */
export async function ohlc(request: OhlcQuery, doors: MarketDoors) {
  const quotes = await readQuotes([request.vs], doors);
  const [code = "usd"] = quotes.codes;
  const vs = getBaseCurrency(code, quotes);
  const geckoInterval = request.days === "1" ? "30m" : Number(request.days) <= 30 ? "4h" : "4d";
  const { interval } = request;
  if (interval !== "auto" && interval !== "1d" && interval !== geckoInterval)
    refuse(
      "query.interval",
      `must be auto, 1d or ${geckoInterval} if query.days is ${request.days}: it is ${interval}`,
    );
  if (interval === "1d" && vs !== "usd")
    throw crypto.error(
      "unsupported_vs_currency",
      `query.vs must not be a coin if query.interval is 1d: it is "${code}"`,
      { at: "query.vs" },
    );
  const index = await readIndex(doors);
  const match = mustFind(index, request.coin, request);
  const { coin } = match;
  const { paprika: atPaprika } = coin;
  const isDaily = interval === "1d" || (interval === "auto" && vs === "usd");
  const result = await queryWithFailover<Candle[]>(
    {
      coingecko:
        coin.isAtGecko && interval !== "1d"
          ? () =>
              orNoPrice(
                () => geckoCandles({ id: coin.id, vs, days: request.days }, doors),
                () => geckoCandles({ id: "bitcoin", vs: "usd", days: "1" }, doors),
              )
          : undefined,
      coinpaprika:
        atPaprika && isDaily
          ? () =>
              orNoPrice(
                () => paprikaCandles({ id: atPaprika, days: Number(request.days) }, doors),
                () => paprikaCandles({ id: "btc-bitcoin", days: 7 }, doors),
              )
          : undefined,
    },
    { doors, first: interval === "1d" ? "coinpaprika" : "coingecko" },
  );
  const round = rounder(request.precision);
  const [time, , , , price] = getNewest(result.value);
  const { source, stale } = result;
  const suspect =
    result.value.length > 1 &&
    (await isSuspect({ coin, code: vs, time, price, source, stale }, doors));
  const trusted = suspect ? result.value.slice(0, -1) : result.value;
  const converted = trusted.flatMap((one) => convertCandle(one, factorAt(code, quotes, one[0])));
  const newest = converted.at(-1);
  // The rates are too old for every candle.
  if (!newest) throw tooOld(code, quotes, getNewest(trusted)[0]);
  const length = source === "coingecko" ? geckoInterval : ("1d" as const);
  return {
    id: coin.id,
    symbol: coin.symbol,
    name: coin.name,
    vs: code,
    interval: length,
    timestamp: "close" as const,
    candles: converted.map(([time, ...amounts]) => [
      time,
      ...amounts.flatMap((one) => (one === null ? [] : [round(one)])),
    ]),
    ...ambiguity(match, index),
    suspect,
    ...provenance(result, {
      times: [newest[0]],
      now: doors.clock(),
      freshMs: 2 * lengthMs[length],
      quotes,
    }),
  };
}

const lengthMs = { "30m": 1_800_000, "4h": 4 * 3_600_000, "1d": dayMs, "4d": 4 * dayMs };

/** Converts a candle with the rates of its day. Drops it if there are none. */
function convertCandle(
  [time, open, high, low, close, volume]: Candle,
  factor: number | undefined,
): Candle[] {
  if (factor === undefined) return [];
  const scale = (value: number) => value * factor;
  return [
    [
      time,
      scale(open),
      scale(high),
      scale(low),
      scale(close),
      volume === null ? null : scale(volume),
    ],
  ];
}

function geckoCandles(
  { id, vs, days }: { id: string; vs: string; days: string },
  doors: MarketDoors,
) {
  const parameters = query({ vs_currency: vs, days });
  return fetchFromProvider(
    doors,
    `${gecko}coins/${encodeURIComponent(id)}/ohlc?${parameters}`,
    (body) => {
      const candles = list(body).map((one) => {
        const [time, open, high, low, close] = list(one);
        return parseCandle({ time, open, high, low, close }, doors.clock());
      });
      return sortCandles(candles);
    },
  );
}

function paprikaCandles({ id, days }: { id: string; days: number }, doors: MarketDoors) {
  const from = Math.floor(doors.clock() / dayMs - days) * dayMs;
  const start = toIsoTime(from).slice(0, 10);
  const parameters = query({ start, limit: 366 });
  const url = `${paprika}coins/${encodeURIComponent(id)}/ohlcv/historical?${parameters}` as const;
  return withinPlan({ kind: "coinpaprika candles", from }, doors, () =>
    fetchFromProvider(doors, url, (body) => {
      const now = doors.clock();
      const closed = list(body)
        .map(fields)
        // The current day has no close yet.
        .filter((one) => Date.parse(String(one.time_close)) <= now || isFar(one.time_close, now))
        .map((one) => parseCandle({ ...one, time: Date.parse(String(one.time_close)) }, now));
      return sortCandles(closed);
    }),
  );
}

/** Returns whether a close is too far in the future. `moment` rejects it later. */
function isFar(time: unknown, now: number): boolean {
  return Date.parse(String(time)) > now + dayMs;
}

/** Validates a candle: the low must be the lowest value and the high the highest. */
function parseCandle(one: Record<string, unknown>, now: number): Candle {
  const [open, high, low, close] = [one.open, one.high, one.low, one.close].map(price) as [
    ...[number, number, number, number],
  ];
  if (low > Math.min(open, close) || high < Math.max(open, close))
    throw new Error(`A candle of ${one.time} has a low or high inside its body`);
  return [moment(one.time, now), open, high, low, close, amount(one.volume)];
}

/** Sorts candles and removes duplicates. */
function sortCandles(candles: readonly Candle[]): Candle[] {
  if (candles.length === 0) throw new EmptyListError();
  const byTime = new Map(candles.map((one) => [one[0], one]));
  return [...byTime.values()].toSorted((a, b) => a[0] - b[0]);
}
