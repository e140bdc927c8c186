import type { AST } from "@eslint-community/regexpp";

/** Position of a node in the pattern, in UTF-16 code units. The end is exclusive. */
export type SourceSpan = Pick<AST.Node, "start" | "end">;

/** A node of an ECMAScript regular expression. */
export type Node = AST.Pattern | AST.Alternative | AST.Element;

/** A part of a character class, which may be one itself with the flag v. */
export type ClassItem = AST.CharacterClassElement;

/** The letter of `\d`, `\D`, `\s`, `\S`, `\w` or `\W`. */
export type Shorthand = "d" | "D" | "s" | "S" | "w" | "W";

/** Returns the direct children of a node. */
export function listChildNodes(node: Node): readonly Node[] {
  if (node.type === "Quantifier") return [node.element];
  if (node.type === "Alternative") return node.elements;
  return listAlternatives(node);
}

/** Returns the alternatives of a pattern, group or lookaround, and none of other nodes. */
export function listAlternatives(node: Node): readonly AST.Alternative[] {
  return "alternatives" in node ? node.alternatives : [];
}

/** Returns the letter of a shorthand. */
export function getLetter({ raw }: AST.EscapeCharacterSet): Shorthand {
  return raw[1] as Shorthand;
}

/** Returns the name of a property as it is written: `Script=Greek`. */
export function getPropertyName({ raw }: AST.UnicodePropertyCharacterSet): string {
  return raw.slice(3, -1);
}

/** Returns the items of a class, and how they combine. All but a union require the flag v. */
export function readClass(node: AST.CharacterClass | AST.ExpressionCharacterClass): {
  operation: "union" | "intersection" | "difference";
  items: ClassItem[];
} {
  if (node.type === "CharacterClass") return { operation: "union", items: node.elements };
  const items: ClassItem[] = [];
  let rest: AST.ClassSetOperand | AST.ClassIntersection | AST.ClassSubtraction = node.expression;
  while (rest.type === "ClassIntersection" || rest.type === "ClassSubtraction") {
    items.unshift(rest.right);
    rest = rest.left;
  }
  const isIntersection = node.expression.type === "ClassIntersection";
  return { operation: isIntersection ? "intersection" : "difference", items: [rest, ...items] };
}

/** Returns the flags inside a group that may change them: `(?i-s:…)`. */
export function applyModifiers(flags: string, { modifiers }: AST.Group): string {
  if (!modifiers) return flags;
  const off = modifiers.remove?.raw ?? "";
  return [...new Set(flags + modifiers.add.raw)].filter((flag) => !off.includes(flag)).join("");
}
