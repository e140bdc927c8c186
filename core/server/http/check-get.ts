import { Type } from "@sinclair/typebox";
import { Input, queryPairs } from "../../host/handler/input.ts";
import type { LoadedPlugin } from "../../host/plugin/loaded-plugin.ts";
import { parseRequestAddress } from "../../platform/http/address.ts";

const noQuery = Type.Object({}, { additionalProperties: false });

/**
 * Returns a check for paths that are called later. It throws `invalid_input` if the GET endpoint at a path
 * rejects its parameters or query. Errors of handlers aren't detected.
 */
export function createGetCheck(plugins: readonly LoadedPlugin[]): (path: string) => void {
  let routes: ReturnType<typeof getRoutes> | undefined;
  return (path) => {
    routes ??= getRoutes(plugins);
    const { pathname, search, fault } = parseRequestAddress(
      new Request(`http://hub.invalid${path}`),
    );
    if (fault) throw fault;
    const matches = routes.flatMap(({ pattern, ...route }) => {
      const params = pattern.exec({ pathname })?.pathname.groups;
      return params ? [{ ...route, params }] : [];
    });
    // The router prefers literal segments to parameters.
    const [found] = matches.toSorted(
      (a, b) => Object.keys(a.params).length - Object.keys(b.params).length,
    );
    if (!found) return;
    const { query = noQuery, params } = found.loaded.route;
    const queryInput = new Input(query, "query", found.plugin);
    queryInput.validate(queryInput.read(queryPairs(search)));
    if (!params) return;
    const pathInput = new Input(params, "path", found.plugin);
    pathInput.validate(pathInput.readPath(decodeGroups(found.params)));
  };
}

function getRoutes(plugins: readonly LoadedPlugin[]) {
  return plugins.flatMap((plugin) =>
    [...plugin.routes, ...plugin.open]
      .filter(({ method }) => method === "GET")
      .map((loaded) => ({
        plugin,
        loaded,
        pattern: new URLPattern({ pathname: loaded.path }),
      })),
  );
}

function decodeGroups(groups: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(groups).map(([name, value]) => [name, decodeURIComponent(value ?? "")]),
  );
}
