import type { TSchema } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { explain } from "../../platform/http/complaints.ts";
import { Input } from "../handler/input.ts";
import type { LoadedRoute, Refuse } from "../plugin/loaded-plugin.ts";

/** Holds one route to the contract. */
export function checkRoute(loaded: LoadedRoute, refuse: Refuse): void {
  checkPath(loaded, refuse);
  checkPace(loaded, refuse);
  checkCost(loaded, refuse);
  checkPlain(loaded, refuse);
  const { params, query, body } = loaded.route;
  for (const schema of [params, query, body]) if (schema) close(schema);
  checkExample(loaded, refuse);
}

/** What the hub answers itself below these is nobody else's. */
export function checkOpenPath(
  path: string,
  { folder, refuse }: { folder: string; refuse: Refuse },
): void {
  const first = path.split("/")[1] ?? "";
  if (first === "api" || first === "try" || first === "admin")
    refuse(`${folder} "${path}" is in a place of the hub's own: "/${first}"`);
}

function checkPath({ folder, file, path, route }: LoadedRoute, refuse: Refuse): void {
  const named = [...path.matchAll(/:(\w+)/g)].map(([, key]) => key);
  const declared = Object.keys(route.params?.properties ?? {});
  if (named.toSorted().join() !== declared.toSorted().join())
    refuse(`${folder}/${file} names [${named}] in its path but [${declared}] in its params`);
}

/** Most calls a minute that are counted by address: each of them is remembered. */
const addressPerMinuteMax = 1000;

function checkPace({ folder, file, route }: LoadedRoute, refuse: Refuse): void {
  const { publicPerMinute, tryPerMinute } = route;
  if (publicPerMinute !== undefined && folder !== "public")
    refuse(`${folder}/${file} has publicPerMinute, which is for the files in public/`);
  if (tryPerMinute !== undefined && folder !== "routes")
    refuse(`${folder}/${file} has tryPerMinute, which is for the files in routes/`);
  if (publicPerMinute !== undefined && publicPerMinute !== "unlimited" && !isPace(publicPerMinute))
    refuse(
      `the publicPerMinute of ${folder}/${file} must be a whole number from 1 to ${addressPerMinuteMax} or "unlimited": it is ${JSON.stringify(publicPerMinute)}`,
    );
  if (tryPerMinute !== undefined && !isPace(tryPerMinute))
    refuse(
      `the tryPerMinute of ${folder}/${file} must be a whole number from 1 to ${addressPerMinuteMax}: it is ${JSON.stringify(tryPerMinute)}`,
    );
}

function isPace(count: number): boolean {
  return Number.isInteger(count) && count >= 1 && count <= addressPerMinuteMax;
}

/** Only calls with a key cost units. What they cost must be told from the body alone. */
function checkCost({ folder, file, route }: LoadedRoute, refuse: Refuse): void {
  const { cost, body } = route;
  if (cost === undefined) return;
  if (folder === "public")
    refuse(`${folder}/${file} has a cost, which calls without a key have not`);
  if (typeof cost === "function") return;
  const field = /^body\.(.+)$/.exec(cost)?.[1];
  if (field === undefined || body?.properties[field]?.type !== "array")
    refuse(
      `the cost of ${folder}/${file} must name a list of its body, like "body.items": it is ${JSON.stringify(cost)}`,
    );
}

/** The whole answer to `Accept: text/plain` is a field that some answer has. */
function checkPlain(
  { folder, file, route: { plain, response } }: LoadedRoute,
  refuse: Refuse,
): void {
  if (plain === undefined) return;
  const names = fieldsOf(response);
  if (!names.includes(plain))
    refuse(
      `the plain of ${folder}/${file} must name a field of its response (${names.join(", ")}): it is ${JSON.stringify(plain)}`,
    );
}

function fieldsOf({ properties = {}, anyOf = [], allOf = [] }: TSchema): string[] {
  return [...Object.keys(properties), ...[...anyOf, ...allOf].flatMap(fieldsOf)];
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
    const value = input.complete(cloneExample(route.example[part] ?? {}));
    // To look for what is wrong takes three times as long as to see that nothing is.
    if (Value.Check(schema, value)) continue;
    const [fault] = explain(Value.Errors(schema, value), part);
    refuse(`the example of ${folder}/${file} does not fit its ${part}: ${fault?.message}`);
  }
}

/** Like `structuredClone`, which in Bun loses the type and name of a File. */
function cloneExample(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(cloneExample);
  if (typeof value !== "object" || value === null || value instanceof Blob) return value;
  return Object.fromEntries(Object.entries(value).map(([k, v]) => [k, cloneExample(v)]));
}
