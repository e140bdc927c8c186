import { allowedTo } from "../doors/grant.ts";
import type { LoadedPlugin } from "../plugin/loaded-plugin.ts";
import { type Mirrors, normaliseBaseUrl } from "./mirror.ts";

type Env = Readonly<Record<string, string | undefined>>;

/**
 * Returns the base URLs of hosts whose policy lets the operator set them. The first plugin that names a host
 * decides, so that no plugin can redirect another's requests. Throws if a variable doesn't form a valid base
 * URL.
 */
export function resolveBaseUrls(plugins: readonly LoadedPlugin[], env: Env): Mirrors {
  const bases: Record<string, string> = {};
  const resolvedHosts = new Set<string>();
  for (const loaded of plugins) {
    const { upstreams = {} } = loaded.plugin.manifest;
    const { net = [], env: allowedVariables = [] } = allowedTo(loaded);
    for (const host of net === "public" ? [] : net) {
      if (resolvedHosts.has(host)) continue;
      resolvedHosts.add(host);
      const template = upstreams[host]?.base?.find((one) =>
        listVariables(one).every((name) => env[name] && allowedVariables.includes(name)),
      );
      if (template !== undefined) bases[host] = fillTemplate(template, env);
    }
  }
  return bases;
}

/** Returns the names of the variables in a base URL template. */
export function listVariables(template: string): string[] {
  return [...template.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
}

function fillTemplate(template: string, env: Env): string {
  const names = listVariables(template);
  const isWhole = template === `{${names[0]}}`;
  for (const name of isWhole ? [] : names)
    if (!/^[\w-]+$/.test(env[name] ?? ""))
      throw new Error(`${name} must be letters, digits and hyphens: it is "${env[name]}"`);
  const base = normaliseBaseUrl(
    template.replaceAll(/\{(\w+)\}/g, (_, name: string) => env[name] ?? ""),
  );
  if (base !== undefined) return base;
  throw new Error(
    `${names.join(" and ") || template} must be a base address such as http://127.0.0.1:8080/v1: it is "${names.map((name) => env[name]).join(", ")}"`,
  );
}
