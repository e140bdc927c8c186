import { HubError } from "hub";
import type { MarketDoors } from "../doors.ts";
import { CoinIndex, loadCoinIndex } from "./catalogue.ts";
import { readPackageCoins } from "./package-coins.ts";

/** Returns the coin index, or that of a package until a list was downloaded. */
export async function readIndex(doors: Pick<MarketDoors, "data">): Promise<CoinIndex> {
  try {
    return await loadCoinIndex(doors);
  } catch (error) {
    if (error instanceof HubError && error.code === "dataset_unavailable")
      return loadPackageIndex();
    throw error;
  }
}

let packageIndex: Promise<CoinIndex> | undefined;

function loadPackageIndex(): Promise<CoinIndex> {
  packageIndex ??= readPackageCoins().then((catalogue) => new CoinIndex(catalogue));
  return packageIndex;
}
