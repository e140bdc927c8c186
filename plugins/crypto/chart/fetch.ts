import type { MarketDoors } from "../doors.ts";
import { fetchFromProvider, gecko, paprika, query, withinPlan } from "../providers/ask.ts";
import { EmptyListError, orNoPrice } from "../providers/no-price.ts";
import { amount, fields, list, moment, price, toIsoTime } from "../providers/numbers.ts";
import type { ChartRange } from "./range.ts";

/** Price of a coin at a Unix time in milliseconds. */
export interface ChartPoint {
  time: number;
  price: number;
  market_cap: number | null;
  volume: number | null;
}

/** Interval between points, in milliseconds. */
export const stepMs = { "5m": 300_000, hourly: 3_600_000, daily: 86_400_000 };

/** Returns the last day, in which every working provider has a bitcoin price. */
function lastDay({ clock }: MarketDoors): ChartRange {
  return { from: clock() - 86_400_000, to: clock(), interval: "5m", days: "1" };
}

/** Fetches a chart from CoinGecko. Throws `no_price` if the coin has no price in the range. */
export function geckoChart(
  request: { id: string; vs: string; range: ChartRange },
  doors: MarketDoors,
) {
  return orNoPrice(
    () => readGecko(request, doors),
    () => readGecko({ id: "bitcoin", vs: "usd", range: lastDay(doors) }, doors),
  );
}

/** Fetches a chart in dollars from CoinPaprika. Throws `no_price`. */
export function paprikaChart(request: { id: string; range: ChartRange }, doors: MarketDoors) {
  return orNoPrice(
    () => readPaprika(request, doors),
    () => readPaprika({ id: "btc-bitcoin", range: lastDay(doors) }, doors),
  );
}

/** Fetches a chart from CoinGecko, which chooses the interval by the length of the range. */
function readGecko(
  { id, vs, range }: { id: string; vs: string; range: ChartRange },
  doors: MarketDoors,
) {
  const interval = range.interval === "daily" ? "daily" : undefined;
  const coinUrl = `${gecko}coins/${encodeURIComponent(id)}/market_chart` as const;
  const seconds = (time: number) => Math.floor(time / 1000);
  // CoinGecko without a paid plan returns at most a year.
  const url = range.days
    ? (`${coinUrl}?${query({ vs_currency: vs, days: range.days, interval })}` as const)
    : (`${coinUrl}/range?${query({ vs_currency: vs, from: seconds(range.from), to: seconds(range.to), interval })}` as const);
  const read = (body: unknown) => {
    const { prices, market_caps, total_volumes } = fields(body);
    const caps = indexByTime(market_caps);
    const volumes = indexByTime(total_volumes);
    const points = list(prices).map((pair) => {
      const [at, value] = list(pair);
      const time = moment(at, doors.clock());
      return {
        time,
        price: price(value),
        market_cap: amount(caps.get(time)),
        volume: amount(volumes.get(time)),
      };
    });
    return selectPoints(points, range);
  };
  const kind = `coingecko ${range.interval} ${range.days ? "days" : "range"}`;
  return withinPlan({ kind, from: range.from }, doors, () => fetchFromProvider(doors, url, read));
}

function readPaprika({ id, range }: { id: string; range: ChartRange }, doors: MarketDoors) {
  const interval = { "5m": "5m", hourly: "1h", daily: "1d" }[range.interval];
  // Rounded to whole intervals, so that similar requests share a cache entry.
  const start = toIsoTime(Math.floor(range.from / stepMs[range.interval]) * stepMs[range.interval]);
  const end = range.days ? undefined : toIsoTime(range.to);
  const parameters = query({ start, end, limit: 5000, quote: "usd", interval });
  const url = `${paprika}tickers/${encodeURIComponent(id)}/historical?${parameters}` as const;
  // Plans differ in the intervals and the years that they include.
  const kind = `coinpaprika ${range.interval}`;
  return withinPlan({ kind, from: range.from }, doors, () =>
    fetchFromProvider(doors, url, (body) => {
      const points = list(body)
        .map(fields)
        .map((entry) => ({
          time: moment(entry.timestamp, doors.clock()),
          price: price(entry.price),
          market_cap: amount(entry.market_cap),
          volume: amount(entry.volume_24h),
        }));
      return selectPoints(points, range);
    }),
  );
}

/** Sorts points, keeps one per interval within the range. Throws if there are none. */
function selectPoints(
  points: readonly ChartPoint[],
  { from, to, interval }: ChartRange,
): ChartPoint[] {
  const step = stepMs[interval];
  const steps = new Map<number, ChartPoint>();
  for (const point of points.toSorted((a, b) => a.time - b.time))
    if (point.time >= from && point.time <= to) {
      const key = Math.round(point.time / step);
      if (!steps.has(key)) steps.set(key, point);
    }
  if (steps.size === 0) throw new EmptyListError();
  return [...steps.values()];
}

function indexByTime(pairs: unknown): Map<unknown, unknown> {
  return new Map(
    Array.isArray(pairs) ? pairs.filter(Array.isArray).map(([at, value]) => [at, value]) : [],
  );
}
