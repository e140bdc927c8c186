import type { Kept } from "hub";
import type { MarketDoors } from "../doors.ts";
import type { Catalogue } from "./coin.ts";
import { CoinIndex } from "./coin-index.ts";

const oldMs = 14 * 86_400_000;

/** The last catalogue that was read. Its version tells it from those of other hubs and other days. */
let opened: { version: string; index: CoinIndex } | undefined;

/** The catalogue of coins: at once when it is in memory. Throws `dataset_unavailable`. */
export function coinsOf({ data }: Pick<MarketDoors, "data">): CoinIndex | Promise<CoinIndex> {
  const kept = data.get("coins");
  return kept instanceof Promise ? kept.then(open) : open(kept);
}

/** Whether a catalogue is so old that it should have been replaced long ago. */
export function isOld(catalogue: Catalogue, now: number): boolean {
  return now - catalogue.fetchedAt > oldMs;
}

function open(kept: Kept): CoinIndex | Promise<CoinIndex> {
  return opened?.version === kept.about.version ? opened.index : read(kept);
}

async function read(kept: Kept): Promise<CoinIndex> {
  const index = new CoinIndex(JSON.parse(await kept.text("coins.json")));
  opened = { version: kept.about.version, index };
  return index;
}
