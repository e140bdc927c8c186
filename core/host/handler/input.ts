import type { Static, TSchema } from "@sinclair/typebox";
import { type TypeCheck, TypeCompiler } from "@sinclair/typebox/compiler";
import { Value } from "@sinclair/typebox/value";
import { isKeyParameter } from "../../accounts/credentials.ts";
import { isSignatureField } from "../../accounts/signed-address.ts";
import { HubError } from "../../contract/errors.ts";
import type { ObjectSchema } from "../../contract/schema.ts";
import { StoredUpload } from "../../contract/upload.ts";
import { explain } from "../../platform/http/complaints.ts";
import { bodyValuesDefault, createExcessError, JsonScan } from "./parse-json.ts";

/** The part of a request that contains a set of named values. */
type InputLocation = "path" | "query" | "body" | "arguments";

/** Checks a value against a schema and reports errors. */
export type SchemaCheck = Pick<TypeCheck<TSchema>, "Check" | "Errors">;

interface CheckOptions {
  /** Whether the schema comes from an untrusted source. */
  isOutside?: boolean | undefined;
}

interface InputOptions extends CheckOptions {
  /** The query parameter for the API key in addition to `api_key`. */
  keyParameter?: string | readonly string[] | undefined;
}

/** Cached checks with generated code. They are reused when the hub serves its plugins again. */
const compiled = new WeakMap<TSchema, SchemaCheck>();

/** Creates a check for a schema. Generates code for it, except for untrusted schemas. */
export function createCheck(schema: TSchema, { isOutside = false }: CheckOptions): SchemaCheck {
  if (!isOutside) {
    const check = compiled.get(schema) ?? TypeCompiler.Compile(schema);
    compiled.set(schema, check);
    return check;
  }
  return {
    Check: (value): value is never => Value.Check(schema, value),
    Errors: (value) => Value.Errors(schema, value),
  };
}

/**
 * Validates the named values of one part of a request. Fills in defaults, parses numbers and booleans from
 * strings if the part consists of strings, and reports every error.
 */
export class Input {
  readonly #schema: ObjectSchema;
  readonly #fields: ReadonlyMap<string, InputField>;
  readonly #place: InputLocation;
  /** Whether names without a field have lists of all their values. */
  readonly #keepsAll: boolean;
  readonly #defaults: Defaults;
  readonly #isOutside: boolean;
  readonly #keyParameter: string | readonly string[] | undefined;
  #check: SchemaCheck | undefined;

