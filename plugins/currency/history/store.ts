import type { Doors } from "../doors.ts";
import type { RateDay } from "../ecb/day.ts";
import { History } from "./history.ts";

/** A history as it is in the store. */
export interface Stored {
  history: History;
  /** Tells one state of the store from every other. */
  version: string;
}

type Year = Record<string, Record<string, string>>;

const versionKey = "version";

/** Which history the store holds; undefined where it holds none. */
export function storedVersion(kv: Doors["kv"]): Promise<string | undefined> {
  return kv.get<string>(versionKey);
}

/** Reads the history out of the store, where each year is an entry. */
export async function readStored(kv: Doors["kv"]): Promise<Stored | undefined> {
  const version = await storedVersion(kv);
  if (version === undefined) return undefined;
  const keys = await kv.keys("year:");
  const years = await Promise.all(keys.map((key) => kv.get<Year>(key)));
  const days = years.flatMap((year) =>
    Object.entries(year ?? {}).map(([date, rates]): RateDay => ({ date, rates })),
  );
  return days.length > 0 ? { history: new History(days), version } : undefined;
}

/** Writes the years that have some of these days, and then the version, by which others find out. */
export async function writeStored(
  history: History,
  changed: readonly RateDay[],
  kv: Doors["kv"],
): Promise<Stored> {
  const years = Object.groupBy(history.days, ({ date }) => date.slice(0, 4));
  for (const year of new Set(changed.map(({ date }) => date.slice(0, 4))))
    await kv.set(
      `year:${year}`,
      Object.fromEntries((years[year] ?? []).map(({ date, rates }) => [date, rates])),
    );
  const version = Bun.hash(JSON.stringify(history.days)).toString(36);
  await kv.set(versionKey, version);
  return { history, version };
}
