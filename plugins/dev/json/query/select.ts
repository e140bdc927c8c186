import dev from "../../plugin.ts";
import { linearPattern } from "../linear-pattern.ts";
import { compareNumbers } from "../number.ts";
import { Sameness } from "../sameness.ts";
import { type Json, Numeral } from "../tree.ts";
import type { Call, Logical, Operand, Operator, Query, Segment, Selector } from "./jsonpath.ts";

// In this file `!` is safe: slices are clamped to their list, and the parser has counted the arguments of calls.

/** A linked path: the key or index of the last step, and the node before it. */
export interface PathNode {
  from: PathNode | undefined;
  key: string | number;
}

/** Receives a selected value. Returns true to stop. */
type MatchCallback = (value: Json, path: PathNode | undefined) => boolean;

const stepsMax = 5_000_000;

/** Runs a query and yields the values in RFC 9535 order. */
export class Selection {
  readonly #root: Json;
  readonly #filter: Filter;
  #steps = 0;

  constructor(root: Json) {
    this.#root = root;
    this.#filter = new Filter(this);
  }

  /** Passes the selected values to `onMatch`. Returns true if `onMatch` stopped the query. */
  run({ from, segments }: Query, onMatch: MatchCallback, current: Json = this.#root): boolean {
    const value = from === "$" ? this.#root : current;
    return this.#follow({ segments, onMatch }, 0, { value, path: undefined });
  }

  /** Counts steps, so that a short query cannot take hours. */
  charge(steps: number): void {
    this.#steps += steps;
    if (this.#steps > stepsMax)
      throw dev.error("too_much_work", `The query takes more than ${stepsMax} steps`, {
        at: "body.path",
      });
  }

  #follow(traversal: Traversal, index: number, node: Node): boolean {
    const segment = traversal.segments[index];
    if (!segment) return traversal.onMatch(node.value, node.path);
    const next = (value: Json, key: string | number): boolean => {
      this.charge(1);
      const path = { from: node.path, key };
      return this.#follow(traversal, index + 1, { value, path });
    };
    for (const selector of segment.selectors)
      if (this.#select(selector, node.value, next)) return true;
    return (
      segment.descendant &&
      eachChild(node.value, (value, key) => {
        this.charge(1);
        return this.#follow(traversal, index, { value, path: { from: node.path, key } });
      })
    );
  }

  #select(selector: Selector, value: Json, next: ChildVisitor): boolean {
    switch (selector.kind) {
      case "name": {
        const member = value instanceof Map ? value.get(selector.name) : undefined;
        return member !== undefined && next(member, selector.name);
      }
      case "index": {
        if (!Array.isArray(value)) return false;
        const index = selector.index < 0 ? value.length + selector.index : selector.index;
        const item = value[index];
        return item !== undefined && next(item, index);
      }
      case "wildcard":
        return eachChild(value, next);
      case "slice":
        return Array.isArray(value) && selectSlice(value, selector, next);
      case "filter":
        return eachChild(value, (child, key) => {
          this.charge(1);
          return this.#filter.holds(selector.test, child) && next(child, key);
        });
    }
  }
}

interface Traversal {
  segments: readonly Segment[];
  onMatch: MatchCallback;
}

interface Node {
  value: Json;
  path: PathNode | undefined;
}

type ChildVisitor = (value: Json, key: string | number) => boolean;

function eachChild(value: Json, next: ChildVisitor): boolean {
  if (Array.isArray(value)) return value.some((item, index) => next(item, index));
  if (value instanceof Map) for (const [key, item] of value) if (next(item, key)) return true;
  return false;
}

/** Selects the items of a slice: RFC 9535, section 2.3.4.2. */
function selectSlice(
  items: readonly Json[],
  { start, end, step }: { start: number | undefined; end: number | undefined; step: number },
  next: ChildVisitor,
): boolean {
  if (step === 0) return false;
  const { length } = items;
  const clamp = (given: number, least: number, most: number) =>
    Math.min(Math.max(given < 0 ? length + given : given, least), most);
  if (step > 0) {
    const to = clamp(end ?? length, 0, length);
    for (let index = clamp(start ?? 0, 0, length); index < to; index += step)
      if (next(items[index]!, index)) return true;
  } else {
    const to = end === undefined ? -1 : clamp(end, -1, length - 1);
    for (let index = clamp(start ?? length - 1, -1, length - 1); index > to; index += step)
      if (next(items[index]!, index)) return true;
  }
  return false;
}

