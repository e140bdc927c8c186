import type { TSchema } from "@sinclair/typebox";
import { type TypeCheck, TypeCompiler } from "@sinclair/typebox/compiler";
import { Value } from "@sinclair/typebox/value";
import { isSignatureField } from "../../accounts/signed-address.ts";
import { HubError } from "../../contract/errors.ts";
import type { ObjectSchema } from "../../contract/schema.ts";
import { explain } from "../../platform/http/complaints.ts";

/** How deep JSON of a caller's may nest. */
export const depthMax = 64;

/** Where in a request a set of named values stands. */
export type Place = "path" | "query" | "body" | "arguments";

/** Tells whether a value fits a schema, and what is wrong with it. */
export type SchemaCheck = Pick<TypeCheck<TSchema>, "Check" | "Errors">;

interface CheckOptions {
  /** Whether somebody wrote the schema whom the hub does not trust. */
  isOutside?: boolean | undefined;
}

/** Makes the check of a schema: by code that is written for it, but never out of what a stranger wrote. */
export function createCheck(schema: TSchema, { isOutside = false }: CheckOptions): SchemaCheck {
  if (!isOutside) return TypeCompiler.Compile(schema);
  return {
    Check: (value): value is never => Value.Check(schema, value),
    Errors: (value) => Value.Errors(schema, value),
  };
}

/**
 * Checks the named values of one part of a request: fills in defaults, reads numbers and booleans
 * out of strings where the part is made of strings, and names every fault.
 */
export class Input {
  readonly #schema: ObjectSchema;
  readonly #fields: ReadonlyMap<string, Field>;
  readonly #place: Place;
  readonly #defaults: Defaults;
  readonly #isOutside: boolean;
  #check: SchemaCheck | undefined;

