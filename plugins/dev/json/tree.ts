import { isExact, isSpecial, toNumber } from "./number.ts";
import { type Builder, type ParseOptions, parse } from "./parse-json.ts";
import { unquote } from "./string.ts";

/**
 * A JSON value as written: all digits of numbers, and members in order. A Map has no special keys such as
 * `__proto__`.
 */
export type Json = Scalar | Json[] | Members;

export type Scalar = null | boolean | string | Numeral;

export type Members = Map<string, Json>;

/** A number as a string of JSON digits, or `Infinity`, `-Infinity` or `NaN`. */
export class Numeral {
  constructor(readonly raw: string) {}
}

/** Returns the JSON type of a value. */
export function getType(json: Json): "null" | "boolean" | "string" | "number" | "array" | "object" {
  if (json === null) return "null";
  if (json instanceof Numeral) return "number";
  if (json instanceof Map) return "object";
  if (Array.isArray(json)) return "array";
  return typeof json === "string" ? "string" : "boolean";
}

/** Returns whether a value is neither an array nor an object. */
export function isScalar(json: Json): json is Scalar {
  return !Array.isArray(json) && !(json instanceof Map);
}

/** Parses a JSON text into a tree. The last of several equal keys wins. Throws a Fault. */
export function readJson(text: string, options: ParseOptions = {}): Json {
  return parse(text, treeBuilder, options).value;
}

/** Builds the tree of a JSON text. */
export const treeBuilder: Builder<Json> = {
  scalar(raw, kind) {
    if (kind === "string") return unquote(raw);
    if (kind === "number") return new Numeral(raw);
    return raw === "null" ? null : raw === "true";
  },
  array: (items) => items.map(({ value }) => value),
  object: (members) => new Map(members.map(({ name, value }) => [name, value])),
};

/** Writes a tree as JSON on one line. Infinities are written as null: JSON has none. */
export function writeJson(json: Json): string {
  if (json instanceof Numeral) return isSpecial(json.raw) ? "null" : json.raw;
  if (Array.isArray(json)) return `[${json.map(writeJson).join(",")}]`;
  if (!(json instanceof Map)) return JSON.stringify(json);
  let text = "{";
  for (const [key, value] of json)
    text += `${text.length > 1 ? "," : ""}${JSON.stringify(key)}:${writeJson(value)}`;
  return `${text}}`;
}

interface PlainOptions {
  /** Replacement for a number that no double represents: its digits, which only `JSON.stringify` reads, or the nearest double. */
  inexact: "digits" | "double" | ((raw: string) => number);
  /** Called for each new array and object with the tree it was made from. */
  onCreate?: (created: object, from: Json) => void;
}

/** Converts a tree to JavaScript values. Every key becomes an own property. */
export function toPlain(json: Json, options: PlainOptions): unknown {
  if (json instanceof Numeral) return toPlainNumber(json, options);
  if (Array.isArray(json)) {
    const items = json.map((item) => toPlain(item, options));
    options.onCreate?.(items, json);
    return items;
  }
  if (!(json instanceof Map)) return json;
  const object: Record<string, unknown> = {};
  for (const [key, item] of json) {
    const value = toPlain(item, options);
    if (key !== "__proto__") object[key] = value;
    // An assignment would set the object's prototype.
    else
      Object.defineProperty(object, key, {
        value,
        enumerable: true,
        configurable: true,
        writable: true,
      });
  }
  options.onCreate?.(object, json);
  return object;
}

function toPlainNumber({ raw }: Numeral, { inexact }: PlainOptions): number | RawJson {
  if (inexact === "double" || isExact(raw)) return toNumber(raw);
  return inexact === "digits" ? JSON.rawJSON(raw) : inexact(raw);
}

/** Converts a value parsed elsewhere to a tree. Its numbers have the digits of their doubles. */
export function fromPlain(value: unknown): Json {
  if (typeof value === "number") return new Numeral(String(value));
  if (Array.isArray(value)) return value.map(fromPlain);
  if (typeof value !== "object" || value === null) return value as null | boolean | string;
  return new Map(Object.entries(value).map(([key, item]) => [key, fromPlain(item)]));
}
