import { isExact } from "../number.ts";
import { getType, type Json, Numeral } from "../tree.ts";

/** The merged types of all values at the same path; the items of a list share one shape. */
export class Shape {
  readonly scalars = new Set<string>();
  items: Shape | undefined;
  members: Map<string, Shape> | undefined;
  /** Number of values that were objects. */
  objects = 0;
  /** Number of parent objects that have the value. */
  present = 0;
  /** Whether all numbers are written as integers. */
  isInteger = true;
  /** Whether all numbers are integers of 64 bits. */
  isInt64 = true;
  /** Whether doubles represent all numbers exactly. */
  isDouble = true;
  /** Whether all numbers have at most 28 digits and no exponent, like decimals of 128 bits. */
  isDecimal = true;

  add(json: Json): void {
    this.present++;
    if (Array.isArray(json)) {
      this.items ??= new Shape();
      for (const item of json) this.items.add(item);
    } else if (json instanceof Map) {
      this.objects++;
      this.members ??= new Map();
      for (const [key, value] of json) {
        const shape = this.members.get(key) ?? new Shape();
        this.members.set(key, shape);
        shape.add(value);
      }
    } else {
      this.scalars.add(getType(json));
      if (json instanceof Numeral) this.#addNumber(json.raw);
    }
  }

  #addNumber(raw: string): void {
    this.isInteger &&= /^-?\d+$/.test(raw);
    this.isInt64 &&=
      this.isInteger &&
      raw !== "-0" &&
      raw.length <= 20 &&
      BigInt.asIntN(64, BigInt(raw)) === BigInt(raw);
    this.isDouble &&= isExact(raw);
    this.isDecimal &&= /^-?[\d.]{1,29}$/.test(raw) && raw.replace(/\D/g, "").length <= 28;
  }
}
