import { asTable } from "hub";
import { Decimal } from "../../money/decimal.ts";
import type { XmlNode } from "../read/xml-tree.ts";

/** The text of a node, which takes the type that an operation needs. */
class Untyped {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** A day of the calendar. */
class Day {
  readonly ms: number;

  constructor(ms: number) {
    this.ms = ms;
  }
}

/** A single value: numbers are doubles, and decimals are exact. */
export type Atom = string | boolean | number | Decimal | Untyped | Day;

/** An error after the items before it: whether there are any items is known without it. */
export class Broken {
  readonly cause: TypeError;

  constructor(cause: TypeError) {
    this.cause = cause;
  }
}

export type Item = XmlNode | Atom | Broken;

export type Sequence = readonly Item[];

/** Returns whether an item is an element, an attribute or a text. */
export function isNode(item: Item | undefined): item is XmlNode {
  return typeof item === "object" && "children" in item;
}

/** Returns the text of a node, with that of the elements inside. */
function getText({ text, children }: XmlNode): string {
  return children.length === 0 ? text : children.map(getText).join("") + text;
}

/** Replaces nodes with their texts. */
export function atomize(items: Sequence): Atom[] {
  return items.map((item) => {
    if (item instanceof Broken) throw item.cause;
    return isNode(item) ? new Untyped(getText(item)) : item;
  });
}

/** Returns whether a sequence has items. */
export function hasItems([first]: Sequence): boolean {
  if (first instanceof Broken) throw first.cause;
  return first !== undefined;
}

/** Returns the only atom of a sequence, or undefined for an empty one. Throws if there are several. */
export function readAtom(items: Sequence): Atom | undefined {
  if (items.length > 1) throw new TypeError("A sequence of several items is not a value");
  return atomize(items)[0];
}

/** Returns the only value of a sequence as text. Empty sequences are empty texts. */
export function readString(items: Sequence): string {
  const atom = readAtom(items);
  return atom === undefined ? "" : formatAtom(atom);
}

/** Formats a value as text. */
export function formatAtom(atom: Atom): string {
  if (atom instanceof Untyped) return atom.text;
  if (atom instanceof Day) return new Date(atom.ms).toISOString().slice(0, 10);
  return Decimal.isDecimal(atom) ? atom.toFixed() : String(atom);
}

/** Returns the value of a sequence as a condition: nodes and texts count as true. */
export function readBoolean(items: Sequence): boolean {
  const [first] = items;
  if (first === undefined || first instanceof Broken) return hasItems(items);
  if (isNode(first)) return true;
  if (items.length > 1) throw new TypeError("A sequence of several values is not a condition");
  if (first instanceof Untyped) return first.text !== "";
  if (first instanceof Decimal) return !first.isZero();
  if (typeof first === "object") throw new TypeError("A date is not a condition");
  return Boolean(first);
}

/** Converts a value to a double. A text that isn't a number throws. */
export function toDouble(atom: Atom): number {
  if (typeof atom === "number") return atom;
  if (Decimal.isDecimal(atom)) return atom.toNumber();
  if (typeof atom === "boolean") return atom ? 1 : 0;
  const text = formatAtom(atom).trim();
  if (text === "NaN") return Number.NaN;
  if (/^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/.test(text)) return Number(text);
  throw new TypeError(`"${text}" is not a number`);
}

/** Converts a value to a type, such as `xs:decimal`. Throws if it can't be one. */
function castAtom(atom: Atom, type: string): Atom {
  if (type === "xs:string") return formatAtom(atom);
  if (type === "xs:double") return toDouble(atom);
  if (type === "xs:date") return atom instanceof Day ? atom : parseDay(formatAtom(atom).trim());
  if (type === "xs:boolean") return toBoolean(atom);
  if (type !== "xs:decimal" && type !== "xs:integer")
    throw new TypeError(`The type "${type}" is not supported`);
  const isInteger = type === "xs:integer";
  const number = toDecimal(atom, isInteger ? /^[+-]?\d+$/ : /^[+-]?(\d+(\.\d*)?|\.\d+)$/);
  return isInteger ? number.trunc() : number;
}

/** Converts the value of a sequence to a type, which can be optional: `xs:string?`. */
export function castItems(items: Sequence, type: string): Sequence {
  const atom = readAtom(items);
  if (atom !== undefined) return [castAtom(atom, type.replace("?", ""))];
  if (type.endsWith("?")) return [];
  throw new TypeError(`A value of the type "${type}" is missing`);
}

function toDecimal(atom: Atom, form: RegExp): Decimal {
  if (atom instanceof Decimal) return atom;
  if (typeof atom === "number" || typeof atom === "boolean") return expandDouble(Number(atom));
  const text = formatAtom(atom).trim();
  if (!form.test(text)) throw new TypeError(`"${text}" is not a decimal`);
  return new Decimal(text);
}

/** Returns the exact value of a double: that of 0.1 has 55 digits. */
function expandDouble(value: number): Decimal {
  if (!Number.isFinite(value)) throw new TypeError(`${value} is not a decimal`);
  const size = new Decimal(`0b${Math.abs(value).toString(2)}`);
  return value < 0 ? size.neg() : size;
}

function toBoolean(atom: Atom): boolean {
  if (typeof atom === "boolean") return atom;
  if (typeof atom === "number" || atom instanceof Decimal) return readBoolean([atom]);
  const text = formatAtom(atom).trim();
  if (/^(true|1|false|0)$/.test(text)) return text === "true" || text === "1";
  throw new TypeError(`"${text}" is not a condition`);
}

function parseDay(text: string): Day {
  const [, day, zone = ""] = /^(\d{4}-\d\d-\d\d)(Z|[+-]\d\d:\d\d)?$/.exec(text) ?? [];
  const ms = day === undefined ? Number.NaN : Date.parse(`${day}T00:00:00${zone || "Z"}`);
  if (day === undefined || Number.isNaN(ms) || !isDay(day))
    throw new TypeError(`"${text}" is not a date`);
  return new Day(ms);
}

/** Returns whether a text such as 2026-01-31 is a day of the calendar. */
export function isDay(text: string): boolean {
  const ms = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text);
}