/** Evaluates the tests of filter selectors. */
class Filter {
  readonly #selection: Selection;
  readonly #same = new Sameness();
  readonly #patterns = new Patterns();

  constructor(selection: Selection) {
    this.#selection = selection;
  }

  /** Returns whether the test passes for the current value. */
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

  /** Returns the value of an operand; undefined is the Nothing of RFC 9535. */
  #value(operand: Operand, current: Json): Json | undefined {
    if (operand.kind === "literal") return operand.value;
    if (operand.kind === "query") return this.#only(operand, current);
    const [argument] = operand.arguments;
    switch (operand.name) {
      case "length":
        return numeral(measureLength(this.#value(argument!, current)));
      case "count":
        return numeral(this.#nodes(argument as Query, current).count);
      default:
        return this.#only(argument as Query, current);
    }
  }

  /** Returns the value that a query selects if it selects exactly one. */
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
        return isLess(left, right);
      case ">":
        return isLess(right, left);
      case "<=":
        return isLess(left, right) || this.#equal(left, right);
      case ">=":
        return isLess(right, left) || this.#equal(left, right);
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

function measureLength(value: Json | undefined): number | undefined {
  if (typeof value === "string") {
    let points = 0;
    for (const _ of value) points++;
    return points;
  }
  if (value instanceof Map) return value.size;
  return Array.isArray(value) ? value.length : undefined;
}

function isLess(left: Json | undefined, right: Json | undefined): boolean {
  if (left instanceof Numeral && right instanceof Numeral)
    return compareNumbers(left.raw, right.raw) < 0;
  return typeof left === "string" && typeof right === "string" && isTextLess(left, right);
}

/** Compares by code point: by UTF-16 unit, U+FF61 would follow U+1F600. */
function isTextLess(left: string, right: string): boolean {
  const { length } = left.length < right.length ? left : right;
  for (let at = 0; at < length; at++) {
    const a = left.charCodeAt(at);
    const b = right.charCodeAt(at);
    if (a !== b) return weight(a) < weight(b);
  }
  return left.length < right.length;
}

/** Orders surrogates, which encode code points above U+FFFF, after all other code units. */
function weight(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}

const patternsMax = 100;
const patternCharactersMax = 1000;

/** Compiled regular expressions of one query. */
class Patterns {
  readonly #compiled = new Map<string, ReturnType<typeof linearPattern> | undefined>();

  /** Returns whether a pattern matches the text. An invalid pattern matches nothing. */
  matches(pattern: string, { text, whole }: { text: string; whole: boolean }): boolean {
    const compiled = this.#compile(pattern);
    if (!compiled) return false;
    return whole ? compiled.matches(text) : compiled.test(text);
  }

  #compile(pattern: string) {
    if (this.#compiled.has(pattern)) return this.#compiled.get(pattern);
    // Patterns may come from the queried text, one for each of its values.
    if (this.#compiled.size === patternsMax) this.#compiled.clear();
    const compiled = pattern.length > patternCharactersMax ? undefined : tryCompile(pattern);
    this.#compiled.set(pattern, compiled);
    return compiled;
  }
}

function tryCompile(pattern: string) {
  try {
    return linearPattern(narrowDots(pattern));
  } catch {
    return undefined;
  }
}

/** Replaces dots as in RFC 9485, section 5.3: a dot matches any character except line feed and carriage return. */
function narrowDots(pattern: string): string {
  let narrowed = "";
  let isClass = false;
  for (let at = 0; at < pattern.length; at++) {
    const char = pattern.charAt(at);
    if (char === "\\") narrowed += char + (pattern[++at] ?? "");
    else {
      if (char === "[") isClass = true;
      else if (char === "]") isClass = false;
      narrowed += char === "." && !isClass ? "[^\\n\\r]" : char;
    }
  }
  return narrowed;
}
