import { oneOf, type Static, t } from "hub";
import { type Coin, loadCoinIndex } from "../catalogue/catalogue.ts";
import { ambiguity, mustFind } from "../catalogue/find.ts";
import type { MarketDoors } from "../doors.ts";
import * as shared from "../fields.ts";
import { type FromSource, queryWithFailover } from "../market/failover.ts";
import { getNewest, type Rounder, rounder, toIsoTime } from "../market/numbers.ts";
import { provenance } from "../market/provenance.ts";
import { factorAt, getBaseCurrency, readQuotes, tooOld } from "../market/quotes.ts";
import { isSuspect } from "../market/suspect.ts";
import crypto from "../plugin.ts";
import { geckoChart, type Point, paprikaChart, stepMs } from "./fetch.ts";
import { type Range, rangeQuery, readRange } from "./range.ts";

export const chartQuery = t.Object({
  vs: shared.vsOne,
  match: shared.match,
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
export async function readChart(asked: ChartQuery, doors: MarketDoors) {
  const quotes = await readQuotes([asked.vs], doors);
  const [code = "usd"] = quotes.codes;
  const vs = getBaseCurrency(code);
  const range = readRange(asked, doors.clock());
  const found = mustFind(await loadCoinIndex(doors), asked.coin, asked.match);
  const { coin } = found;
  const { paprika: atPaprika } = coin;
  const answer = await queryWithFailover<Point[]>(
    {
      coingecko: coin.isAtGecko ? () => geckoChart({ id: coin.id, vs, range }, doors) : undefined,
      // CoinPaprika has charts only in dollars.
      coinpaprika:
        atPaprika && vs === "usd" ? () => paprikaChart({ id: atPaprika, range }, doors) : undefined,
    },
    { doors, fullness: (points) => ({ has: 1, expected: isCurrent(points, range) ? 1 : 4 }) },
  );
  const { points: believed, suspect } = await believePoints(answer, { coin, code: vs, doors });
  const round = rounder(asked.precision);
  const all = believed.flatMap((point) =>
    scalePoint(point, { factor: factorAt(code, quotes, point.time), round }),
  );
  const newest = all.at(-1);
  // The rates are too old for every point.
  if (!newest) throw tooOld(code, quotes, getNewest(believed).time);
  const { pointsMax } = crypto.limits;
  if (asked.downsample === "none" && all.length > pointsMax)
    throw crypto.error(
      "range_too_long",
      `The range has ${all.length} points: at most ${pointsMax} are answered without query.downsample`,
    );
  const points = asked.downsample === "lttb" ? downsample(all, asked.points) : all;
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
    ...ambiguity(found),
    suspect,
    ...provenance(answer, {
      updatedAt: newest.time,
      now: doors.clock(),
      quotes,
      // A range in the past can't be stale.
      freshMs: lateSteps * stepMs[range.interval] + doors.clock() - range.to,
    }),
  };
  return { body, points };
}

/** Converts a point with the rates of its day. Drops it if there are none. */
function scalePoint(
  { time, price, market_cap, volume }: Point,
  { factor, round }: { factor: number | undefined; round: Rounder },
): Point[] {
  if (factor === undefined) return [];
  const by = (value: number | null) => round(value === null ? null : value * factor);
  return [{ time, price: round(price * factor), market_cap: by(market_cap), volume: by(volume) }];
}

/** Number of intervals that the newest point can lag behind, because providers publish it late. */
const lateSteps = 2;

/** Returns whether a chart reaches the end of its range and has more than one point. */
function isCurrent(points: readonly Point[], { to, interval }: Range): boolean {
  return points.length > 1 && to - getNewest(points).time <= lateSteps * stepMs[interval];
}

/** Removes the newest point if its price is suspect. */
async function believePoints(
  { value, source, stale }: FromSource<Point[]>,
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
  const picked = [first];
  const width = (points.length - 2) / (count - 2);
  const edge = (bucket: number) => Math.floor(bucket * width) + 1;
  for (let bucket = 0; bucket < count - 2; bucket++) {
    const next = points.slice(edge(bucket + 1), Math.min(edge(bucket + 2), points.length));
    const ahead = middle(next.length > 0 ? next : points.slice(-1));
    const before = picked.at(-1) ?? first;
    picked.push(widest(points.slice(edge(bucket), edge(bucket + 1)), before, ahead));
  }
  return [...picked, last];
}

type PricePoint = { time: number; price: number };

function widest<P extends PricePoint>(
  bucket: readonly P[],
  before: PricePoint,
  ahead: PricePoint,
): P {
  const area = ({ time, price }: PricePoint) =>
    Math.abs(
      (before.time - ahead.time) * (price - before.price) -
        (before.time - time) * (ahead.price - before.price),
    );
  return bucket.reduce((best, point) => (area(point) > area(best) ? point : best));
}

function middle(points: readonly PricePoint[]): PricePoint {
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
