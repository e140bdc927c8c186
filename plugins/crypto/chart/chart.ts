import { ambiguity, mustFind } from "../catalogue/find.ts";
import { coinsOf } from "../catalogue/memory.ts";
import type { MarketDoors } from "../doors.ts";
import { firstOf } from "../market/failover.ts";
import { iso, rounder } from "../market/numbers.ts";
import { provenance } from "../market/provenance.ts";
import { baseOf, factorAt, ratesNote, readQuotes } from "../market/quotes.ts";
import crypto from "../plugin.ts";
import { geckoChart, type Point, paprikaChart } from "./fetch.ts";
import { downsample } from "./lttb.ts";
import { type RangeAsked, readRange } from "./range.ts";
import { stats } from "./stats.ts";

interface Asked extends RangeAsked {
  coin: string;
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
  const found = mustFind(await coinsOf(doors), asked.coin);
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
    { doors },
  );
  const all = answer.value.flatMap((point) => scaled(point, factorAt(code, quotes, point.time)));
  const { pointsMax } = crypto.limits;
  if (asked.downsample === "none" && all.length > pointsMax)
    throw crypto.error(
      "range_too_long",
      `The range has ${all.length} points: at most ${pointsMax} are answered without query.downsample`,
    );
  const points = asked.downsample === "lttb" ? downsample(all, asked.points) : all;
  const round = rounder(asked.precision);
  const body = {
    ...{ id: coin.id, symbol: coin.symbol, name: coin.name, vs: code },
    interval: range.interval,
    from: iso(all[0]!.time)!,
    to: iso(all.at(-1)!.time)!,
    prices: points.map(({ time, price }) => [time, round(price)]),
    market_caps: points.map(({ time, market_cap }) => [time, market_cap]),
    total_volumes: points.map(({ time, volume }) => [time, volume]),
    stats: stats(all.map(({ price }) => price)),
    ...ambiguity(found),
    ...ratesNote(quotes),
    ...provenance(answer, { updatedAt: answer.fetchedAt, now: doors.clock() }),
  };
  return { body, points };
}

/** A point in another currency, by the rates of its day; none where there were no rates. */
function scaled({ time, price, market_cap, volume }: Point, factor: number | undefined): Point[] {
  if (factor === undefined) return [];
  const by = (value: number | null) => (value === null ? null : value * factor);
  return [{ time, price: price * factor, market_cap: by(market_cap), volume: by(volume) }];
}