  constructor(schema: ObjectSchema, place: Place, { isOutside = false }: CheckOptions = {}) {
    this.#schema = schema;
    this.#isOutside = isOutside;
    this.#fields = new Map(
      Object.entries<TSchema>(schema.properties).map(([name, field]) => [
        name,
        { name, schema: field, kind: kindOf(field) },
      ]),
    );
    this.#place = place;
    this.#defaults = defaultsOf(schema);
  }

  /** The values of a JSON body, or of a path or query that were strings and are read by `read`. */
  take(given: unknown): Record<string, unknown> {
    const value = this.complete(given);
    // Compiled at first use: most routes of a hub are not called in its first second.
    this.#check ??= createCheck(this.#schema, { isOutside: this.#isOutside });
    if (this.#check.Check(value)) return value as Record<string, unknown>;
    const errors = explain(this.#check.Errors(value), this.#place);
    const more = errors.length > 1 ? `, and ${errors.length - 1} more` : "";
    throw new HubError("invalid_input", `${errors[0]?.message}${more}`, { errors });
  }

  /** Fills in the defaults, in place where they are plain. */
  complete(given: unknown): unknown {
    if (this.#defaults === "none") return given;
    if (this.#defaults === "deep") return complete(this.#schema, given);
    if (typeof given !== "object" || given === null || Array.isArray(given)) return given;
    const values = given as Record<string, unknown>;
    for (const [name, value] of this.#defaults)
      if (values[name] === undefined) values[name] = value;
    return values;
  }

  /** Turns strings into what the schema wants where they spell it, and leaves them where not. */
  read(given: Iterable<[string, string | File]>): Record<string, unknown> {
    const values: Record<string, unknown> = {};
    for (const [name, value] of given) {
      const field = this.#fields.get(name);
      if (field?.kind === "list") addItems(values, field, value);
      else if (Object.hasOwn(values, name)) this.#refuseSecond(name, field);
      // By the name that the schema has: the request's own is a new text each time.
      else if (field)
        values[field.name] = field.kind === "text" ? value : spell(field.schema, value);
      // The check will refuse it. Defined and not assigned, as its name may be "__proto__".
      else if (name !== "api_key" && !isSignatureField(name))
        Object.defineProperty(values, name, { value, enumerable: true });
    }
    return values;
  }

  /** The same of what the router found in a path, each once and under a name that the schema has. */
  readPath(params: Readonly<Record<string, string>>): Record<string, unknown> {
    const values: Record<string, unknown> = {};
    for (const { name, schema, kind } of this.#fields.values())
      values[name] = kind === "text" ? params[name] : spell(schema, params[name]);
    return values;
  }

  #refuseSecond(name: string, field: Field | undefined): void {
    // Where any name may come, nobody can be held to know them: the first one counts.
    if (!field && this.#schema.additionalProperties) return;
    const at = `${this.#place}.${name}`;
    throw new HubError("invalid_input", `${at} must be sent only once`, { at });
  }
}

/** A field of a schema, and how its value is read out of a string. */
interface Field {
  readonly name: string;
  readonly schema: TSchema;
  readonly kind: "text" | "list" | "other";
}

function kindOf({ type, anyOf }: TSchema): Field["kind"] {
  if (type === "array") return "list";
  const isText =
    type === "string" || (anyOf?.every((one: TSchema) => kindOf(one) === "text") ?? false);
  return isText ? "text" : "other";
}

function addItems(values: Record<string, unknown>, { name, schema }: Field, value: string | File) {
  const items = typeof value === "string" ? listNames(value, schema.items) : [value];
  const before = (values[name] as unknown[]) ?? [];
  values[name] = [...before, ...items.map((item) => spell(schema.items, item))];
}

/**
 * The items of a list: in JSON, which for a list of objects may be one of them, or between commas where
 * they are plain.
 */
function listNames(value: string, items: TSchema): unknown[] {
  const isNested = isStructured(items);
  const read = value.startsWith("[") || isNested ? parseValue(value) : undefined;
  if (Array.isArray(read)) return read;
  if (isNested && typeof read === "object" && read !== null) return [read];
  // What is no JSON is a text of the caller's, such as an IPv6 address in a URL.
  return isNested && !takesText(items) ? [value] : value.split(",");
}

/** Whether a value is written in JSON where it comes as a text: an object or a list. */
export function isStructured({ type, anyOf = [] }: TSchema): boolean {
  return type === "object" || type === "array" || anyOf.some(isStructured);
}

function takesText({ type, anyOf = [] }: TSchema): boolean {
  return type === "string" || anyOf.some(takesText);
}

/** What a text says in JSON; nothing where it is none, or one that nobody should recurse into. */
function parseValue(text: string): unknown {
  if (isTooDeep(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What a text spells in the type of a schema, or itself where it spells nothing. */
function spell(schema: TSchema, value: unknown): unknown {
  if (typeof value !== "string" || schema.type === "string") return value;
  for (const option of schema.anyOf ?? []) {
    const read = spell(option, value);
    if (typeof read !== "string") return read;
  }
  switch (schema.type) {
    case "integer":
    case "number":
      return NUMBER.test(value) && value.length <= 32 ? Number(value) : value;
    case "boolean":
      return BOOLEANS.get(value) ?? value;
    case "object":
      return parseValue(value) ?? value;
    default:
      return value;
  }
}

/** As people and programs write them: clients made for Python send `True`. */
const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ["true", true],
  ["True", true],
  ["1", true],
  ["false", false],
  ["False", false],
  ["0", false],
]);

/** A JSON number: no hexadecimal, no blanks, none of `Number()`'s other generosities. */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** The plain values that stand in for fields left out, or that there are none, or deeper ones too. */
type Defaults = "none" | "deep" | readonly (readonly [name: string, value: unknown])[];

/** Most schemas have plain defaults at the top alone, which need no walk through every value. */
function defaultsOf({ properties, ...schema }: ObjectSchema): Defaults {
  const fields = Object.entries<TSchema>(properties);
  const isPlain = ({ default: value }: TSchema) => typeof value !== "object" || value === null;
  if (schema.default !== undefined) return "deep";
  for (const [, field] of fields) if (!isPlain(field) || hasDefaultBelow(field)) return "deep";
  const plain = fields.filter(([, field]) => field.default !== undefined);
  return plain.length === 0 ? "none" : plain.map(([name, field]) => [name, field.default]);
}

function hasDefault(schema: TSchema): boolean {
  return schema.default !== undefined || hasDefaultBelow(schema);
}

function hasDefaultBelow(schema: TSchema): boolean {
  return (
    [...Object.values<TSchema>(schema.properties ?? {}), ...(schema.anyOf ?? [])].some(
      hasDefault,
    ) ||
    (schema.items !== undefined && hasDefault(schema.items))
  );
}

/**
 * A value with the defaults of its schema, at any depth. TypeBox has the same in `Value.Default`, but
 * makes a list of an object that stands where a list with a default should.
 */
function complete(schema: TSchema, given: unknown): unknown {
  const value = given === undefined ? structuredClone(schema.default) : given;
  if (schema.anyOf) {
    const fits = schema.anyOf.map((option: TSchema) => ({
      option,
      read: complete(option, value),
    }));
    const fit = fits.find(({ option, read }: (typeof fits)[number]) => Value.Check(option, read));
    return fit ? fit.read : value;
  }
  if (Array.isArray(value) && schema.items && !Array.isArray(schema.items))
    return value.map((item) => complete(schema.items, item));
  if (schema.type !== "object" || !isRecord(value)) return value;
  const filled: Record<string, unknown> = { ...value };
  for (const [name, field] of Object.entries<TSchema>(schema.properties ?? {})) {
    const own = complete(field, Object.hasOwn(filled, name) ? filled[name] : undefined);
    if (own !== undefined) filled[name] = own;
  }
  return filled;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return (
    typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Blob)
  );
}

/** The names and values of a query, in order, as HTML forms write them. The encoding was checked. */
export function queryPairs(search: string): [name: string, value: string][] {
  const pairs: [string, string][] = [];
  for (let start = 0; start < search.length; ) {
    const ampersand = search.indexOf("&", start);
    const end = ampersand === -1 ? search.length : ampersand;
    const equals = search.indexOf("=", start);
    if (end > start)
      pairs.push(
        equals === -1 || equals > end
          ? [decode(search.slice(start, end)), ""]
          : [decode(search.slice(start, equals)), decode(search.slice(equals + 1, end))],
      );
    start = end + 1;
  }
  return pairs;
}

function decode(text: string): string {
  const spaced = text.includes("+") ? text.replaceAll("+", " ") : text;
  return spaced.includes("%") ? decodeURIComponent(spaced) : spaced;
}

/** Whether JSON nests too deep. Looked at before anything recurses into it. */
export function isTooDeep(text: string): boolean {
  let depth = 0;
  let quoted = false;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === 0x22) quoted = !quoted;
    else if (quoted) {
      if (code === 0x5c) index++;
    } else if (code === 0x7b || code === 0x5b) {
      if (++depth > depthMax) return true;
    } else if (code === 0x7d || code === 0x5d) depth--;
  }
  return false;
}
