import type { AST } from "@eslint-community/regexpp";
import type { ParsedPattern } from "./parse-pattern.ts";
import type { tokenKinds } from "./request.ts";
import {
  applyModifiers,
  type ClassItem,
  getLetter,
  getPropertyName,
  listAlternatives,
  type Node,
  readClass,
  type Shorthand,
} from "./tree.ts";

/** Explanation of a part of a pattern. Nested parts follow it with a greater depth. */
export interface PatternPart {
  depth: number;
  kind: PatternPartKind;
  /** Source text from `start` to `end`. */
  text: string;
  start: number;
  end: number;
  description: string;
}

type PatternPartKind = (typeof tokenKinds)[number];

/** Explains a pattern part by part. */
export function explain(
  { tree, numbers }: ParsedPattern,
  { source, flags }: { source: string; flags: string },
): PatternPart[] {
  const tokens: PatternPart[] = [];
  visitAlternatives(tree, { numbers, source, flags, depth: 0, tokens });
  return tokens;
}

interface Visit {
  numbers: ParsedPattern["numbers"];
  source: string;
  flags: string;
  depth: number;
  tokens: PatternPart[];
}

function visit(node: AST.Element, into: Visit): void {
  addPart(node, { kind: getKind(node), description: describe(node, into) }, into);
  const flags = node.type === "Group" ? applyModifiers(into.flags, node) : into.flags;
  const inside = { ...into, flags, depth: into.depth + 1 };
  if (node.type === "Quantifier") visit(node.element, inside);
  else visitAlternatives(node, inside);
}

function addPart(
  { start, end }: Pick<AST.Node, "start" | "end">,
  part: Pick<PatternPart, "kind" | "description">,
  { source, depth, tokens }: Visit,
): void {
  const { kind, description } = part;
  tokens.push({ depth, kind, text: source.slice(start, end), start, end, description });
}

/** Explains alternatives. A single one adds no level. */
function visitAlternatives(node: Node, into: Visit): void {
  const alternatives = listAlternatives(node);
  const [first] = alternatives;
  const last = alternatives.at(-1);
  if (!first || !last) return;
  if (first === last) {
    visitItems(first.elements, into);
    return;
  }
  const description = `One of ${alternatives.length} alternatives, the first that matches`;
  addPart({ start: first.start, end: last.end }, { kind: "choice", description }, into);
  const inside = { ...into, depth: into.depth + 1 };
  for (const [index, alternative] of alternatives.entries()) {
    const { elements } = alternative;
    const description = `Alternative ${index + 1}${elements.length ? "" : ": nothing"}`;
    addPart(alternative, { kind: "sequence", description }, inside);
    visitItems(elements, { ...inside, depth: inside.depth + 1 });
  }
}

function getKind(node: AST.Element): PatternPartKind {
  switch (node.type) {
    case "Character":
      return "text";
    case "CharacterSet":
      return node.kind === "any" || node.kind === "property" ? node.kind : "set";
    case "Assertion":
      return "alternatives" in node ? "look" : "assertion";
    case "Backreference":
      return "backreference";
    case "Quantifier":
      return "quantifier";
    case "Group":
    case "CapturingGroup":
      return "group";
    default:
      return "class";
  }
}

/** Merges adjacent characters into one token. */
function visitItems(items: readonly AST.Element[], into: Visit): void {
  let run: AST.Character[] = [];
  for (const item of items)
    if (item.type === "Character") run.push(item);
    else {
      visitRun(run, into);
      run = [];
      visit(item, into);
    }
  visitRun(run, into);
}

function visitRun(run: readonly AST.Character[], into: Visit): void {
  const [first] = run;
  const last = run.at(-1);
  if (!first || !last) return;
  if (first === last) {
    visit(first, into);
    return;
  }
  const text = run.map(getCharacter).join("");
  const description = `The text ${JSON.stringify(text)}${formatCaseNote(text, into.flags)}`;
  addPart({ start: first.start, end: last.end }, { kind: "text", description }, into);
}

/** Describes a part of a pattern, given the active flags. */
function describe(node: AST.Element, { flags, numbers }: Visit): string {
  switch (node.type) {
    case "Character":
      return `The character ${describeCharacter(node.value)}${formatCaseNote(getCharacter(node), flags)}`;
    case "CharacterSet":
      if (node.kind === "any")
        return flags.includes("s") ? "Any character" : "Any character except a line terminator";
      return upperFirst(describeMember(node));
    case "CapturingGroup": {
      const name = node.name === null ? "" : `, named ${JSON.stringify(node.name)}`;
      return `Group ${numbers.get(node)}${name}: captures what it matches`;
    }
    case "Group":
      return describeGroup(node);
    case "Assertion":
      return describeAssertion(node, flags);
    case "Backreference":
      return `The text captured by group ${typeof node.ref === "number" ? node.ref : JSON.stringify(node.ref)}`;
    case "Quantifier":
      return `${describeBounds(node)}${node.min === node.max ? "" : node.greedy ? ", as many times as possible" : ", as few times as possible"}`;
    default:
      return upperFirst(describeClass(node)) + formatCaseNote(collectCharacters(node), flags);
  }
}

