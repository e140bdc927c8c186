import type { TSchema } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { findDeprecationFault } from "../../contract/deprecation.ts";
import type { Route } from "../../contract/plugin.ts";
import { isHeaderName, isInterpreted } from "../../contract/response-headers.ts";
import { explain } from "../../platform/http/complaints.ts";
import { Input } from "../handler/input.ts";
import type { LoadedRoute, Refuse } from "../plugin/loaded-plugin.ts";

/** Validates a route. */
export function checkRoute(loaded: LoadedRoute, refuse: Refuse): void {
  checkPath(loaded, refuse);
  checkRateLimits(loaded, refuse);
  checkCost(loaded, refuse);
  checkDeprecation(loaded, refuse);
  checkPlainField(loaded, refuse);
  checkHeaderNames(loaded, refuse);
  const { params, query, body } = loaded.route;
  for (const schema of [params, query, body]) if (schema) forbidUnknownFields(schema);
  checkExample(loaded.route.example, { loaded, refuse });
  checkGallery(loaded, refuse);
}

/** Checks that a path at the root isn't reserved for the hub. */
export function checkOpenPath(
  path: string,
  { folder, refuse }: { folder: string; refuse: Refuse },
): void {
  const first = path.split("/")[1] ?? "";
  if (first === "api" || first === "try" || first === "admin")
    refuse(`${folder} "${path}" is below "/${first}", which is reserved for the hub`);
}

function checkPath({ folder, file, path, route }: LoadedRoute, refuse: Refuse): void {
  const named = [...path.matchAll(/:(\w+)/g)].map(([, key]) => key);
  const declared = Object.keys(route.params?.properties ?? {});
  if (named.toSorted().join() !== declared.toSorted().join())
    refuse(`${folder}/${file} has [${named}] in its path but [${declared}] in its params`);
}

/** The settings that only aliases have. */
const aliasFields = [
  "keyParameter",
  "keyHeaders",
  "keyless",
  "refusedHeaders",
  "headerFields",
] as const;

/** Highest rate limit by address. Each counted call takes memory. */
const addressPerMinuteMax = 1000;

function checkDeprecation({ folder, file, route }: LoadedRoute, refuse: Refuse): void {
  const fault = route.deprecated && findDeprecationFault(route.deprecated);
  if (fault !== undefined) refuse(`the deprecation of ${folder}/${file} is invalid: ${fault}`);
}

function checkRateLimits({ folder, file, route }: LoadedRoute, refuse: Refuse): void {
  const { publicPerMinute, tryPerMinute, keyless } = route;
  for (const name of aliasFields)
    if (route[name] !== undefined && folder !== "aliases")
      refuse(`${folder}/${file} has ${name}, which is only for files in aliases/`);
  for (const name of ["refusedHeaders", "headerFields"] as const)
    if (route[name] !== undefined && !route.body)
      refuse(`${folder}/${file} has ${name}, which is only for routes with a body`);
  for (const field of Object.values(route.headerFields ?? {}))
    if (!Object.hasOwn(route.body?.properties ?? {}, field))
      refuse(`${folder}/${file} has the field "${field}" in headerFields, but not in its body`);
  if (publicPerMinute !== undefined && folder !== "public")
    refuse(`${folder}/${file} has publicPerMinute, which is only for files in public/`);
  if (tryPerMinute !== undefined && folder !== "routes")
    refuse(`${folder}/${file} has tryPerMinute, which is only for files in routes/`);
  if (
    publicPerMinute !== undefined &&
    publicPerMinute !== "unlimited" &&
    !isRateLimit(publicPerMinute)
  )
    refuse(
      `the publicPerMinute of ${folder}/${file} must be a whole number from 1 to ${addressPerMinuteMax} or "unlimited": it is ${JSON.stringify(publicPerMinute)}`,
    );
  if (keyless && route.heavy && route.background !== false)
    refuse(
      `${folder}/${file} has keyless and is heavy: it must have background: false, because a job needs an account`,
    );
  if (keyless && !isRateLimit(keyless.perMinute))
    refuse(
      `the keyless.perMinute of ${folder}/${file} must be a whole number from 1 to ${addressPerMinuteMax}: it is ${JSON.stringify(keyless.perMinute)}`,
    );
  if (tryPerMinute !== undefined && !isRateLimit(tryPerMinute))
    refuse(
      `the tryPerMinute of ${folder}/${file} must be a whole number from 1 to ${addressPerMinuteMax}: it is ${JSON.stringify(tryPerMinute)}`,
    );
}

function isRateLimit(count: number): boolean {
  return Number.isInteger(count) && count >= 1 && count <= addressPerMinuteMax;
}

