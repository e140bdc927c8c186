import { isExact, toNumber } from "./number.ts";
import { type Json, Numeral } from "./tree.ts";

export interface PlainOptions {
  /** What a number becomes that no double holds: its digits as a string, or the nearest double. */
  inexact: "string" | "double" | ((raw: string) => number);
  /** Told of each array and object, and of what it was made from. */
  onMade?: (made: object, from: Json) => void;
}

/** The tree as values of JavaScript, whose objects keep every key as a property of their own. */
export function toPlain(json: Json, options: PlainOptions): unknown {
  if (json instanceof Numeral) return numberOf(json, options);
  if (Array.isArray(json)) {
    const items = json.map((item) => toPlain(item, options));
    options.onMade?.(items, json);
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
  options.onMade?.(object, json);
  return object;
}

function numberOf({ raw }: Numeral, { inexact }: PlainOptions): string | number {
  if (inexact === "double" || isExact(raw)) return toNumber(raw);
  return inexact === "string" ? raw : inexact(raw);
}

/** The tree of a value that was read by somebody else, and so has the digits of its doubles. */
export function fromPlain(value: unknown): Json {
  if (typeof value === "number") return new Numeral(String(value));
  if (Array.isArray(value)) return value.map(fromPlain);
  if (typeof value !== "object" || value === null) return value as null | boolean | string;
  return new Map(Object.entries(value).map(([key, item]) => [key, fromPlain(item)]));
}
