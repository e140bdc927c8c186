import type { LoadedPlugin } from "../../host/plugin/loaded-plugin.ts";
import { describeEndpoint } from "../docs/search.ts";
import { SearchIndex } from "../docs/search-index.ts";
import { getNamedEndpoints, type NamedEndpoint } from "./endpoints.ts";

const known = new WeakMap<readonly LoadedPlugin[], SearchIndex<NamedEndpoint>>();

/** Finds the endpoints that match a query, best match first. */
export function searchEndpoints(
  plugins: readonly LoadedPlugin[],
  { query, limit }: { query: string; limit: number },
): NamedEndpoint[] {
  return getIndex(plugins).find(query, limit);
}

function getIndex(plugins: readonly LoadedPlugin[]): SearchIndex<NamedEndpoint> {
  const found = known.get(plugins);
  if (found) return found;
  const entries = [...getNamedEndpoints(plugins).values()].map((endpoint) => ({
    thing: endpoint,
    ...describeEndpoint(endpoint.plugin, endpoint.loaded),
  }));
  const index = new SearchIndex(entries);
  known.set(plugins, index);
  return index;
}
