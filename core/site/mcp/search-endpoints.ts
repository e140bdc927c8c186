import type { LoadedPlugin } from "../../host/plugin/loaded-plugin.ts";
import { cacheFor } from "../docs/page/page.ts";
import { describeEndpoint } from "../docs/search/search.ts";
import { type Searchable, SearchIndex } from "../docs/search/search-index.ts";
import { getNamedEndpoints, type NamedEndpoint } from "./endpoints.ts";

/** Finds the endpoints that match a query, best match first. */
export async function searchEndpoints(
  plugins: readonly LoadedPlugin[],
  { query, limit }: { query: string; limit: number },
): Promise<NamedEndpoint[]> {
  const index = await cacheFor(plugins, "endpoints", () => SearchIndex.build(listEntries(plugins)));
  return index.find(query, limit);
}

function* listEntries(plugins: readonly LoadedPlugin[]): Generator<Searchable<NamedEndpoint>> {
  for (const endpoint of getNamedEndpoints(plugins).values())
    yield { thing: endpoint, ...describeEndpoint(endpoint.plugin, endpoint.loaded) };
}
