import type { Backtracker } from "./backtrack.ts";
import {
  type ClassItem,
  getLetter,
  listAlternatives,
  listChildNodes,
  type Node,
  readClass,
  type Shorthand,
} from "./tree.ts";

/** A text of one repeated part. */
interface RepeatedText {
  text: string;
  /** The text as a JavaScript expression. */
  expression: string;
}

const pumpsMax = 40;
const pumpLengthMax = 24;
/** Lengths for exponential and for polynomial growth. */
const lengths = [32, 64, 30_000];

/**
 * Tries repetitions of the texts that parts of a pattern match, each at the end and before a character that rarely
 * matches. Returns the first that takes more than a number of steps.
 */
export function findAttack(
  tree: Node,
  tracker: Backtracker,
  stepsMax: number,
): RepeatedText | undefined {
  const pumps = listPumps(tree);
  let left = 3 * stepsMax;
  for (const length of lengths)
    for (const pump of pumps)
      for (const suffix of ["", "\0"]) {
        const count = Math.ceil(length / pump.length);
        const text = pump.repeat(count) + suffix;
        const { kind, steps } = tracker.search(text, 0, stepsMax);
        if (kind === "limit") {
          const end = suffix === "" ? "" : ` + ${JSON.stringify(suffix)}`;
          return { text, expression: `${JSON.stringify(pump)}.repeat(${count})${end}` };
        }
        left -= steps;
        if (left < 0) return undefined;
      }
  return undefined;
}

/** Lists the beginnings of texts that the pattern matches, and texts that its repeated parts match. */
function listPumps(tree: Node): string[] {
  const pumps = new Set<string>();
  for (const isShort of [true, false]) {
    const text = writeSample(tree, isShort).slice(0, pumpLengthMax);
    for (let end = 1; end <= text.length; end++) pumps.add(text.slice(0, end));
  }
  const visit = (node: Node) => {
    if (node.type === "Quantifier")
      pumps.add(writeSample(node.element, false).slice(0, pumpLengthMax));
    listChildNodes(node).forEach(visit);
  };
  visit(tree);
  return [...pumps].filter(Boolean).slice(0, pumpsMax);
}

const samples: Readonly<Record<Shorthand, string>> = {
  d: "0",
  D: "a",
  s: " ",
  S: "a",
  w: "a",
  W: " ",
};

/** Writes a text that a node matches in most cases. Optional parts are in it unless it is short. */
function writeSample(node: Node | ClassItem, isShort: boolean): string {
  switch (node.type) {
    case "Character":
      return String.fromCodePoint(node.value);
    case "CharacterSet":
      return node.kind === "any" || node.kind === "property" ? "a" : samples[getLetter(node)];
    case "CharacterClassRange":
      return String.fromCodePoint(node.min.value);
    case "CharacterClass":
    case "ExpressionCharacterClass": {
      const [first] = readClass(node).items;
      return node.negate || !first ? "a" : writeSample(first, isShort);
    }
    case "Alternative":
      return node.elements.map((element) => writeSample(element, isShort)).join("");
    case "Pattern":
    case "Group":
    case "CapturingGroup": {
      const [first] = listAlternatives(node);
      return first ? writeSample(first, isShort) : "";
    }
    case "Quantifier":
      return isShort && node.min === 0 ? "" : writeSample(node.element, isShort);
    default:
      return "";
  }
}
