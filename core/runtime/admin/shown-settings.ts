import { type Config, shownSettingNames } from "../config.ts";
import type { LoadedPlugin } from "../load/loaded-plugin.ts";

/** The variables that are shown, with their values, and the names of those that are set and hidden. */
export function shownSettings({ env }: Pick<Config, "env">, plugins: readonly LoadedPlugin[]) {
  const asked = plugins.flatMap(({ plugin }) => namesIn(plugin.manifest.permissions?.env));
  const isOurs = (name: string) => /^(?:HUB|OTEL)_/.test(name) || asked.includes(name);
  return {
    shown: shownSettingNames.map((name) => ({ name, value: env[name] || null })),
    hidden: Object.keys(env)
      .filter((name) => env[name] && isOurs(name) && !shownSettingNames.includes(name))
      .toSorted(),
  };
}

function namesIn(permission: unknown): string[] {
  return [permission].flat().filter((name) => typeof name === "string");
}