  constructor(
    schema: ObjectSchema,
    place: InputLocation,
    { isOutside = false, keyParameter }: InputOptions = {},
  ) {
    this.#schema = schema;
    this.#keyParameter = keyParameter;
    this.#isOutside = isOutside;
    this.#fields = new Map(
      Object.entries<TSchema>(schema.properties).map(([name, field]) => [
        name,
        { name, schema: field, kind: getKind(field) },
      ]),
    );
    this.#place = place;
    const { additionalProperties: others } = schema;
    this.#keepsAll = typeof others === "object" && others.type === "array";
    this.#defaults = findDefaults(schema);
  }

  /** Validates the values of a JSON body, or of a path or query that `read` has converted. Throws `invalid_input`. */
  validate(given: unknown): Record<string, unknown> {
    const value = this.complete(given);
    // Compiled on first use, because most routes aren't called in the first second.
    this.#check ??= createCheck(this.#schema, { isOutside: this.#isOutside });
    if (this.#check.Check(value)) return value as Record<string, unknown>;
    const errors = explain(this.#check.Errors(value), this.#place);
    const more = errors.length > 1 ? `, and ${errors.length - 1} more` : "";
    throw new HubError("invalid_input", `${errors[0]?.message}${more}`, { errors });
  }

  /** Fills in defaults, in place if they are simple values. */
  complete(given: unknown): unknown {
    if (this.#defaults === "none") return given;
    if (this.#defaults === "deep") return complete(this.#schema, given);
    if (typeof given !== "object" || given === null || Array.isArray(given)) return given;
    const values = given as Record<string, unknown>;
    for (const [name, value] of this.#defaults)
      if (values[name] === undefined) values[name] = value;
    return values;
  }

  /** Converts strings to the types of the schema. Leaves strings that don't match for the check. */
  read(given: Iterable<[string, string | File | StoredUpload]>): Record<string, unknown> {
    const values: Record<string, unknown> = {};
    for (const [name, value] of given) {
      const field = this.#fields.get(name);
      if (field && field.kind !== "text") this.#refuseMany(name, value);
      if (field?.kind === "list") addItems(values, field, value);
      else if (!field && this.#keepsAll && this.#isForwarded(name)) addValue(values, name, value);
      else if (field && Object.hasOwn(values, field.name)) this.#refuseSecond(name);
      // Uses the name from the schema, because the one from the request is a new string each time.
      else if (field)
        values[field.name] = field.kind === "text" ? value : spell(field.schema, value);
      // The check rejects it. Defined instead of assigned, because its name may be "__proto__". If the schema allows
      // any name, the first value counts.
      else if (this.#isForwarded(name) && !Object.hasOwn(values, name))
        Object.defineProperty(values, name, { value, enumerable: true });
    }
    return values;
  }

  /** Converts path parameters, each of which occurs once and is in the schema. */
  readPath(params: Readonly<Record<string, string>>): Record<string, unknown> {
    const values: Record<string, unknown> = {};
    for (const { name, schema, kind } of this.#fields.values())
      values[name] = kind === "text" ? params[name] : spell(schema, params[name]);
    return values;
  }

  /** Returns whether a parameter without a field isn't the hub's own. */
  #isForwarded(name: string): boolean {
    return !isKeyParameter(name, this.#keyParameter) && !isSignatureField(name);
  }

  /** Throws if the text of a list or an object has too many values. Each takes at least one character. */
  #refuseMany(name: string, value: string | File | StoredUpload): void {
    if (typeof value !== "string" || value.length <= bodyValuesDefault) return;
    const bounds = { at: `${this.#place}.${name}`, valuesMax: bodyValuesDefault };
    const excess = new JsonScan(bodyValuesDefault).read(Buffer.from(value));
    if (excess === "values") throw createExcessError(excess, bounds);
  }

  #refuseSecond(name: string): void {
    const at = `${this.#place}.${name}`;
    throw new HubError("invalid_input", `${at} must be sent only once`, { at });
  }
}

/**
 * Validates the fields of a value inside a request, such as a parsed file, as if `place` had them. Fills in defaults.
 * Throws `invalid_input`.
 */
export function parseFields<Schema extends ObjectSchema>(
  schema: Schema,
  value: unknown,
  place: InputLocation,
): Static<Schema> {
  return new Input(schema, place).validate(value) as Static<Schema>;
}

/** Adds a value to the list of a name. Defined instead of assigned, because the name may be "__proto__". */
function addValue(values: Record<string, unknown>, name: string, value: unknown): void {
  const known = Object.getOwnPropertyDescriptor(values, name)?.value as unknown[] | undefined;
  if (known) known.push(value);
  else Object.defineProperty(values, name, { value: [value], enumerable: true });
}

/** A field of a schema with the parser for its string form. */
interface InputField {
  readonly name: string;
  readonly schema: TSchema;
  readonly kind: "text" | "list" | "other";
}

function getKind({ type, anyOf }: TSchema): InputField["kind"] {
  if (type === "array") return "list";
  const isText =
    type === "string" || (anyOf?.every((one: TSchema) => getKind(one) === "text") ?? false);
  return isText ? "text" : "other";
}

function addItems(
  values: Record<string, unknown>,
  { name, schema }: InputField,
  value: string | File | StoredUpload,
) {
  const items = typeof value === "string" ? listNames(value, schema.items) : [value];
  const list = (values[name] as unknown[]) ?? [];
  values[name] = list;
  for (const item of items) list.push(spell(schema.items, item));
}

/**
 * Parses the items of a list: as JSON, where a list of objects may be a single object, or comma-separated for
 * simple values.
 */
function listNames(value: string, items: TSchema): unknown[] {
  const isNested = isStructured(items);
  const read = value.startsWith("[") || isNested ? parseValue(value) : undefined;
  if (Array.isArray(read)) return read;
  if (isNested && typeof read === "object" && read !== null) return [read];
  // Text that isn't JSON is a plain string, such as an IPv6 address in a URL.
  return isNested && !takesText(items) ? [value] : value.split(",");
}

/** Checks whether the string form of a value is JSON: an object or a list. */
export function isStructured({ type, anyOf = [] }: TSchema): boolean {
  return type === "object" || type === "array" || anyOf.some(isStructured);
}

function takesText({ type, anyOf = [] }: TSchema): boolean {
  return type === "string" || anyOf.some(takesText);
}

/** Parses JSON. Returns undefined if it is invalid or nested too deeply. */
function parseValue(text: string): unknown {
  if (new JsonScan(bodyValuesDefault).read(Buffer.from(text))) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Converts a string to the type of a schema, or returns it unchanged if it doesn't match. */
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

/** The accepted spellings of booleans. Python clients send `True`. */
const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ["true", true],
  ["True", true],
  ["1", true],
  ["false", false],
  ["False", false],
  ["0", false],
]);

/** Matches a JSON number, without the hexadecimal and blank values that `Number()` accepts. */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** The simple default values of a schema, or whether it has none or nested ones. */
type Defaults = "none" | "deep" | readonly (readonly [name: string, value: unknown])[];

/** Finds the defaults of a schema. Most have only simple top-level ones, which need no recursion. */
function findDefaults({ properties, ...schema }: ObjectSchema): Defaults {
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
 * Fills in the defaults of a schema at any depth. TypeBox's `Value.Default` does the same, but converts an
 * object to a list if the schema expects a list with a default.
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
    typeof value === "object" &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof Blob || value instanceof StoredUpload)
  );
}

/** Parses the names and values of a form-encoded query, in order. The encoding is already checked. */
export function queryPairs(search: string): [name: string, value: string][] {
  const pairs: [string, string][] = [];
  const decode = search.includes("%") || search.includes("+") ? decodeText : keepText;
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

function keepText(text: string): string {
  return text;
}

function decodeText(text: string): string {
  const spaced = text.includes("+") ? text.replaceAll("+", " ") : text;
  return spaced.includes("%") ? decodeURIComponent(spaced) : spaced;
}
