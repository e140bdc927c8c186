/** Position of a node in the pattern, in UTF-16 code units. The end is exclusive. */
export interface Span {
  start: number;
  end: number;
}

/** The letter of `\d`, `\D`, `\s`, `\S`, `\w` or `\W`. */
export type Shorthand = "d" | "D" | "s" | "S" | "w" | "W";

type Character = Span & { type: "character"; codePoint: number };
type ShorthandSet = Span & { type: "set"; letter: Shorthand };
export type Property = Span & { type: "property"; name: string; negated: boolean };
type Range = Span & { type: "range"; from: number; to: number };
/** `\q{…}` with the flag v. */
type Strings = Span & { type: "strings"; strings: string[] };

export type ClassItem = Character | ShorthandSet | Property | Range | Strings | CharacterClass;

export type CharacterClass = Span & {
  type: "class";
  negated: boolean;
  /** How items combine. All but union require the flag v. */
  operation: "union" | "intersection" | "difference";
  items: ClassItem[];
};

/** Flags changed by a group, `(?i-s:…)`. */
export interface Modifiers {
  on: string;
  off: string;
}

export type Group = Span & {
  type: "group";
  /** Group number, starting at 1, or null if non-capturing. */
  capture: number | null;
  name: string | null;
  modifiers: Modifiers | null;
  item: Node;
};

type Lookaround = Span & {
  type: "look";
  behind: boolean;
  negated: boolean;
  item: Node;
};

type Assertion = Span & { type: "assertion"; sign: "^" | "$" | "b" | "B" };

/** A reference to a group by number or name. */
export type Backreference = Span & { type: "backreference"; group: number | string };

export type Quantifier = Span & {
  type: "quantifier";
  min: number;
  max: number;
  greedy: boolean;
  item: Node;
};

type Choice = Span & { type: "choice"; branches: Sequence[] };
export type Sequence = Span & { type: "sequence"; items: Node[] };
type AnyCharacter = Span & { type: "any" };

/** A node of an ECMAScript regular expression. */
export type Node =
  | Character
  | AnyCharacter
  | ShorthandSet
  | Property
  | CharacterClass
  | Group
  | Lookaround
  | Assertion
  | Backreference
  | Quantifier
  | Choice
  | Sequence;

/** Returns the direct children of a node. */
export function listChildNodes(node: Node): readonly Node[] {
  switch (node.type) {
    case "choice":
      return node.branches;
    case "sequence":
      return node.items;
    case "group":
    case "look":
    case "quantifier":
      return [node.item];
    default:
      return [];
  }
}
