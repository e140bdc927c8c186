/** Where a node stands in the pattern, in UTF-16 code units; the end is exclusive. */
export interface Span {
  start: number;
  end: number;
}

/** `\d`, `\D`, `\s`, `\S`, `\w` or `\W` by its letter. */
export type Shorthand = "d" | "D" | "s" | "S" | "w" | "W";

export type Character = Span & { type: "character"; codePoint: number };
export type ShorthandSet = Span & { type: "set"; letter: Shorthand };
export type Property = Span & { type: "property"; name: string; negated: boolean };
type Range = Span & { type: "range"; from: number; to: number };
/** `\q{…}` of the v flag. */
export type Strings = Span & { type: "strings"; strings: string[] };

export type ClassItem = Character | ShorthandSet | Property | Range | Strings | CharacterClass;

export type CharacterClass = Span & {
  type: "class";
  negated: boolean;
  /** How the items combine: all but union need the v flag. */
  operation: "union" | "intersection" | "difference";
  items: ClassItem[];
};

/** Flags that a group switches, `(?i-s:…)`. */
export interface Modifiers {
  on: string;
  off: string;
}

export type Group = Span & {
  type: "group";
  /** Its number from 1, or null where it captures nothing. */
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

export type Assertion = Span & { type: "assertion"; sign: "^" | "$" | "b" | "B" };

/** Of a group by its number or its name. */
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

/** A part of a regular expression of ECMAScript. */
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

/** The nodes directly inside a node. */
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
