import type { DatasetVersion } from "hub";
import crypto from "../plugin.ts";

const weekMs = 7 * 86_400_000;
const file = "coins.json";

export default crypto.dataset({
  title: "Catalogue of 10,000+ coins, merged from two lists",
  licence: "The terms of CoinGecko and CoinPaprika",
  attribution: "CoinGecko, CoinPaprika",
  homepage: "https://www.coingecko.com",
  // If one of the lists is missing, retry soon.
  isDue: (kept, now) =>
    kept === undefined || isPartial(kept) || now - (kept.about.fetched_at ?? 0) >= weekMs,

  async download({ net, env, clock }) {
    const { fetchCatalogue } = await import("../catalogue/fetch.ts");
    const catalogue = await fetchCatalogue({ net, env, clock });
    return { [file]: new TextEncoder().encode(JSON.stringify(catalogue)) };
  },

  check(files, { now, kept }) {
    const { coins, sources } = JSON.parse(new TextDecoder().decode(files[file]));
    if (kept && coins.length < (kept.about.entries ?? 0) / 2)
      throw new Error(
        `The list has ${coins.length} coins, but the previous one had ${kept.about.entries}`,
      );
    if (kept && sources.length < (kept.about.sources?.length ?? 0))
      throw new Error("One of the two lists is missing");
    return {
      build_date: new Date(now).toISOString().slice(0, 10),
      entries: coins.length,
      sources,
    };
  },
});

function isPartial({ about }: DatasetVersion): boolean {
  return (about.sources?.length ?? 0) < 2;
}
