import type { LoadedPlugin, LoadedRoute } from "../../../host/plugin/loaded-plugin.ts";
import { buildRequestPath } from "../../examples/sample-call.ts";
import { getTrialRoute } from "../openapi/openapi.ts";

/** A keyless sample of a service. */
export interface TrialEntry {
  plugin: LoadedPlugin;
  loaded: LoadedRoute;
  /** Its path, parameters in Elysia's notation: `/try/hash/:algo`. */
  path: string;
  /** A valid path and query: `/try/hash/sha256?text=hello`. */
  sample: string;
}

/** Lists the keyless samples of some plugins. */
export function listTrials(plugins: readonly LoadedPlugin[]): TrialEntry[] {
  return plugins.flatMap((plugin) =>
    Object.entries(plugin.plugin.manifest.try ?? {}).map(([tail, file]) => {
      const loaded = getTrialRoute(plugin, file);
      const path = `/try${tail}`;
      return { plugin, loaded, path, sample: buildSamplePath(path, loaded) };
    }),
  );
}

function buildSamplePath(path: string, { route: { example } }: LoadedRoute): string {
  const values = { ...example.body, ...example.query, ...example.params };
  const inPath = new Set([...path.matchAll(/:(\w+)/g)].map(([, name]) => name));
  // Nested values and files are omitted: the sample takes them from the example.
  const query = Object.entries(values).filter(
    ([name, value]) => !inPath.has(name) && typeof value !== "object",
  );
  return buildRequestPath(path, { params: values, query: Object.fromEntries(query) });
}