/** Compares two values. The text of a node takes the type of the other value. NaN is unequal to all. */
export function compareAtoms(one: Atom, other: Atom): number {
  if (one instanceof Untyped && !(other instanceof Untyped))
    return compareAtoms(adapt(one, other), other);
  if (other instanceof Untyped && !(one instanceof Untyped))
    return compareAtoms(one, adapt(other, one));
  if (one instanceof Decimal && other instanceof Decimal) return one.cmp(other);
  if (isNumber(one) && isNumber(other)) return toDouble(one) - toDouble(other);
  if (one instanceof Day && other instanceof Day) return one.ms - other.ms;
  if (typeof one === "boolean" && typeof other === "boolean") return Number(one) - Number(other);
  const [left, right] = [readText(one), readText(other)];
  return left === right ? 0 : left < right ? -1 : 1;
}

function isNumber(atom: Atom): atom is number | Decimal {
  return typeof atom === "number" || Decimal.isDecimal(atom);
}

function adapt(atom: Untyped, other: Atom): Atom {
  if (isNumber(other)) return toDouble(atom);
  if (typeof other === "boolean") return toBoolean(atom);
  return other instanceof Day ? castAtom(atom, "xs:date") : atom.text;
}

function readText(atom: Atom): string {
  if (typeof atom === "string") return atom;
  if (atom instanceof Untyped) return atom.text;
  throw new TypeError("Values of different types cannot be compared");
}

/** Calculates with two numbers: exactly if both are decimals. Empty sequences give an empty one. */
export function calculate(operator: string, left: Sequence, right: Sequence): Sequence {
  const [one, other] = [readNumber(left), readNumber(right)];
  if (one === undefined || other === undefined) return [];
  if (one instanceof Decimal && other instanceof Decimal)
    return [calculateExactly(operator, one, other)];
  const [first, second] = [toDouble(one), toDouble(other)];
  if (operator === "idiv") return [new Decimal(Math.trunc(first / second))];
  return [doubles[operator]?.(first, second) ?? Number.NaN];
}

const doubles: Readonly<Record<string, (one: number, other: number) => number>> = asTable({
  "+": (one, other) => one + other,
  "-": (one, other) => one - other,
  "*": (one, other) => one * other,
  div: (one, other) => one / other,
  mod: (one, other) => one % other,
});

function calculateExactly(operator: string, one: Decimal, other: Decimal): Decimal {
  if (operator === "+") return one.plus(other);
  if (operator === "-") return one.minus(other);
  if (operator === "*") return one.times(other);
  if (other.isZero()) throw new TypeError("A decimal is divided by zero");
  if (operator === "mod") return one.mod(other);
  return operator === "idiv" ? one.div(other).trunc() : one.div(other);
}

/** Returns the only number of a sequence. The text of a node counts as a double. */
export function readNumber(items: Sequence): number | Decimal | undefined {
  const atom = readAtom(items);
  if (atom === undefined || isNumber(atom)) return atom;
  if (atom instanceof Untyped) return toDouble(atom);
  throw new TypeError("A value is not a number");
}
