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

/** A named group and the numbers of the groups that carry its name. */
export interface NamedGroup {
  name: string;
  numbers: number[];
}

export interface ParsedPattern {
  tree: Node;
  groups: number;
  names: NamedGroup[];
}

/** Reads a regular expression of ECMAScript, or throws a PatternError that says where it fails. */
export function parsePattern(source: string, flags: string): ParsedPattern {
  const parsed = new Parser(new Cursor(source, flags)).pattern();
  // The engine has the last word, and building an expression does not run it.
  new RegExp(source, flags);
  return parsed;
}

class Parser {
  readonly #cursor: Cursor;
  #captured = 0;
  readonly #names = new Map<string, number[]>();
  /** Names that may not be given again, for they can take part in the same match. */
  #taken: ReadonlySet<string> = new Set();
  readonly #references: { name: string; at: number }[] = [];

  constructor(cursor: Cursor) {
    this.#cursor = cursor;
  }

  pattern(): ParsedPattern {
    const tree = this.#choice();
    if (!this.#cursor.done) this.#cursor.fail("There is no group that this bracket closes");
    for (const { name, at } of this.#references)
      if (!this.#names.has(name))
        this.#cursor.fail(`There is no group named ${JSON.stringify(name)}`, at);
    const names = Array.from(this.#names, ([name, numbers]) => ({ name, numbers }));
    return { tree, groups: this.#captured, names };
  }

  #choice(): Node {
    const cursor = this.#cursor;
    const start = cursor.at;
    const before = this.#taken;
    const taken = new Set(before);
    const branches: Sequence[] = [];
    do {
      this.#taken = before;
      branches.push(this.#sequence());
      for (const name of this.#taken) taken.add(name);
    } while (cursor.eat("|"));
    this.#taken = taken;
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
      cursor.fail("The least number of repetitions is above the most", atom.end);
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
        return this.#noteReference(parseEscape(cursor));
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

  #noteReference(node: Node): Node {
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
    if (this.#taken.has(name))
      cursor.fail(`There is already a group named ${JSON.stringify(name)}`);
    this.#taken = new Set([...this.#taken, name]);
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

/** Steps over `*`, `+`, `?` or `{…}`, and answers how often it means, or undefined. */
function eatBounds(cursor: Cursor): { min: number; max: number } | undefined {
  if (cursor.eat("*")) return { min: 0, max: Number.POSITIVE_INFINITY };
  if (cursor.eat("+")) return { min: 1, max: Number.POSITIVE_INFINITY };
  if (cursor.eat("?")) return { min: 0, max: 1 };
  const start = cursor.at;
  if (!cursor.eat("{")) return undefined;
  const least = cursor.eatWhile(/[0-9]/);
  const ranged = cursor.eat(",");
  const most = ranged ? cursor.eatWhile(/[0-9]/) : least;
  if (least !== "" && cursor.eat("}"))
    return { min: Number(least), max: most === "" ? Number.POSITIVE_INFINITY : Number(most) };
  // Without the flag u, a brace that counts nothing is a character like others.
  cursor.at = start;
  return undefined;
}

/** Steps over `:` or `i-s:`. */
function eatModifiers(cursor: Cursor): Modifiers | null {
  if (cursor.eat(":")) return null;
  const start = cursor.at;
  const on = cursor.eatWhile(/[ims]/);
  const off = cursor.eat("-") ? cursor.eatWhile(/[ims]/) : "";
  const letters = on + off;
  if (letters === "" || !cursor.eat(":"))
    cursor.fail("After (? there must be :, =, !, <=, <!, <name> or flags of i, m and s", start);
  if (new Set(letters).size < letters.length) cursor.fail("A flag is named twice", start);
  return { on, off };
}

type Operation = CharacterClass["operation"];

/** Reads a class in brackets; with the flag v, one that may hold others. */
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
  const found: CharacterClass = { type: "class", negated, operation, items, start, end: cursor.at };
  if (negated && mayHoldStrings({ ...found, negated: false }))
    cursor.fail("A class of strings cannot be negated", start);
  return found;
}

/** Steps over `&&` or `--`, which must stand between every two members if between any. */
function eatOperator(
  cursor: Cursor,
  { operation, items }: { operation: Operation; items: readonly ClassItem[] },
): Operation {
  const at = cursor.at;
  const found = cursor.eat("&&") ? "intersection" : cursor.eat("--") ? "difference" : "union";
  const first = items.length === 1 && items[0]?.type !== "range";
  const fits =
    found === "union"
      ? items.length === 0 || operation === found
      : first || (operation === found && items.length > 1);
  if (!fits || (found === "intersection" && cursor.next === "&"))
    cursor.fail("&& and -- stand between single members and do not mix", at);
  return found;
}

/** Reads one member of a union: a character, a range, or what stands for several. */
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
    // Of old, the hyphen is a member of its own here.
    return [first, { type: "character", codePoint: 0x2d, start: dash, end: dash + 1 }, last];
  }
  if (first.codePoint > last.codePoint)
    cursor.fail("A range must not end before it begins", first.start);
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

/** Reads `\q{one|other}`. */
function parseStrings(cursor: Cursor): Strings {
  const start = cursor.at;
  cursor.at += 3;
  const found = [""];
  while (!cursor.eat("}")) {
    if (cursor.done) cursor.fail("The strings that begin here are not closed", start);
    if (cursor.eat("|")) found.push("");
    else {
      const character = parseMember(cursor);
      if (character.type !== "character")
        cursor.fail("\\q{} holds characters only", character.start);
      found[found.length - 1] += String.fromCodePoint(character.codePoint);
    }
  }
  return { type: "strings", strings: found, start, end: cursor.at };
}

function mayHoldStrings(item: ClassItem): boolean {
  if (item.type === "strings") return item.strings.some((string) => [...string].length !== 1);
  // Only a property of strings cannot be negated.
  if (item.type === "property")
    return !item.negated && !isProperty(item.name, { sets: true, negated: true });
  if (item.type !== "class" || item.negated) return false;
  if (item.operation === "intersection") return item.items.every(mayHoldStrings);
  const operands = item.operation === "difference" ? item.items.slice(0, 1) : item.items;
  return operands.some(mayHoldStrings);
}
