import { oneOf, type Static, t } from "hub";
import type { Coin } from "../catalogue/catalogue.ts";
import { ambiguity, mustFind } from "../catalogue/find.ts";
import { readIndex } from "../catalogue/read-index.ts";
import type { MarketDoors } from "../doors.ts";
import { provenance } from "../market/provenance.ts";
import { factorAt, getBaseCurrency, readQuotes, tooOld } from "../market/quotes.ts";
import { isSuspect } from "../market/suspect.ts";
import crypto from "../plugin.ts";
import { type FromSource, queryWithFailover } from "../providers/failover.ts";
import { getNewest, type Rounder, rounder, toIsoTime } from "../providers/numbers.ts";
import * as shared from "../request.ts";
import { type ChartPoint, geckoChart, paprikaChart, stepMs } from "./fetch.ts";
import { type ChartRange, rangeQuery, readRange } from "./range.ts";

export const chartQuery = t.Object({
  vs: shared.vsOne,
  match: shared.match,
  chain: shared.chain,
  ...rangeQuery.properties,
  downsample: oneOf(["none", "lttb"], {
    default: "none",
    description: "Reduce the number of points but keep the shape of the line",
  }),
  points: t.Integer({
    minimum: 3,
    maximum: crypto.limits.pointsMax,
    default: 500,
    description: "Number of points after `downsample`",
  }),
  precision: shared.precision,
  format: oneOf(["json", "csv", "svg"], {
    default: "json",
    description: "JSON, a CSV table, or a line chart",
  }),
});

type ChartQuery = Omit<Static<typeof chartQuery>, "format"> & Static<typeof shared.coinParams>;

/** Returns the price history of a coin. */
export async function readChart(query: ChartQuery, doors: MarketDoors) {
  const quotes = await readQuotes([query.vs], doors);
  const [code = "usd"] = quotes.codes;
  const vs = getBaseCurrency(code, quotes);
  const range = readRange(query, doors.clock());
  const index = await readIndex(doors);
  const match = mustFind(index, query.coin, query);
  const { coin } = match;
  const { paprika: atPaprika } = coin;
  const result = await queryWithFailover<ChartPoint[]>(
    {
      coingecko: coin.isAtGecko ? () => geckoChart({ id: coin.id, vs, range }, doors) : undefined,
      // CoinPaprika has charts only in dollars.
      coinpaprika:
        atPaprika && vs === "usd" ? () => paprikaChart({ id: atPaprika, range }, doors) : undefined,
    },
    { doors, fullness: (points) => ({ has: 1, expected: isCurrent(points, range) ? 1 : 4 }) },
  );
  const { points: trusted, suspect } = await dropSuspectPoint(result, { coin, code: vs, doors });
  const round = rounder(query.precision);
  const all = trusted.flatMap((point) =>
    scalePoint(point, { factor: factorAt(code, quotes, point.time), round }),
  );
  const newest = all.at(-1);
  // The rates are too old for every point.
  if (!newest) throw tooOld(code, quotes, getNewest(trusted).time);
  const { pointsMax } = crypto.limits;
  if (query.downsample === "none" && all.length > pointsMax)
    throw crypto.error(
      "range_too_long",
      `The range has ${all.length} points: without query.downsample, at most ${pointsMax} are allowed`,
    );
  const points = query.downsample === "lttb" ? downsample(all, query.points) : all;
  const body = {
    id: coin.id,
    symbol: coin.symbol,
    name: coin.name,
    vs: code,
    interval: range.interval,
    from: toIsoTime(all[0]?.time ?? newest.time),
    to: toIsoTime(newest.time),
    prices: points.map(({ time, price }) => [time, price]),
    market_caps: points.map(({ time, market_cap }) => [time, market_cap]),
    total_volumes: points.map(({ time, volume }) => [time, volume]),
    stats: computeStats(all.map(({ price }) => price)),
    ...ambiguity(match, index),
    suspect,
    ...provenance(result, {
      times: [newest.time],
      now: doors.clock(),
      quotes,
      // A range in the past can't be stale.
      freshMs: lagIntervalsMax * stepMs[range.interval] + doors.clock() - range.to,
    }),
  };
  return { body, points };
}

