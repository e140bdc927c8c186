import { isProperty, parseClassEscape, parseEscape, readGroupName } from "./parse-escape.ts";
import { Cursor } from "./pattern-cursor.ts";
import type {
  CharacterClass,
  ClassItem,
  Group,
  Modifiers,
  Node,
  Quantifier,
  Sequence,
  Strings,
} from "./tree.ts";

/** A named group and the numbers of the groups with this name. */
export interface NamedGroup {
  name: string;
  numbers: number[];
}

export interface ParsedPattern {
  tree: Node;
  groups: number;
  names: NamedGroup[];
}

/** Parses an ECMAScript regular expression. Throws a PatternError with the position. */
export function parsePattern(source: string, flags: string): ParsedPattern {
  const parsed = new Parser(new Cursor(source, flags)).pattern();
  // The runtime's parser has the last word. Compiling doesn't run the expression.
  new RegExp(source, flags);
  return parsed;
}

class Parser {
  readonly #cursor: Cursor;
  #captured = 0;
  readonly #names = new Map<string, number[]>();
  /** Names in use that could participate in the same match and therefore must not be repeated. */
  #usedNames: ReadonlySet<string> = new Set();
  readonly #references: { name: string; at: number }[] = [];

  constructor(cursor: Cursor) {
    this.#cursor = cursor;
  }