function describeGroup({ modifiers }: AST.Group): string {
  if (!modifiers) return "A non-capturing group";
  const changes = Object.entries({ on: modifiers.add.raw, off: modifiers.remove?.raw ?? "" })
    .filter(([, flags]) => flags !== "")
    .map(([state, flags]) => `${[...flags].join(", ")} ${state}`);
  return `A non-capturing group, with ${changes.join(" and ")}`;
}

function describeAssertion(node: AST.Assertion, flags: string): string {
  if (node.kind === "lookahead" || node.kind === "lookbehind") {
    const words =
      node.kind === "lookbehind"
        ? ["comes before", "does not come before"]
        : ["follows", "does not follow"];
    return `Only if this ${words[node.negate ? 1 : 0]}; it is not part of the match`;
  }
  if (node.kind === "word")
    return node.negate ? "Neither the start nor the end of a word" : "The start or end of a word";
  return `The ${node.kind} of ${flags.includes("m") ? "a line" : "the text"}`;
}

function describeBounds({ min, max }: AST.Quantifier): string {
  if (min === 0 && max === 1) return "Once or not at all";
  if (max === Number.POSITIVE_INFINITY)
    return min === 0 ? "Any number of times" : `${formatTimes(min)} or more`;
  return min === max ? `Exactly ${formatTimes(min).toLowerCase()}` : `${min} to ${max} times`;
}

function formatTimes(count: number): string {
  return count === 1 ? "Once" : `${count} times`;
}

/** Returns a note that case is ignored, if the text has letters and the flag i is set. */
function formatCaseNote(text: string, flags: string): string {
  const hasCase = flags.includes("i") && text.toLowerCase() !== text.toUpperCase();
  return hasCase ? ", in upper or lower case" : "";
}

function upperFirst(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

function getCharacter({ value }: AST.Character): string {
  return String.fromCodePoint(value);
}

/** Descriptions of shorthand classes. */
const SHORTHAND_WORDS: Readonly<Record<Shorthand, string>> = {
  d: "a digit, 0 to 9",
  D: "anything but a digit, 0 to 9",
  s: "a whitespace character",
  S: "anything but whitespace",
  w: "a letter of A to Z, a digit or _",
  W: "anything but a letter of A to Z, a digit or _",
};

/** Describes a character class. */
function describeClass(node: AST.CharacterClass | AST.ExpressionCharacterClass): string {
  const { operation, items } = readClass(node);
  if (items.length === 0) return node.negate ? "any character" : "nothing: it never matches";
  const members = items.map(describeMember);
  const words =
    operation === "union"
      ? members.join("; ")
      : members.join(operation === "intersection" ? " that is also " : " but not ");
  return node.negate ? `any character but: ${words}` : `one of: ${words}`;
}

/** Returns the characters listed in a class, including range bounds. */
function collectCharacters(item: ClassItem | AST.CharacterClass): string {
  if (item.type === "Character") return getCharacter(item);
  if (item.type === "CharacterClassRange") return getCharacter(item.min) + getCharacter(item.max);
  if (item.type === "ClassStringDisjunction") return listStrings(item).join("");
  return item.type === "CharacterSet" ? "" : readClass(item).items.map(collectCharacters).join("");
}

/** Returns the strings of `\q{…}`. */
function listStrings({ alternatives }: AST.ClassStringDisjunction): string[] {
  return alternatives.map(({ elements }) => elements.map(getCharacter).join(""));
}

/** Describes a character: in quotation marks if it is visible, otherwise by name or code point. */
function describeCharacter(codePoint: number): string {
  const known = NAMES[codePoint];
  if (known) return known;
  const character = String.fromCodePoint(codePoint);
  if (!/[\p{C}\p{Z}\p{M}]/u.test(character)) return JSON.stringify(character);
  return `U+${codePoint.toString(16).toUpperCase().padStart(4, "0")}`;
}

function describeMember(item: ClassItem): string {
  switch (item.type) {
    case "Character":
      return describeCharacter(item.value);
    case "CharacterClassRange":
      return `${describeCharacter(item.min.value)} to ${describeCharacter(item.max.value)}`;
    case "CharacterSet":
      return item.kind === "property"
        ? `a character ${item.negate ? "without" : "with"} the Unicode property ${getPropertyName(item)}`
        : SHORTHAND_WORDS[getLetter(item)];
    case "ClassStringDisjunction":
      return listStrings(item)
        .map((string) => JSON.stringify(string))
        .join("; ");
    default:
      return describeClass(item);
  }
}

const NAMES: Readonly<Record<number, string>> = {
  0: "NUL",
  8: "backspace",
  9: "tab",
  10: "line feed",
  11: "vertical tab",
  12: "form feed",
  13: "carriage return",
  32: "space",
  160: "no-break space",
};
