import { HubError, readOnce } from "hub";
import type { RateDoors } from "../doors.ts";
import { readTable } from "../ecb/table.ts";
import { History } from "./history.ts";
import { snapshot } from "./snapshot.ts";

const open = readOnce(async (kept) => {
  const csv = await kept.text("eurofxref-hist.csv");
  return new History(readTable(csv, kept.about.build_date), {
    fetchedAt: kept.about.fetched_at,
  });
});

/**
 * The rates: at once when they are in memory, and brought up to date behind the answer when newer
 * ones should be out. Throws `dataset_unavailable` where there are none to be had.
 */
export function historyOf({ data }: Pick<RateDoors, "data">): History | Promise<History> {
  const kept = data.get("rates");
  return kept instanceof Promise ? kept.then(open) : open(kept);
}

/** How long the first rates are waited for, where others can be answered in their place. */
const patienceMs = 3000;

/** The same for whoever needs the newest rates alone: until there are any, those of a package. */
export function newestOf(doors: Pick<RateDoors, "data">): History | Promise<History> {
  const history = historyOf(doors);
  if (!(history instanceof Promise)) return history;
  const late = Bun.sleep(patienceMs).then(snapshot);
  return Promise.race([history, late]).catch((error) => {
    if (error instanceof HubError && error.code === "dataset_unavailable") return snapshot();
    throw error;
  });
}
