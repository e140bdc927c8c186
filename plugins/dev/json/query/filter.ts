import { compareNumbers } from "../number.ts";
import { Sameness } from "../sameness.ts";
import { type Json, Numeral } from "../tree.ts";
import type { Call, Logical, Operand, Operator, Query } from "./jsonpath.ts";
import { Patterns } from "./patterns.ts";
import type { Selection } from "./select.ts";

/** Decides whether a value passes the test of a filter selector. */
export class Filter {
  readonly #selection: Selection;
  readonly #same = new Sameness();
  readonly #patterns = new Patterns();

  constructor(selection: Selection) {
    this.#selection = selection;
  }

  /** Whether the test holds for the current value. */
  holds(test: Logical, current: Json): boolean {
    switch (test.kind) {
      case "or":
        return test.terms.some((term) => this.holds(term, current));
      case "and":
        return test.terms.every((term) => this.holds(term, current));
      case "not":
        return !this.holds(test.term, current);
      case "compare":
        return this.#compare(
          this.#value(test.left, current),
          test.operator,
          this.#value(test.right, current),
        );
      case "test":
        return test.of.kind === "call"
          ? this.#truth(test.of, current)
          : this.#selection.run(test.of, () => true, current);
    }
  }

  /** The value of an operand; undefined is the Nothing of RFC 9535. */
  #value(operand: Operand, current: Json): Json | undefined {
    if (operand.kind === "literal") return operand.value;
    if (operand.kind === "query") return this.#only(operand, current);
    const [argument] = operand.arguments;
    switch (operand.name) {
      case "length":
        return numeral(lengthOf(this.#value(argument!, current)));
      case "count":
        return numeral(this.#nodes(argument as Query, current).count);
      default:
        return this.#only(argument as Query, current);
    }
  }

  /** The value that a query selects, where it selects just one. */
  #only(query: Query, current: Json): Json | undefined {
    const { count, first } = this.#nodes(query, current, 2);
    return count === 1 ? first : undefined;
  }

  #nodes(query: Query, current: Json, enough = Number.POSITIVE_INFINITY) {
    let count = 0;
    let first: Json | undefined;
    this.#selection.run(
      query,
      (value) => {
        if (count === 0) first = value;
        return ++count >= enough;
      },
      current,
    );
    return { count, first };
  }

  #truth({ name, arguments: [of, by] }: Call, current: Json): boolean {
    const text = this.#value(of!, current);
    const pattern = this.#value(by!, current);
    if (typeof text !== "string" || typeof pattern !== "string") return false;
    this.#selection.charge(1 + Math.ceil(text.length / 16) + pattern.length);
    return this.#patterns.matches(pattern, { text, whole: name === "match" });
  }

  #compare(left: Json | undefined, operator: Operator, right: Json | undefined): boolean {
    switch (operator) {
      case "==":
        return this.#equal(left, right);
      case "!=":
        return !this.#equal(left, right);
      case "<":
        return less(left, right);
      case ">":
        return less(right, left);
      case "<=":
        return less(left, right) || this.#equal(left, right);
      case ">=":
        return less(right, left) || this.#equal(left, right);
    }
  }

  #equal(left: Json | undefined, right: Json | undefined): boolean {
    if (left === undefined || right === undefined) return left === right;
    return this.#same.of(left) === this.#same.of(right);
  }
}

function numeral(value: number | undefined): Numeral | undefined {
  return value === undefined ? undefined : new Numeral(String(value));
}

function lengthOf(value: Json | undefined): number | undefined {
  if (typeof value === "string") {
    let points = 0;
    for (const _ of value) points++;
    return points;
  }
  if (value instanceof Map) return value.size;
  return Array.isArray(value) ? value.length : undefined;
}

function less(left: Json | undefined, right: Json | undefined): boolean {
  if (left instanceof Numeral && right instanceof Numeral)
    return compareNumbers(left.raw, right.raw) < 0;
  return typeof left === "string" && typeof right === "string" && textLess(left, right);
}

/** By code points: by UTF-16 units U+FF61 would come after U+1F600. */
function textLess(left: string, right: string): boolean {
  const { length } = left.length < right.length ? left : right;
  for (let at = 0; at < length; at++) {
    const a = left.charCodeAt(at);
    const b = right.charCodeAt(at);
    if (a !== b) return weight(a) < weight(b);
  }
  return left.length < right.length;
}

/** Puts surrogates, which only code points beyond U+FFFF have, after every other unit. */
function weight(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}
