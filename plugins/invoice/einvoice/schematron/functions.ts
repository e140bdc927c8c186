import { RE2JS } from "re2js";
import { Decimal } from "../../money/decimal.ts";
import {
  atomize,
  calculate,
  castItems,
  compareAtoms,
  formatAtom,
  hasItems,
  isNode,
  readAtom,
  readBoolean,
  readNumber,
  readString,
  type Sequence,
  toDouble,
} from "./values.ts";

/** The item that an expression is about, and its place in the sequence. */
export interface Focus {
  item: Sequence;
  position: number;
  size: number;
}

type XpathFunction = (args: readonly Sequence[], focus: Focus) => Sequence;

const none: Sequence = [];

const text = (read: (one: string, two: string, three: string) => string | boolean) =>
  (([one, two = none, three = none], { item }) => [
    read(readString(one ?? item), readString(two), readString(three)),
  ]) satisfies XpathFunction;

const integer = (value: number) => [new Decimal(value)];

/** Functions of XPath 2.0 by name. */
export const functions: ReadonlyMap<string, XpathFunction> = new Map<string, XpathFunction>([
  ["true", () => [true]],
  ["false", () => [false]],
  ["not", ([one = none]) => [!readBoolean(one)]],
  ["boolean", ([one = none]) => [readBoolean(one)]],
  ["exists", ([one = none]) => [hasItems(one)]],
  ["empty", ([one = none]) => [!hasItems(one)]],
  ["count", ([one = none]) => integer(atomize(one).length)],
  ["position", (_, { position }) => integer(position)],
  ["last", (_, { size }) => integer(size)],
  ["name", ([one], { item }) => [readName(one ?? item)]],
  [
    "local-name",
    ([one], { item }) => [
      readName(one ?? item)
        .split(":")
        .at(-1) ?? "",
    ],
  ],
  ["string", text((one) => one)],
  ["string-length", ([one], { item }) => integer([...readString(one ?? item)].length)],
  ["normalize-space", text((one) => one.replace(/[ \t\r\n]+/g, " ").trim())],
  ["upper-case", text((one) => one.toUpperCase())],
  ["lower-case", text((one) => one.toLowerCase())],
  ["contains", text((one, other) => one.includes(other))],
  ["starts-with", text((one, other) => one.startsWith(other))],
  ["ends-with", text((one, other) => one.endsWith(other))],
  ["substring-before", text((one, other) => one.slice(0, Math.max(0, one.indexOf(other))))],
  [
    "substring-after",
    text((one, other) => (one.includes(other) ? one.slice(one.indexOf(other) + other.length) : "")),
  ],
  ["translate", text(translate)],
  ["substring", substring],
  ["concat", (args) => [args.map(readString).join("")]],
  ["string-join", ([one = none, separator = none]) => [joinTexts(one, readString(separator))]],
  ["string-to-codepoints", ([one = none]) => listCodes(one).map((code) => new Decimal(code))],
  ["codepoints-to-string", ([one = none]) => [String.fromCodePoint(...atomize(one).map(toDouble))]],
  ["matches", ([one = none, form = none]) => [compile(form).matcher(readString(one)).find()]],
  [
    "replace",
    ([one = none, form = none, other = none]) => [
      compile(form).matcher(readString(one)).replaceAll(readString(other)),
    ],
  ],
  ["tokenize", ([one = none, form = none]) => tokenize(readString(one), compile(form))],
  ["number", ([one], { item }) => [readDouble(one ?? item)]],
  ["sum", ([one = none]) => sum(one)],
  [
    "round",
    ([one = none]) =>
      mapNumber(one, Math.round, (value) => value.toDecimalPlaces(0, Decimal.ROUND_HALF_CEIL)),
  ],
  ["floor", ([one = none]) => mapNumber(one, Math.floor, (value) => value.floor())],
  ["ceiling", ([one = none]) => mapNumber(one, Math.ceil, (value) => value.ceil())],
  ["abs", ([one = none]) => mapNumber(one, Math.abs, (value) => value.abs())],
  ["reverse", ([one = none]) => one.toReversed()],
  ["distinct-values", ([one = none]) => listDistinct(one)],
  ...["string", "decimal", "integer", "double", "date", "boolean"].map(
    (name) =>
      [`xs:${name}`, ([one = none]: readonly Sequence[]) => castItems(one, `xs:${name}?`)] as const,
  ),
]);

function readName(items: Sequence): string {
  const [node] = items;
  return isNode(node) ? node.name.replace(/^@/, "") : "";
}

function translate(one: string, from: string, to: string): string {
  const [sources, targets] = [[...from], [...to]];
  return [...one]
    .map((char) => (sources.includes(char) ? (targets[sources.indexOf(char)] ?? "") : char))
    .join("");
}

function substring([one = none, start = none, length]: readonly Sequence[]): Sequence {
  const first = Math.round(readDouble(start));
  const end = length ? first + Math.round(readDouble(length)) : Number.POSITIVE_INFINITY;
  return [
    [...readString(one)].filter((_, index) => index + 1 >= first && index + 1 < end).join(""),
  ];
}

function joinTexts(items: Sequence, separator: string): string {
  return atomize(items).map(formatAtom).join(separator);
}

function listCodes(items: Sequence): number[] {
  return [...readString(items)].map((char) => char.codePointAt(0) ?? 0);
}

const compiled = new Map<string, RE2JS>();

/** Compiles an expression for a linear search, because invoices are untrusted. */
function compile(form: Sequence): RE2JS {
  const source = readString(form);
  const known = compiled.get(source);
  if (known) return known;
  const expression = RE2JS.compile(source);
  compiled.set(source, expression);
  return expression;
}

function tokenize(one: string, separator: RE2JS): Sequence {
  if (one === "") return [];
  const parts: string[] = [];
  const matcher = separator.matcher(one);
  let start = 0;
  while (matcher.find()) {
    parts.push(one.slice(start, matcher.start()));
    start = matcher.end();
  }
  return [...parts, one.slice(start)];
}

/** Converts a value to a double, or NaN. */
function readDouble(items: Sequence): number {
  const atom = readAtom(items);
  if (atom === undefined) return Number.NaN;
  try {
    return toDouble(atom);
  } catch {
    return Number.NaN;
  }
}

function sum(items: Sequence): Sequence {
  if (items.length === 0) return [new Decimal(0)];
  return items
    .slice(1)
    .reduce<Sequence>(
      (total, item) => calculate("+", total, [item]),
      [readNumber([items[0] as never]) ?? Number.NaN],
    );
}

function mapNumber(
  items: Sequence,
  double: (value: number) => number,
  exact: (value: Decimal) => Decimal,
): Sequence {
  const value = readNumber(items);
  if (value === undefined) return [];
  return [typeof value === "number" ? double(value) : exact(value)];
}

function listDistinct(items: Sequence): Sequence {
  return atomize(items).filter(
    (atom, index, all) => all.findIndex((other) => isSame(atom, other)) === index,
  );
}

function isSame(one: Parameters<typeof compareAtoms>[0], other: typeof one): boolean {
  try {
    return compareAtoms(one, other) === 0;
  } catch {
    return false;
  }
}
