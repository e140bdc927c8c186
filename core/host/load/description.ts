// A plugin as data: the declarations of its folder without code. Written by the process that imported the
// folder, and read by the hub, which doesn't trust it.
import {
  Kind,
  OptionalKind,
  ReadonlyKind,
  type TSchema,
  TypeRegistry,
  Type as t,
} from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { oneOf } from "../../contract/schema.ts";

const exampleParts = t.Object({
  params: t.Optional(t.Record(t.String(), t.Any())),
  query: t.Optional(t.Record(t.String(), t.Any())),
  body: t.Optional(t.Record(t.String(), t.Any())),
});

/** The schema of a route's declarations, without functions. */
const routeParts = t.Object({
  summary: t.String(),
  description: t.Optional(t.String()),
  params: t.Optional(t.Any()),
  query: t.Optional(t.Any()),
  body: t.Optional(t.Any()),
  raw: t.Optional(t.Record(t.String(), t.String())),
  response: t.Any(),
  headers: t.Optional(t.Array(t.String())),
  plain: t.Optional(t.String()),
  heavy: t.Optional(t.Boolean()),
  cache: t.Optional(oneOf(["forever", "etag", "never"])),
  sameForMs: t.Optional(t.Number({ minimum: 0 })),
  cost: t.Optional(t.String()),
  bodyBytesMax: t.Optional(t.Integer({ minimum: 0 })),
  bodyValuesMax: t.Optional(t.Integer({ minimum: 1 })),
  timeoutMs: t.Optional(t.Integer({ minimum: 1 })),
  memoryMbMax: t.Optional(t.Integer({ minimum: 1 })),
  ownProcess: t.Optional(t.Boolean()),
  background: t.Optional(t.Boolean()),
  publicPerMinute: t.Optional(t.Union([t.Number(), t.Literal("unlimited")])),
  tryPerMinute: t.Optional(t.Number()),
  keyParameter: t.Optional(t.Union([t.String(), t.Array(t.String())])),
  keyHeaders: t.Optional(t.Array(t.String())),
  keyless: t.Optional(t.Object({ policy: t.String(), perMinute: t.Integer({ minimum: 1 }) })),
  refusedHeaders: t.Optional(t.Record(t.String(), t.String())),
  headerFields: t.Optional(t.Record(t.String(), t.String())),
  deprecated: t.Optional(t.Object({ since: t.String(), sunset: t.String(), use: t.String() })),
  example: exampleParts,
  gallery: t.Optional(t.Union([t.String(), t.Record(t.String(), exampleParts)])),
});

/** The description of one file. */
export type FileDescription =
  | { kind: "plugin"; manifest: unknown }
  | { kind: "route"; route: unknown }
  | { kind: "task"; task: unknown }
  /** Another export, or the reason why the file can't be imported. */
  | { kind: "other"; reason?: string };

/** The descriptions of a folder's files by path: `routes/greet.get.ts`. */
export type FolderDescription = Record<string, FileDescription>;

/** Maximum nesting depth of a declaration. */
const depthMax = 64;

/** TypeBox symbols, which JSON can't represent, by their names in a description. */
const symbolNames = { kind: Kind, optional: OptionalKind, readonly: ReadonlyKind } as const;

/** Converts a declaration to JSON. Throws if it contains something other than data. */
export async function writeDeclaration(value: unknown, path = "it", depth = 0): Promise<unknown> {
  if (depth > depthMax) throw new TypeError(`${path} nests deeper than ${depthMax}`);
  if (value === null || typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value === "number" && Number.isFinite(value)) return value;
  if (value instanceof Uint8Array) return { $bytes: Buffer.from(value).toString("base64") };
  if (value instanceof Blob) {
    const $file = Buffer.from(await value.bytes()).toString("base64");
    return { $file, type: value.type, ...(value instanceof File && { name: value.name }) };
  }
  const write = (item: unknown, name: string | number) =>
    writeDeclaration(item, path === "it" ? String(name) : `${path}.${name}`, depth + 1);
  if (Array.isArray(value)) return Promise.all(value.map(write));
  if (!isPlain(value)) throw new TypeError(`${path} is not data: ${describeKind(value)}`);
  const fields: Record<string, unknown> = {};
  for (const [name, item] of Object.entries(value)) {
    if (name.startsWith("$")) throw new TypeError(`${path} has a field "${name}"`);
    if (item !== undefined) fields[name] = await write(item, name);
  }
  const symbols = Object.entries(symbolNames).filter(([, symbol]) => symbol in value);
  if (symbols.length === 0) return fields;
  const schema = value as Record<symbol, unknown>;
  return {
    $schema: Object.fromEntries(symbols.map(([name, symbol]) => [name, schema[symbol]])),
    fields,
  };
}

