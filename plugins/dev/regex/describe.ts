import { describeClass, lettersOf, nameOfCharacter, SHORTHAND_WORDS } from "./describe-class.ts";
import type { Node } from "./tree.ts";

/** Puts a part of a pattern into words, with the flags that are on there. */
export function describe(node: Node, flags: string): string {
  switch (node.type) {
    case "choice":
      return `One of ${node.branches.length} alternatives, the first that fits`;
    case "character":
      return `The character ${nameOfCharacter(node.codePoint)}${caseNote(characterOf(node), flags)}`;
    case "any":
      return flags.includes("s") ? "Any character" : "Any character but the end of a line";
    case "set":
      return upperFirst(SHORTHAND_WORDS[node.letter]);
    case "property":
    case "class":
      return upperFirst(describeClass(node)) + caseNote(lettersOf(node), flags);
    case "group":
      return describeGroup(node);
    case "look":
      return describeLook(node);
    case "assertion":
      return describeAssertion(node.sign, flags);
    case "backreference":
      return `The same text as group ${typeof node.group === "number" ? node.group : JSON.stringify(node.group)} has captured`;
    case "quantifier":
      return `${describeBounds(node)}${node.min === node.max ? "" : node.greedy ? ", as often as possible" : ", as seldom as possible"}`;
    case "sequence":
      return "One after the other";
  }
}

function describeLook({ behind, negated }: Extract<Node, { type: "look" }>): string {
  const verb = behind ? ["comes before", "does not come before"] : ["follows", "does not follow"];
  return `Only where this ${verb[negated ? 1 : 0]}; it is no part of the match`;
}

function describeGroup({ capture, name, modifiers }: Extract<Node, { type: "group" }>): string {
  if (capture !== null)
    return `Group ${capture}${name === null ? "" : `, named ${JSON.stringify(name)}`}: captures what it matches`;
  if (!modifiers) return "A group that captures nothing";
  const changes = Object.entries(modifiers)
    .filter(([, flags]) => flags !== "")
    .map(([state, flags]) => `${[...flags].join(", ")} ${state}`);
  return `A group that captures nothing, with ${changes.join(" and ")}`;
}

function describeAssertion(sign: "^" | "$" | "b" | "B", flags: string): string {
  if (sign === "b") return "The begin or the end of a word";
  if (sign === "B") return "Neither the begin nor the end of a word";
  return `The ${sign === "^" ? "begin" : "end"} of ${flags.includes("m") ? "a line" : "the text"}`;
}

function describeBounds({ min, max }: Extract<Node, { type: "quantifier" }>): string {
  if (min === 0 && max === 1) return "Once or not at all";
  if (max === Number.POSITIVE_INFINITY)
    return min === 0 ? "Any number of times" : `${times(min)} or more`;
  return min === max ? `Exactly ${times(min).toLowerCase()}` : `${min} to ${max} times`;
}

function times(count: number): string {
  return count === 1 ? "Once" : `${count} times`;
}

/** Says that case is ignored, where a text has letters and it is. */
export function caseNote(text: string, flags: string): string {
  const hasCase = flags.includes("i") && text.toLowerCase() !== text.toUpperCase();
  return hasCase ? ", in capital or small letters" : "";
}

function upperFirst(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** The text of a character's node, empty for any other. */
export function characterOf(node: Node): string {
  return node.type === "character" ? String.fromCodePoint(node.codePoint) : "";
}
