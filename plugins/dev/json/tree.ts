/**
 * A JSON value as it was written: every digit of its numbers, and its members in their order. A Map
 * has no key that means something else, as `__proto__` does in an object.
 */
export type Json = Scalar | Json[] | Members;

export type Scalar = null | boolean | string | Numeral;

export type Members = Map<string, Json>;

/** A number by its digits, in the grammar of JSON; or `Infinity`, `-Infinity` or `NaN`. */
export class Numeral {
  constructor(readonly raw: string) {}
}

/** What a value is, in the words of JSON. */
export function typeOf(json: Json): "null" | "boolean" | "string" | "number" | "array" | "object" {
  if (json === null) return "null";
  if (json instanceof Numeral) return "number";
  if (json instanceof Map) return "object";
  if (Array.isArray(json)) return "array";
  return typeof json === "string" ? "string" : "boolean";
}

/** Whether a value holds no others. */
export function isScalar(json: Json): json is Scalar {
  return !Array.isArray(json) && !(json instanceof Map);
}
