import { allowedTo } from "../doors/grant.ts";
import type { LoadedPlugin } from "../plugin/loaded-plugin.ts";
import { baseOf, type Mirrors } from "./mirror.ts";

type Env = Readonly<Record<string, string | undefined>>;

/**
 * The base addresses of hosts whose policy lets the operator say them. Whoever names a host first
 * decides, so that no plugin can lead another's requests elsewhere. Throws a sentence about a variable
 * that holds no such address.
 */
export function basesOf(plugins: readonly LoadedPlugin[], env: Env): Mirrors {
  const bases: Record<string, string> = {};
  const decided = new Set<string>();
  for (const loaded of plugins) {
    const { upstreams = {} } = loaded.plugin.manifest;
    const { net = [], env: readable = [] } = allowedTo(loaded);
    for (const host of net === "public" ? [] : net) {
      if (decided.has(host)) continue;
      decided.add(host);
      const template = upstreams[host]?.base?.find((one) =>
        variablesOf(one).every((name) => env[name] && readable.includes(name)),
      );
      if (template !== undefined) bases[host] = fillTemplate(template, env);
    }
  }
  return bases;
}

/** The variables that a base address is made of. */
export function variablesOf(template: string): string[] {
  return [...template.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
}

function fillTemplate(template: string, env: Env): string {
  const names = variablesOf(template);
  const isWhole = template === `{${names[0]}}`;
  for (const name of isWhole ? [] : names)
    if (!/^[\w-]+$/.test(env[name] ?? ""))
      throw new Error(`${name} must be letters, digits and hyphens: it is "${env[name]}"`);
  const base = baseOf(template.replaceAll(/\{(\w+)\}/g, (_, name: string) => env[name] ?? ""));
  if (base !== undefined) return base;
  throw new Error(
    `${names.join(" and ") || template} must be a base address such as http://127.0.0.1:8080/v1: it is "${names.map((name) => env[name]).join(", ")}"`,
  );
}
