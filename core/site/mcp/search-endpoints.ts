import type { LoadedPlugin } from "../../host/plugin/loaded-plugin.ts";
import { Ranking } from "../docs/ranking.ts";
import { getNamedEndpoints, type NamedEndpoint } from "./endpoints.ts";

const known = new WeakMap<readonly LoadedPlugin[], Ranking<NamedEndpoint>>();

/** Finds the endpoints that match a query, best match first. */
export function searchEndpoints(
  plugins: readonly LoadedPlugin[],
  { query, limit }: { query: string; limit: number },
): NamedEndpoint[] {
  return getRanking(plugins).find(query, limit);
}

function getRanking(plugins: readonly LoadedPlugin[]): Ranking<NamedEndpoint> {
  const found = known.get(plugins);
  if (found) return found;
  const ranking = new Ranking([...getNamedEndpoints(plugins).values()].map(findable));
  known.set(plugins, ranking);
  return ranking;
}

function findable(endpoint: NamedEndpoint) {
  const { name, plugin, loaded } = endpoint;
  const { title, summary } = plugin.plugin.manifest;
  const { path, route } = loaded;
  const texts = [
    [route.description ?? "", 1],
    [summary, 1],
    [title, 2],
    [path, 3],
    [route.summary, 4],
  ] as const;
  // Shorter names first, because the others are variants of such an endpoint.
  return { thing: endpoint, texts, size: name.length };
}
