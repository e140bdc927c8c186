/** Position of a node in the pattern, in UTF-16 code units. The end is exclusive. */
export interface SourceSpan {
  start: number;
  end: number;
}

/** The letter of `\d`, `\D`, `\s`, `\S`, `\w` or `\W`. */
export type Shorthand = "d" | "D" | "s" | "S" | "w" | "W";

type Character = SourceSpan & { type: "character"; codePoint: number };
type ShorthandSet = SourceSpan & { type: "set"; letter: Shorthand };
export type Property = SourceSpan & { type: "property"; name: string; negated: boolean };
type Range = SourceSpan & { type: "range"; from: number; to: number };
/** `\q{…}` with the flag v. */
type Strings = SourceSpan & { type: "strings"; strings: string[] };

export type ClassItem = Character | ShorthandSet | Property | Range | Strings | CharacterClass;

export type CharacterClass = SourceSpan & {
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

export type Group = SourceSpan & {
  type: "group";
  /** Group number, starting at 1, or null if non-capturing. */
  capture: number | null;
  name: string | null;
  modifiers: Modifiers | null;
  item: Node;
};

type Lookaround = SourceSpan & {
  type: "look";
  behind: boolean;
  negated: boolean;
  item: Node;
};

type Assertion = SourceSpan & { type: "assertion"; sign: "^" | "$" | "b" | "B" };

/** A reference to a group by number or name. */
export type Backreference = SourceSpan & { type: "backreference"; group: number | string };

export type Quantifier = SourceSpan & {
  type: "quantifier";
  min: number;
  max: number;
  greedy: boolean;
  item: Node;
};

type Choice = SourceSpan & { type: "choice"; branches: Sequence[] };
export type Sequence = SourceSpan & { type: "sequence"; items: Node[] };
type AnyCharacter = SourceSpan & { type: "any" };

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
