import { HubError } from "../../../contract/errors.ts";
import type { LoadedPlugin } from "../../../host/plugin/loaded-plugin.ts";
import type { Catalogue } from "../../view/site.ts";

/** Finds a service, or the hub's own endpoints, by name. Throws `not_found`. */
export function findService({ plugins, own }: Catalogue, name: string): LoadedPlugin {
  const all = [own, ...plugins];
  const plugin = all.find((one) => one.name === name);
  if (plugin) return plugin;
  throw new HubError(
    "not_found",
    `Unknown service "${name}": the services are ${all.map((one) => one.name).join(", ")}`,
  );
}
