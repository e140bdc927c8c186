import type { Coin } from "../catalogue/coin.ts";
import { ambiguity, type Match, mustFind } from "../catalogue/find.ts";
import { coinsOf } from "../catalogue/memory.ts";
import type { MarketDoors } from "../doors.ts";
import { type FromSource, firstOf } from "../market/failover.ts";
import { iso, type Rounder, rounder } from "../market/numbers.ts";
import { provenance } from "../market/provenance.ts";
import { baseOf, factorAt, readQuotes, tooOld } from "../market/quotes.ts";
import { isSuspect } from "../market/suspect.ts";
import crypto from "../plugin.ts";
import { geckoChart, type Point, paprikaChart, stepMs } from "./fetch.ts";
import { downsample } from "./lttb.ts";
import { type Range, type RangeAsked, readRange } from "./range.ts";
import { stats } from "./stats.ts";

interface Asked extends RangeAsked {
  coin: string;
  match: Match;
  vs: string;
  downsample: "none" | "lttb";
  points: number;
  precision: string;
}

/** A coin's prices over time. */
export async function chart(asked: Asked, doors: MarketDoors) {
  const quotes = await readQuotes([asked.vs], doors);
  const [code = "usd"] = quotes.codes;
  const vs = baseOf(code);
  const range = readRange(asked, doors.clock());
  const found = mustFind(await coinsOf(doors), asked.coin, asked.match);
  const { coin } = found;
  const answer = await firstOf<Point[]>(
    {
      coingecko: coin.isAtGecko ? () => geckoChart({ id: coin.id, vs, range }, doors) : undefined,
      // It has charts in dollars and no other money.
      coinpaprika:
        coin.paprika && vs === "usd"
          ? () => paprikaChart({ id: coin.paprika!, range }, doors)
          : undefined,
    },
    { doors, fullness: (points) => ({ has: 1, expected: isCurrent(points, range) ? 1 : 4 }) },
  );
  const { points: believed, suspect } = await believedPoints(answer, { coin, code: vs, doors });
  const round = rounder(asked.precision);
  const all = believed.flatMap((point) =>
    scaled(point, { factor: factorAt(code, quotes, point.time), round }),
  );
  const newest = all.at(-1);
  // The rates are too old for every point.
  if (!newest) throw tooOld(code, quotes, believed.at(-1)!.time);
  const { pointsMax } = crypto.limits;
  if (asked.downsample === "none" && all.length > pointsMax)
    throw crypto.error(
      "range_too_long",
      `The range has ${all.length} points: at most ${pointsMax} are answered without query.downsample`,
    );
  const points = asked.downsample === "lttb" ? downsample(all, asked.points) : all;
  const body = {
    ...{ id: coin.id, symbol: coin.symbol, name: coin.name, vs: code },
    interval: range.interval,
    from: iso(all[0]!.time)!,
    to: iso(newest.time)!,
    prices: points.map(({ time, price }) => [time, price]),
    market_caps: points.map(({ time, market_cap }) => [time, market_cap]),
    total_volumes: points.map(({ time, volume }) => [time, volume]),
    stats: stats(all.map(({ price }) => price)),
    ...ambiguity(found),
    suspect,
    ...provenance(answer, {
      ...{ updatedAt: newest.time, now: doors.clock(), quotes },
      // What ended long ago is as new as it can be.
      freshMs: lateSteps * stepMs[range.interval] + doors.clock() - range.to,
    }),
  };
  return { body, points };
}

/** A point in another currency, by the rates of its day; none where there were no rates. */
function scaled(
  { time, price, market_cap, volume }: Point,
  { factor, round }: { factor: number | undefined; round: Rounder },
): Point[] {
  if (factor === undefined) return [];
  const by = (value: number | null) => round(value === null ? null : value * factor);
  return [{ time, price: round(price * factor), market_cap: by(market_cap), volume: by(volume) }];
}

/** How many steps behind the end of its range a chart may end: the newest point is not out at once. */
const lateSteps = 2;

/** Whether a chart reaches the end of its range, and is more than a dot. */
function isCurrent(points: readonly Point[], { to, interval }: Range): boolean {
  return points.length > 1 && to - points.at(-1)!.time <= lateSteps * stepMs[interval];
}

/** The points without the newest, where that is one bad tick. */
async function believedPoints(
  { value, source, stale }: FromSource<Point[]>,
  { coin, code, doors }: { coin: Coin; code: string; doors: MarketDoors },
) {
  const newest = value.at(-1)!;
  const suspect =
    value.length > 1 && (await isSuspect({ ...newest, coin, code, source, stale }, doors));
  return { points: suspect ? value.slice(0, -1) : value, suspect };
}
