import { Cursor } from "./cursor.ts";
import { eatBounds, eatModifiers } from "./parse-affixes.ts";
import { parseClass } from "./parse-class.ts";
import { groupName, parseEscape } from "./parse-escape.ts";
import type { Group, Node, Quantifier, Sequence } from "./tree.ts";

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
    return branches.length === 1
      ? branches[0]!
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
        return this.#noted(parseEscape(cursor));
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

  #noted(node: Node): Node {
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
    const name = groupName(close === -1 ? "" : cursor.source.slice(start, close));
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