/** Parses the output of `writeDeclaration`. Throws if it is invalid. */
export function readDeclaration(value: unknown, depth = 0): unknown {
  if (depth > depthMax + 2) throw new TypeError(`A declaration nests deeper than ${depthMax}`);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => readDeclaration(item, depth + 1));
  const parts = value as Record<string, unknown>;
  if (typeof parts.$bytes === "string") return new Uint8Array(Buffer.from(parts.$bytes, "base64"));
  if (typeof parts.$file === "string") return readFile(parts.$file, parts);
  if (parts.$schema) return readSchema(parts, depth);
  return readFields(parts, depth);
}

function readFields(parts: Record<string, unknown>, depth: number): Record<string, unknown> {
  const entries = Object.entries(parts).map(([name, item]) => {
    if (name === "__proto__") throw new TypeError('A declaration has a field "__proto__"');
    return [name, readDeclaration(item, depth + 1)];
  });
  return Object.fromEntries(entries);
}

function readFile(base64: string, { type, name }: Record<string, unknown>): Blob {
  const bytes = [Buffer.from(base64, "base64")];
  const options = { type: String(type ?? "") };
  return name === undefined ? new Blob(bytes, options) : new File(bytes, String(name), options);
}

/** The kinds of schemas that can be validated without running code of the plugin. */
const kinds = new Set([
  "Any",
  "Array",
  "Binary",
  "Boolean",
  "File",
  "Integer",
  "Intersect",
  "Literal",
  "Never",
  "Null",
  "Number",
  "Object",
  "OneOf",
  "Record",
  "String",
  "Tuple",
  "Union",
  "Unknown",
  "Unsafe",
]);

/** The patterns that TypeBox itself generates for the keys of a record. */
const namePatterns = new Set(["^(.*)$", "^(0|[1-9][0-9]*)$", "^(?:.*)$"]);

function readSchema({ $schema, fields }: Record<string, unknown>, depth: number): TSchema {
  const { kind, optional, readonly } = $schema as Record<string, unknown>;
  if (typeof kind !== "string" || !kinds.has(kind))
    throw new TypeError(`Cannot describe a schema of the kind "${kind}" as data`);
  const schema = readFields(Object(fields), depth);
  for (const pattern of Object.keys(Object(schema.patternProperties)))
    if (!namePatterns.has(pattern))
      throw new TypeError(`Cannot describe a record with the key pattern "${pattern}" as data`);
  const isText = kind === "String" && ("pattern" in schema || "format" in schema);
  return {
    ...schema,
    [Kind]: isText ? "Text" : kind,
    ...(optional !== undefined && { [OptionalKind]: "Optional" }),
    ...(readonly !== undefined && { [ReadonlyKind]: "Readonly" }),
  } as TSchema;
}

// A string with an untrusted pattern or format. The hub would run it on callers' input, and a backtracking
// pattern would block all callers. The job process, which has limits, checks it.
TypeRegistry.Set<{ minLength?: number; maxLength?: number }>(
  "Text",
  ({ minLength = 0, maxLength = Number.POSITIVE_INFINITY }, value) =>
    typeof value === "string" && value.length >= minLength && value.length <= maxLength,
);

/** Validates a route's declarations, except its handler. Returns the first error. */
export function checkRouteParts(route: unknown): string | undefined {
  const fault = Value.Errors(routeParts, route).First();
  return fault && `${fault.path.slice(1).replaceAll("/", ".") || "it"}: ${fault.message}`;
}

function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function describeKind(value: unknown): string {
  if (typeof value !== "object" || value === null) return `a ${typeof value}`;
  return `a ${value.constructor?.name ?? "value without a constructor"}`;
}
