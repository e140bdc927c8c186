import { isExact, toNumber } from "./number.ts";
import { type Json, Numeral } from "./tree.ts";

export interface PlainOptions {
  /** What a number becomes that no double holds: its digits as a string, or the nearest double. */
  inexact: "string" | "double";
}

/** The tree as values of JavaScript, whose objects keep every key as a property of their own. */
export function toPlain(json: Json, options: PlainOptions): unknown {
  if (json instanceof Numeral)
    return options.inexact === "string" && !isExact(json.raw) ? json.raw : toNumber(json.raw);
  if (Array.isArray(json)) return json.map((item) => toPlain(item, options));
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
  return object;
}
