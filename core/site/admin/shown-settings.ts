import type { LoadedPlugin } from "../../host/plugin/loaded-plugin.ts";

/** The environment, and which of its variables operators may see with their values. */
export interface SettingsView {
  env: Readonly<Record<string, string | undefined>>;
  shownNames: readonly string[];
}

/** The variables that are shown, with their values, and the names of those that are set and hidden. */
export function shownSettings({ env, shownNames }: SettingsView, plugins: readonly LoadedPlugin[]) {
  const asked = plugins.flatMap(({ plugin }) => namesIn(plugin.manifest.permissions?.env));
  const isOurs = (name: string) => /^(?:HUB|OTEL)_/.test(name) || asked.includes(name);
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
