import type { LoadedPlugin, LoadedRoute } from "../../../host/plugin/loaded-plugin.ts";
import type { Catalogue } from "../../view/site.ts";
import { buildEndpointPath, findEndpoint, selectDocumentedRoutes } from "../openapi/openapi.ts";

/** An endpoint as a tool for people. */
export interface Tool {
  plugin: LoadedPlugin;
  loaded: LoadedRoute;
  title: string;
  /** The last segment of its page: `merge` in `/tools/pdf/merge`. */
  name: string;
  href: string;
}

/** Lists the tools of a service: each endpoint that takes input. Of several methods at a path, POST takes the most. */
export function listTools(plugin: LoadedPlugin): Tool[] {
  const routes = selectDocumentedRoutes(plugin).filter(takesInput);
  const atPath = Map.groupBy(routes, ({ path }) => path);
  return [...atPath.values()].flatMap((all) => {
    const loaded = all.find(({ method }) => method === "POST") ?? all[0];
    if (!loaded) return [];
    const slug = buildEndpointPath(plugin, loaded).split("/").at(-1) ?? "";
    const name = slug.replace(/^(?:get|post|put|patch)-/, "");
    const title = loaded.route.tool?.title ?? loaded.route.summary;
    return [{ plugin, loaded, title, name, href: `/tools/${plugin.name}/${name}` }];
  });
}

/** Finds a tool by its name, or by the last segment of its endpoint's page: `get-generate`. */
export function findTool(
  site: Catalogue,
  { service, name }: { service: string; name: string },
): Tool | undefined {
  const plugin = site.plugins.find((one) => one.name === service);
  if (!plugin) return undefined;
  const found = listTools(plugin).find((tool) => tool.name === name);
  const loaded = found ? undefined : findEndpoint(plugin, name);
  if (!loaded) return found;
  return { plugin, loaded, title: loaded.route.summary, name, href: `/tools/${service}/${name}` };
}

function takesInput({ method, route: { params, query, body } }: LoadedRoute): boolean {
  if (method !== "GET" && method !== "POST") return false;
  return [params, query, body].some((part) => Object.keys(part?.properties ?? {}).length > 0);
}
