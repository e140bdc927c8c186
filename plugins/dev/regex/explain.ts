import type { tokenKinds } from "./request.ts";
import {
  type CharacterClass,
  type ClassItem,
  listChildNodes,
  type Node,
  type Property,
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
  tree: Node,
  { source, flags }: { source: string; flags: string },
): PatternPart[] {
  const tokens: PatternPart[] = [];
  visit(tree, { source, flags, depth: 0, tokens });
  return tokens;
}

interface Visit {
  source: string;
  flags: string;
  depth: number;
  tokens: PatternPart[];
}

function visit(node: Node, { source, flags, depth, tokens }: Visit): void {
  // A nested sequence only adds a level unless it is one of several alternatives.
  if (node.type === "sequence") {
    visitItems(node.items, { source, flags, depth, tokens });
    return;
  }
  const { start, end } = node;
  const kind = node.type === "character" ? "text" : node.type;
  const description = describe(node, flags);
  tokens.push({ depth, kind, text: source.slice(start, end), start, end, description });
  const inside = { source, flags: getInnerFlags(node, flags), depth: depth + 1, tokens };
  if (node.type !== "choice") {
    for (const part of listChildNodes(node)) visit(part, inside);
    return;
  }
  for (const [index, branch] of node.branches.entries()) {
    tokens.push({
      depth: depth + 1,
      kind: "sequence",
      text: source.slice(branch.start, branch.end),
      start: branch.start,
      end: branch.end,
      description: `Alternative ${index + 1}${branch.items.length ? "" : ": nothing"}`,
    });
    visit(branch, { ...inside, depth: depth + 2 });
  }
}

/** Merges adjacent characters into one token. */
function visitItems(items: readonly Node[], into: Visit): void {
  let run: Node[] = [];
  for (const item of items)
    if (item.type === "character") run.push(item);
    else {
      visitRun(run, into);
      run = [];
      visit(item, into);
    }
  visitRun(run, into);
}

function visitRun(run: readonly Node[], into: Visit): void {
  const [first] = run;
  const last = run.at(-1);
  if (!first || !last) return;
  if (first === last) {
    visit(first, into);
    return;
  }
  const text = run.map(getCharacter).join("");
  into.tokens.push({
    depth: into.depth,
    kind: "text",
    text: into.source.slice(first.start, last.end),
    start: first.start,
    end: last.end,
    description: `The text ${JSON.stringify(text)}${formatCaseNote(text, into.flags)}`,
  });
}

function getInnerFlags(node: Node, flags: string): string {
  if (node.type !== "group" || !node.modifiers) return flags;
  const { on, off } = node.modifiers;
  return [...flags, ...on].filter((flag) => !off.includes(flag)).join("");
}

/** Describes a part of a pattern, given the active flags. */
function describe(node: Node, flags: string): string {
  switch (node.type) {
    case "choice":
      return `One of ${node.branches.length} alternatives, the first that matches`;
    case "character":
      return `The character ${describeCharacter(node.codePoint)}${formatCaseNote(getCharacter(node), flags)}`;
    case "any":
      return flags.includes("s") ? "Any character" : "Any character except a line terminator";
    case "set":
      return upperFirst(SHORTHAND_WORDS[node.letter]);
    case "property":
    case "class":
      return upperFirst(describeClass(node)) + formatCaseNote(collectCharacters(node), flags);
    case "group":
      return describeGroup(node);
    case "look":
      return describeLook(node);
    case "assertion":
      return describeAssertion(node.sign, flags);
    case "backreference":
      return `The text captured by group ${typeof node.group === "number" ? node.group : JSON.stringify(node.group)}`;
    case "quantifier":
      return `${describeBounds(node)}${node.min === node.max ? "" : node.greedy ? ", as many times as possible" : ", as few times as possible"}`;
    case "sequence":
      return "One after another";
  }
}

function describeLook({ behind, negated }: Extract<Node, { type: "look" }>): string {
  const verb = behind ? ["comes before", "does not come before"] : ["follows", "does not follow"];
  return `Only if this ${verb[negated ? 1 : 0]}; it is not part of the match`;
}

function describeGroup({ capture, name, modifiers }: Extract<Node, { type: "group" }>): string {
  if (capture !== null)
    return `Group ${capture}${name === null ? "" : `, named ${JSON.stringify(name)}`}: captures what it matches`;
  if (!modifiers) return "A non-capturing group";
  const changes = Object.entries(modifiers)
    .filter(([, flags]) => flags !== "")
    .map(([state, flags]) => `${[...flags].join(", ")} ${state}`);
  return `A non-capturing group, with ${changes.join(" and ")}`;
}

function describeAssertion(sign: "^" | "$" | "b" | "B", flags: string): string {
  if (sign === "b") return "The start or end of a word";
  if (sign === "B") return "Neither the start nor the end of a word";
  return `The ${sign === "^" ? "start" : "end"} of ${flags.includes("m") ? "a line" : "the text"}`;
}

function describeBounds({ min, max }: Extract<Node, { type: "quantifier" }>): string {
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

/** Returns the text of a character node, or an empty text for other nodes. */
function getCharacter(node: Node): string {
  return node.type === "character" ? String.fromCodePoint(node.codePoint) : "";
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
function describeClass(node: CharacterClass | Property): string {
  if (node.type === "property")
    return `a character ${node.negated ? "without" : "with"} the Unicode property ${node.name}`;
  if (node.items.length === 0) return node.negated ? "any character" : "nothing: it never matches";
  const members = node.items.map(describeMember);
  const words =
    node.operation === "union"
      ? members.join("; ")
      : members.join(node.operation === "intersection" ? " that is also " : " but not ");
  return node.negated ? `any character but: ${words}` : `one of: ${words}`;
}

/** Returns the characters listed in a class, including range bounds. */
function collectCharacters(item: ClassItem): string {
  if (item.type === "character") return String.fromCodePoint(item.codePoint);
  if (item.type === "range") return String.fromCodePoint(item.from, item.to);
  if (item.type === "strings") return item.strings.join("");
  return item.type === "class" ? item.items.map(collectCharacters).join("") : "";
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
    case "character":
      return describeCharacter(item.codePoint);
    case "range":
      return `${describeCharacter(item.from)} to ${describeCharacter(item.to)}`;
    case "set":
      return SHORTHAND_WORDS[item.letter];
    case "strings":
      return item.strings.map((string) => JSON.stringify(string)).join("; ");
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
