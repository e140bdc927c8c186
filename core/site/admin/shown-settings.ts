import type { LoadedPlugin } from "../../host/plugin/loaded-plugin.ts";

/** The environment, and the variables whose values operators may see. */
export interface SettingsView {
  env: Readonly<Record<string, string | undefined>>;
  shownNames: readonly string[];
}

/** Returns the visible variables with their values, and the names of hidden ones that are set. */
export function shownSettings({ env, shownNames }: SettingsView, plugins: readonly LoadedPlugin[]) {
  const requested = plugins.flatMap(({ plugin }) => namesIn(plugin.manifest.permissions?.env));
  const isOurs = (name: string) => /^(?:HUB|OTEL)_/.test(name) || requested.includes(name);
  return {
    shown: shownNames.map((name) => ({ name, value: env[name] || null })),
    hidden: Object.keys(env)
      .filter((name) => env[name] && isOurs(name) && !shownNames.includes(name))
      .toSorted(),
  };
}

function namesIn(permission: unknown): string[] {
  return [permission].flat().filter((name) => typeof name === "string");
}
