import type { Backtracker } from "./backtrack.ts";
import { type ClassItem, listChildNodes, type Node, type Shorthand } from "./tree.ts";

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
    if (node.type === "quantifier")
      pumps.add(writeSample(node.item, false).slice(0, pumpLengthMax));
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
    case "character":
      return String.fromCodePoint(node.codePoint);
    case "any":
    case "property":
      return "a";
    case "set":
      return samples[node.letter];
    case "range":
      return String.fromCodePoint(node.from);
    case "class":
      return node.negated || !node.items[0] ? "a" : writeSample(node.items[0], isShort);
    case "sequence":
      return node.items.map((item) => writeSample(item, isShort)).join("");
    case "choice":
      return node.branches[0] ? writeSample(node.branches[0], isShort) : "";
    case "group":
      return writeSample(node.item, isShort);
    case "quantifier":
      return isShort && node.min === 0 ? "" : writeSample(node.item, isShort);
    default:
      return "";
  }
}
