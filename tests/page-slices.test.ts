import { expect, test } from "bun:test";
import { loadAll } from "../core/host/load/load-all.ts";
import type { LoadedRoute } from "../core/host/plugin/loaded-plugin.ts";
import { docsHub } from "../core/testing/docs-hub.ts";

/** Maximum number of endpoints whose response is described before other requests run. Up to 50 ms of work. */
const endpointsMax = 20;

const { plugins } = await loadAll([`${import.meta.dir}/../plugins`], {
  strict: true,
  aliases: "all",
});
const read = new Set<LoadedRoute>();
let most = 0;
const hub = docsHub(
  plugins.map((plugin) => ({
    ...plugin,
    routes: plugin.routes.map(watch),
    open: plugin.open.map(watch),
  })),
);
const pages = hub.view.own.routes.flatMap(({ method, path, route }) => {
  if (method !== "GET" || path.includes(":")) return [];
  return [`${path}?${new URLSearchParams(route.example.query as Record<string, string>)}`];
});
const servicePages = plugins.map(({ name }) => `/documentation/${name}`);

test.each([...pages, ...servicePages])(
  "%s lets other requests run while it is prepared",
  async (path) => {
    most = 0;
    await (await hub.get(path)).text();
    await Bun.sleep(1);
    expect(most).toBeLessThanOrEqual(endpointsMax);
  },
);

/** Counts an endpoint when its response schema is read. */
function watch(loaded: LoadedRoute): LoadedRoute {
  const route = new Proxy(loaded.route, {
    get(target, name) {
      if (name === "response") count(loaded);
      return Reflect.get(target, name);
    },
  });
  return { ...loaded, route };
}

function count(loaded: LoadedRoute): void {
  if (read.size === 0)
    setTimeout(() => {
      most = Math.max(most, read.size);
      read.clear();
    });
  read.add(loaded);
}