/** Checks the cost. Only calls with a key cost units, and the cost must depend on the body alone. */
function checkCost({ folder, file, route }: LoadedRoute, refuse: Refuse): void {
  const { cost, body } = route;
  if (cost === undefined) return;
  if (folder === "public") refuse(`${folder}/${file} has a cost, but calls without a key are free`);
  if (typeof cost === "function") return;
  const field = /^body\.(.+)$/.exec(cost)?.[1];
  if (field === undefined || body?.properties[field]?.type !== "array")
    refuse(
      `the cost of ${folder}/${file} must name a list of its body, like "body.items": it is ${JSON.stringify(cost)}`,
    );
}

/** Checks that the field for `Accept: text/plain` exists in the response. */
function checkPlainField(
  { folder, file, route: { plain, response } }: LoadedRoute,
  refuse: Refuse,
): void {
  if (plain === undefined) return;
  const names = listFields(response);
  if (!names.includes(plain))
    refuse(
      `the plain of ${folder}/${file} must name a field of its response (${names.join(", ")}): it is ${JSON.stringify(plain)}`,
    );
}

/** Checks that the declared response headers are the route's own, and that only its callers act on them. */
function checkHeaderNames({ folder, file, route }: LoadedRoute, refuse: Refuse): void {
  const { headers = [] } = route;
  if (!Array.isArray(headers)) refuse(`the headers of ${folder}/${file} must be a list of names`);
  for (const name of headers) {
    if (!isHeaderName(name))
      refuse(
        `${folder}/${file} has ${JSON.stringify(name)} in headers, which is not in lower case or is reserved for the hub`,
      );
    if (isInterpreted(name))
      refuse(
        `${folder}/${file} has "${name}" in headers, which browsers or proxies act on: request it in permissions.headers of plugin.ts instead`,
      );
  }
}

function listFields({ properties = {}, anyOf = [], allOf = [] }: TSchema): string[] {
  return [...Object.keys(properties), ...[...anyOf, ...allOf].flatMap(listFields)];
}

/** Forbids unknown fields in objects, so that misspelt options are rejected. */
function forbidUnknownFields(schema: TSchema): void {
  if (schema.type === "object" && schema.properties) schema.additionalProperties ??= false;
  for (const part of [...Object.values<TSchema>(schema.properties ?? {}), ...(schema.anyOf ?? [])])
    forbidUnknownFields(part);
  if (schema.items) forbidUnknownFields(schema.items);
}

function checkExample(
  example: Route["example"],
  { loaded: { folder, file, route }, refuse }: { loaded: LoadedRoute; refuse: Refuse },
): void {
  for (const part of ["params", "query", "body"] as const) {
    const schema = route[part];
    if (!schema) continue;
    const input = new Input(schema, part === "params" ? "path" : part);
    const value = input.complete(cloneExample(example[part] ?? {}));
    // Collecting errors takes three times as long as the check alone.
    if (Value.Check(schema, value)) continue;
    const [fault] = explain(Value.Errors(schema, value), part);
    refuse(`the example of ${folder}/${file} does not match its ${part}: ${fault?.message}`);
  }
}

/** Maximum number of examples of a route in the gallery. */
const galleryMax = 50;

/** Checks that the gallery names a field with listed values, or that each of its examples is valid. */
function checkGallery(loaded: LoadedRoute, refuse: Refuse): void {
  const { folder, file, route } = loaded;
  const { gallery = {}, example } = route;
  if (typeof gallery !== "string") {
    checkGallerySize(Object.keys(gallery).length, { loaded, refuse });
    for (const { params, query, body } of Object.values(gallery))
      checkExample(
        {
          params: { ...example.params, ...params },
          query: { ...example.query, ...query },
          body: { ...example.body, ...body },
        },
        { loaded, refuse },
      );
    return;
  }
  const [, part, field] = /^(query|body)\.(.+)$/.exec(gallery) ?? [];
  const values: unknown = route[part as "query" | "body"]?.properties[field ?? ""]?.enum;
  if (!Array.isArray(values))
    refuse(
      `the gallery of ${folder}/${file} must name a field with listed values, like "query.style": it is ${JSON.stringify(gallery)}`,
    );
  else checkGallerySize(values.length, { loaded, refuse });
}

function checkGallerySize(
  count: number,
  { loaded: { folder, file }, refuse }: { loaded: LoadedRoute; refuse: Refuse },
): void {
  if (count > galleryMax)
    refuse(
      `the gallery of ${folder}/${file} must have at most ${galleryMax} examples: it has ${count}`,
    );
}

/** Clones a value like `structuredClone`, which in Bun loses the type and name of a File. */
function cloneExample(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(cloneExample);
  if (typeof value !== "object" || value === null || value instanceof Blob) return value;
  return Object.fromEntries(Object.entries(value).map(([k, v]) => [k, cloneExample(v)]));
}
