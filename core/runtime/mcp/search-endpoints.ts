import type { LoadedPlugin } from "../load/loaded-plugin.ts";
import { endpointsOf, type NamedEndpoint } from "./endpoints.ts";

/** The words of an endpoint, each by how much it says of what the endpoint is for. */
interface Entry {
  endpoint: NamedEndpoint;
  words: ReadonlyMap<string, number>;
}

/** A shorter word begins too many others. */
const prefixMin = 4;

const known = new WeakMap<readonly LoadedPlugin[], readonly Entry[]>();

/** Finds the endpoints that a query names best, the best first. A word that few of them have says more. */
export function searchEndpoints(
  plugins: readonly LoadedPlugin[],
  { query, limit }: { query: string; limit: number },
): NamedEndpoint[] {
  const entries = entriesOf(plugins);
  const scores = new Map<NamedEndpoint, number>();
  for (const word of new Set(wordsOf(query))) {
    const hits = entries.flatMap(({ endpoint, words }) => {
      const weight = weightOf(word, words);
      return weight > 0 ? [{ endpoint, weight }] : [];
    });
    const rarity = Math.log(1 + entries.length / Math.max(1, hits.length));
    for (const { endpoint, weight } of hits)
      scores.set(endpoint, (scores.get(endpoint) ?? 0) + weight * rarity);
  }
  return (
    [...scores]
      // Of two that say as much, the plainer one: it is what the others are variants of.
      .sort(
        ([one, score], [other, otherScore]) =>
          otherScore - score || one.name.length - other.name.length,
      )
      .slice(0, limit)
      .map(([endpoint]) => endpoint)
  );
}

function entriesOf(plugins: readonly LoadedPlugin[]): readonly Entry[] {
  const found = known.get(plugins);
  if (found) return found;
  const entries = [...endpointsOf(plugins).values()].map((endpoint) => ({
    endpoint,
    words: weighWords(endpoint),
  }));
  known.set(plugins, entries);
  return entries;
}

function weighWords({ plugin, loaded: { path, route } }: NamedEndpoint): Map<string, number> {
  const { title, summary } = plugin.plugin.manifest;
  const words = new Map<string, number>();
  for (const [text, weight] of [
    [route.description ?? "", 1],
    [summary, 1],
    [title, 2],
    [path, 3],
    [route.summary, 4],
  ] as const)
    for (const word of new Set(wordsOf(text))) words.set(word, (words.get(word) ?? 0) + weight);
  return words;
}

function weightOf(word: string, words: ReadonlyMap<string, number>): number {
  const exact = words.get(word);
  if (exact !== undefined) return exact;
  let best = 0;
  for (const [known, weight] of words) {
    const [short, long] = known.length < word.length ? [known, word] : [word, known];
    if (short.length >= prefixMin && long.startsWith(short)) best = Math.max(best, weight / 2);
  }
  return best;
}

function wordsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.filter((word) => word.length > 1);
}
