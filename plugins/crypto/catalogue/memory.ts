import { readOnce } from "hub";
import type { MarketDoors } from "../doors.ts";
import type { Catalogue } from "./coin.ts";
import { CoinIndex } from "./coin-index.ts";

const oldMs = 14 * 86_400_000;

const open = readOnce(async (kept) => new CoinIndex(JSON.parse(await kept.text("coins.json"))));

/** The catalogue of coins: at once when it is in memory. Throws `dataset_unavailable`. */
export function coinsOf({ data }: Pick<MarketDoors, "data">): CoinIndex | Promise<CoinIndex> {
  const kept = data.get("coins");
  return kept instanceof Promise ? kept.then(open) : open(kept);
}

/** Whether a catalogue is so old that it should have been replaced long ago. */
export function isOld(catalogue: Catalogue, now: number): boolean {
  return now - catalogue.fetchedAt > oldMs;
}
