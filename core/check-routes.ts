import type { TSchema } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { explain } from "./http/complaints.ts";
import { Input } from "./http/input.ts";
import type { LoadedRoute } from "./load.ts";
import type { Refuse } from "./load-routes.ts";

/** Holds one route to the contract. */
export function checkRoute(loaded: LoadedRoute, refuse: Refuse): void {
  checkPath(loaded, refuse);
  checkPace(loaded, refuse);
  const { params, query, body } = loaded.route;
  for (const schema of [params, query, body]) if (schema) close(schema);
  checkExample(loaded, refuse);
}

/** What stands first in a path at the root is the plugin's alone, so it must be a word. */
export function checkOpenPath(
  path: string,
  { folder, refuse }: { folder: string; refuse: Refuse },
): void {
  const [, first = "", ...others] = path.split("/");
  const isWord = (part: string) => /^[\w.-]+$/.test(part);
  if (!isWord(first) || !others.every((part) => isWord(part) || /^:\w+$/.test(part)))
    refuse(`${folder} "${path}" must be a path such as "/s/:code", beginning with a word`);
  if (first === "api" || first === "try")
    refuse(`${folder} "${path}" is in a place of the hub's own: "/${first}"`);
}

/** The router throws on these with no file name, or lets the last one win with no word at all. */
export function checkTogether(routes: LoadedRoute[], refuse: Refuse): void {
  const answers = new Map<string, string>();
  const params = new Map<string, string>();
  for (const { folder, file, method, path } of routes) {
    const twin = answers.get(`${method} ${path}`);
    if (twin) refuse(`${folder}/${twin} and ${folder}/${file} both answer ${method} ${path}`);
    answers.set(`${method} ${path}`, file);
    for (const { index, 1: key = "" } of path.matchAll(/:(\w+)/g)) {
      const place = path.slice(0, index);
      const other = params.get(place);
      if (other && other !== key)
        refuse(`${folder}/${file} calls [${key}] what another file calls [${other}]`);
      params.set(place, key);
    }
  }
}

function checkPath({ folder, file, path, route }: LoadedRoute, refuse: Refuse): void {
  const named = [...path.matchAll(/:(\w+)/g)].map(([, key]) => key);
  const declared = Object.keys(route.params?.properties ?? {});
  if (named.toSorted().join() !== declared.toSorted().join())
    refuse(`${folder}/${file} names [${named}] in its path but [${declared}] in its params`);
}

/** Most calls a minute that are counted by address: each of them is remembered. */
const publicPerMinuteMax = 1000;

function checkPace({ folder, file, route }: LoadedRoute, refuse: Refuse): void {
  const { publicPerMinute: pace } = route;
  if (pace === undefined) return;
  if (folder !== "public")
    refuse(`${folder}/${file} has publicPerMinute, which is for the files in public/`);
  const isCount = Number.isInteger(pace) && Number(pace) >= 1 && Number(pace) <= publicPerMinuteMax;
  if (pace !== "unlimited" && !isCount)
    refuse(
      `the publicPerMinute of ${folder}/${file} must be a whole number from 1 to ${publicPerMinuteMax} or "unlimited": it is ${JSON.stringify(pace)}`,
    );
}

/** An object takes the fields it names and no others: a misspelt option must not pass unseen. */
function close(schema: TSchema): void {
  if (schema.type === "object" && schema.properties) schema.additionalProperties ??= false;
  for (const part of [...Object.values<TSchema>(schema.properties ?? {}), ...(schema.anyOf ?? [])])
    close(part);
  if (schema.items) close(schema.items);
}

function checkExample({ folder, file, route }: LoadedRoute, refuse: Refuse): void {
  for (const part of ["params", "query", "body"] as const) {
    const schema = route[part];
    if (!schema) continue;
    const input = new Input(schema, part === "params" ? "path" : part);
    const value = input.complete(structuredCloneOf(route.example[part] ?? {}));
    // To look for what is wrong takes three times as long as to see that nothing is.
    if (Value.Check(schema, value)) continue;
    const [fault] = explain(Value.Errors(schema, value), part);
    refuse(`the example of ${folder}/${file} does not fit its ${part}: ${fault?.message}`);
  }
}

/** Like `structuredClone`, which in Bun loses the type and name of a File. */
function structuredCloneOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(structuredCloneOf);
  if (typeof value !== "object" || value === null || value instanceof Blob) return value;
  return Object.fromEntries(Object.entries(value).map(([k, v]) => [k, structuredCloneOf(v)]));
}