  pattern(): ParsedPattern {
    const tree = this.#choice();
    if (!this.#cursor.done) this.#cursor.fail("Unmatched closing bracket");
    for (const { name, at } of this.#references)
      if (!this.#names.has(name))
        this.#cursor.fail(`There is no group named ${JSON.stringify(name)}`, at);
    const names = Array.from(this.#names, ([name, numbers]) => ({ name, numbers }));
    return { tree, groups: this.#captured, names };
  }

  #choice(): Node {
    const cursor = this.#cursor;
    const start = cursor.at;
    const before = this.#usedNames;
    const usedNames = new Set(before);
    const branches: Sequence[] = [];
    do {
      this.#usedNames = before;
      branches.push(this.#sequence());
      for (const name of this.#usedNames) usedNames.add(name);
    } while (cursor.eat("|"));
    this.#usedNames = usedNames;
    const [only] = branches;
    return only && branches.length === 1
      ? only
      : { type: "choice", branches, start, end: cursor.at };
  }

  #sequence(): Sequence {
    const cursor = this.#cursor;
    const start = cursor.at;
    const items: Node[] = [];
    while (!cursor.done && cursor.next !== "|" && cursor.next !== ")") items.push(this.#term());
    return { type: "sequence", items, start, end: cursor.at };
  }

  #term(): Node {
    const cursor = this.#cursor;
    const atom = this.#atom();
    const bounds = eatBounds(cursor);
    if (!bounds) return atom;
    const fixed =
      atom.type === "assertion" || (atom.type === "look" && (atom.behind || cursor.unicode));
    if (fixed) cursor.fail("An assertion cannot be repeated", atom.end);
    if (bounds.min > bounds.max)
      cursor.fail("The minimum number of repetitions exceeds the maximum", atom.end);
    const quantifier: Omit<Quantifier, "end"> = {
      type: "quantifier",
      ...bounds,
      greedy: !cursor.eat("?"),
      item: atom,
      start: atom.start,
    };
    return { ...quantifier, end: cursor.at };
  }

  #atom(): Node {
    const cursor = this.#cursor;
    const start = cursor.at;
    const sign = cursor.next;
    switch (sign) {
      case "(":
        return this.#group();
      case "[":
        return parseClass(cursor);
      case "\\":
        return this.#recordReference(parseEscape(cursor));
      case ".":
        cursor.at++;
        return { type: "any", start, end: cursor.at };
      case "^":
      case "$":
        cursor.at++;
        return { type: "assertion", sign, start, end: cursor.at };
    }
    if (eatBounds(cursor)) cursor.fail("There is nothing to repeat", start);
    if (cursor.unicode && "{}]".includes(sign))
      cursor.fail(`With the flag u or v, ${sign} must be escaped as \\${sign}`);
    const codePoint = cursor.eatCharacter();
    return { type: "character", codePoint, start, end: cursor.at };
  }

  #recordReference(node: Node): Node {
    if (node.type === "backreference" && typeof node.group === "string")
      this.#references.push({ name: node.group, at: node.start });
    return node;
  }

  #group(): Node {
    const cursor = this.#cursor;
    const start = cursor.at;
    cursor.at++;
    for (const [sign, look] of LOOKS)
      if (cursor.eat(sign)) return { type: "look", ...look, ...this.#inside(start) };
    const group: Omit<Group, "item" | "end"> = {
      type: "group",
      capture: null,
      name: null,
      modifiers: null,
      start,
    };
    if (cursor.eat("?<")) group.name = this.#name();
    else if (cursor.eat("?")) {
      group.modifiers = eatModifiers(cursor);
      return { ...group, ...this.#inside(start) };
    }
    group.capture = ++this.#captured;
    if (group.name !== null)
      this.#names.set(group.name, [...(this.#names.get(group.name) ?? []), group.capture]);
    return { ...group, ...this.#inside(start) };
  }

  #inside(start: number): { item: Node; start: number; end: number } {
    const cursor = this.#cursor;
    const item = this.#choice();
    if (!cursor.eat(")")) cursor.fail("The group that begins here is not closed", start);
    return { item, start, end: cursor.at };
  }

  #name(): string {
    const cursor = this.#cursor;
    const start = cursor.at;
    const close = cursor.source.indexOf(">", start);
    const name = readGroupName(close === -1 ? "" : cursor.source.slice(start, close));
    if (!GROUP_NAME.test(name)) cursor.fail("A group's name must be an identifier and >");
    if (this.#usedNames.has(name))
      cursor.fail(`There is already a group named ${JSON.stringify(name)}`);
    this.#usedNames = new Set([...this.#usedNames, name]);
    cursor.at = close + 1;
    return name;
  }
}

const LOOKS = [
  ["?=", { behind: false, negated: false }],
  ["?!", { behind: false, negated: true }],
  ["?<=", { behind: true, negated: false }],
  ["?<!", { behind: true, negated: true }],
] as const;

const GROUP_NAME = /^[$_\p{ID_Start}](?:[$\p{ID_Continue}]|\u200c|\u200d)*$/u;

/** Parses `*`, `+`, `?` or `{…}`. Returns the bounds, or undefined. */
function eatBounds(cursor: Cursor): { min: number; max: number } | undefined {
  if (cursor.eat("*")) return { min: 0, max: Number.POSITIVE_INFINITY };
  if (cursor.eat("+")) return { min: 1, max: Number.POSITIVE_INFINITY };
  if (cursor.eat("?")) return { min: 0, max: 1 };
  const start = cursor.at;
  if (!cursor.eat("{")) return undefined;
  const min = cursor.eatWhile(/[0-9]/);
  const ranged = cursor.eat(",");
  const max = ranged ? cursor.eatWhile(/[0-9]/) : min;
  if (min !== "" && cursor.eat("}"))
    return { min: Number(min), max: max === "" ? Number.POSITIVE_INFINITY : Number(max) };
  // Without the flag u, a brace that isn't a quantifier is a literal.
  cursor.at = start;
  return undefined;
}

/** Parses `:` or `i-s:`. */
function eatModifiers(cursor: Cursor): Modifiers | null {
  if (cursor.eat(":")) return null;
  const start = cursor.at;
  const on = cursor.eatWhile(/[ims]/);
  const off = cursor.eat("-") ? cursor.eatWhile(/[ims]/) : "";
  const letters = on + off;
  if (letters === "" || !cursor.eat(":"))
    cursor.fail("After (? there must be :, =, !, <=, <!, <name> or flags of i, m and s", start);
  if (new Set(letters).size < letters.length) cursor.fail("A flag is repeated", start);
  return { on, off };
}

type Operation = CharacterClass["operation"];

/** Parses a class in brackets. With the flag v, classes can be nested. */
function parseClass(cursor: Cursor): CharacterClass {
  const start = cursor.at;
  cursor.at++;
  const negated = cursor.eat("^");
  const items: ClassItem[] = [];
  let operation: Operation = "union";
  while (!cursor.eat("]")) {
    if (cursor.done) cursor.fail("The class that begins here is not closed", start);
    if (cursor.sets) operation = eatOperator(cursor, { operation, items });
    if (operation === "union") items.push(...parseMembers(cursor));
    else items.push(parseMember(cursor));
  }
  const parsedClass: CharacterClass = {
    type: "class",
    negated,
    operation,
    items,
    start,
    end: cursor.at,
  };
  if (negated && mayHoldStrings({ ...parsedClass, negated: false }))
    cursor.fail("A class of strings cannot be negated", start);
  return parsedClass;
}

/** Parses `&&` or `--`. If one is used, it must separate all members. */
function eatOperator(
  cursor: Cursor,
  { operation, items }: { operation: Operation; items: readonly ClassItem[] },
): Operation {
  const at = cursor.at;
  const nextOperation = cursor.eat("&&")
    ? "intersection"
    : cursor.eat("--")
      ? "difference"
      : "union";
  const first = items.length === 1 && items[0]?.type !== "range";
  const fits =
    nextOperation === "union"
      ? items.length === 0 || operation === nextOperation
      : first || (operation === nextOperation && items.length > 1);
  if (!fits || (nextOperation === "intersection" && cursor.next === "&"))
    cursor.fail("&& and -- must separate single members and cannot be mixed", at);
  return nextOperation;
}

/** Parses one member of a union: a character, a range, or a set. */
function parseMembers(cursor: Cursor): ClassItem[] {
  const first = parseMember(cursor);
  const dash = cursor.at;
  const after = cursor.source[dash + 1];
  if (cursor.next !== "-" || after === "]" || after === undefined) return [first];
  if (cursor.sets && after === "-") return [first];
  cursor.at++;
  const last = parseMember(cursor);
  if (first.type !== "character" || last.type !== "character") {
    if (cursor.unicode) cursor.fail("A range must be between two characters", dash);
    // For backward compatibility, the hyphen is a literal member here.
    return [first, { type: "character", codePoint: 0x2d, start: dash, end: dash + 1 }, last];
  }
  if (first.codePoint > last.codePoint)
    cursor.fail("A range must not end before its start", first.start);
  const { codePoint: from, start } = first;
  return [{ type: "range", from, to: last.codePoint, start, end: last.end }];
}

function parseMember(cursor: Cursor): ClassItem {
  const start = cursor.at;
  const { next } = cursor;
  if (cursor.done) cursor.fail("The class is not closed");
  if (cursor.sets) {
    if (next === "[") return parseClass(cursor);
    if (cursor.sees("\\q{")) return parseStrings(cursor);
    if ("()[]{}/-|".includes(next))
      cursor.fail(`With the flag v, ${next} must be escaped in a class`);
    if (next === cursor.source[start + 1] && "!#$%&*+,.:;<=>?@^`~".includes(next))
      cursor.fail(`With the flag v, ${next}${next} is reserved in a class`);
  }
  if (next === "\\") return parseClassEscape(cursor);
  return { type: "character", codePoint: cursor.eatCharacter(), start, end: cursor.at };
}

/** Parses `\q{one|other}`. */
function parseStrings(cursor: Cursor): Strings {
  const start = cursor.at;
  cursor.at += 3;
  const strings = [""];
  while (!cursor.eat("}")) {
    if (cursor.done) cursor.fail("The strings that begin here are not closed", start);
    if (cursor.eat("|")) strings.push("");
    else {
      const character = parseMember(cursor);
      if (character.type !== "character")
        cursor.fail("\\q{} holds characters only", character.start);
      strings[strings.length - 1] += String.fromCodePoint(character.codePoint);
    }
  }
  return { type: "strings", strings, start, end: cursor.at };
}

function mayHoldStrings(item: ClassItem): boolean {
  if (item.type === "strings") return item.strings.some((string) => [...string].length !== 1);
  // Only properties of strings cannot be negated.
  if (item.type === "property")
    return !item.negated && !isProperty(item.name, { sets: true, negated: true });
  if (item.type !== "class" || item.negated) return false;
  if (item.operation === "intersection") return item.items.every(mayHoldStrings);
  const operands = item.operation === "difference" ? item.items.slice(0, 1) : item.items;
  return operands.some(mayHoldStrings);
}