/** Converts a point with the rates of its day. Drops it if there are none. */
function scalePoint(
  { time, price, market_cap, volume }: ChartPoint,
  { factor, round }: { factor: number | undefined; round: Rounder },
): ChartPoint[] {
  if (factor === undefined) return [];
  const convert = (value: number | null) => round(value === null ? null : value * factor);
  return [
    {
      time,
      price: round(price * factor),
      market_cap: convert(market_cap),
      volume: convert(volume),
    },
  ];
}

/** Number of intervals that the newest point can lag behind, because providers publish it late. */
const lagIntervalsMax = 2;

/** Returns whether a chart reaches the end of its range and has more than one point. */
function isCurrent(points: readonly ChartPoint[], { to, interval }: ChartRange): boolean {
  return points.length > 1 && to - getNewest(points).time <= lagIntervalsMax * stepMs[interval];
}

/** Removes the newest point if its price is suspect. */
async function dropSuspectPoint(
  { value, source, stale }: FromSource<ChartPoint[]>,
  { coin, code, doors }: { coin: Coin; code: string; doors: MarketDoors },
) {
  const newest = getNewest(value);
  const suspect =
    value.length > 1 && (await isSuspect({ ...newest, coin, code, source, stale }, doors));
  return { points: suspect ? value.slice(0, -1) : value, suspect };
}

/**
 * Reduces the number of points but keeps the shape of the line, including the first and last point
 * (Steinarsson 2013, Largest-Triangle-Three-Buckets).
 */
export function downsample<P extends { time: number; price: number }>(
  points: readonly P[],
  count: number,
): readonly P[] {
  const [first] = points;
  const last = points.at(-1);
  if (!first || !last || points.length <= count || count < 3) return points;
  const selected = [first];
  const width = (points.length - 2) / (count - 2);
  const edge = (bucket: number) => Math.floor(bucket * width) + 1;
  for (let bucket = 0; bucket < count - 2; bucket++) {
    const next = points.slice(edge(bucket + 1), Math.min(edge(bucket + 2), points.length));
    const nextAverage = average(next.length > 0 ? next : points.slice(-1));
    const previous = selected.at(-1) ?? first;
    selected.push(
      findLargestTriangle(points.slice(edge(bucket), edge(bucket + 1)), previous, nextAverage),
    );
  }
  return [...selected, last];
}

type PricePoint = { time: number; price: number };

function findLargestTriangle<P extends PricePoint>(
  bucket: readonly P[],
  previous: PricePoint,
  nextAverage: PricePoint,
): P {
  const area = ({ time, price }: PricePoint) =>
    Math.abs(
      (previous.time - nextAverage.time) * (price - previous.price) -
        (previous.time - time) * (nextAverage.price - previous.price),
    );
  return bucket.reduce((best, point) => (area(point) > area(best) ? point : best));
}

function average(points: readonly PricePoint[]): PricePoint {
  const sum = (key: keyof PricePoint) => points.reduce((total, point) => total + point[key], 0);
  return { time: sum("time") / points.length, price: sum("price") / points.length };
}

/** Returns statistics of a price series. `volatility` is per interval, in percent. */
export function computeStats(prices: readonly number[]) {
  const last = getNewest(prices);
  const [first = last] = prices;
  return {
    first,
    last,
    min: prices.reduce((least, price) => Math.min(least, price)),
    max: prices.reduce((most, price) => Math.max(most, price)),
    change_pct: (last / first - 1) * 100,
    volatility: deviation(prices) * 100,
  };
}

/** Returns the standard deviation of the logarithmic returns, or 0 if there are fewer than two. */
function deviation(prices: readonly number[]): number {
  const steps = prices.slice(1).map((price, index) => Math.log(price / (prices[index] ?? price)));
  if (steps.length < 2) return 0;
  const mean = steps.reduce((sum, step) => sum + step, 0) / steps.length;
  const squares = steps.reduce((sum, step) => sum + (step - mean) ** 2, 0);
  return Math.sqrt(squares / (steps.length - 1));
}
