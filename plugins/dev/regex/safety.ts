import type { Diagnostics } from "recheck";
import { type CharacterClass, type Node, partsOf } from "./tree.ts";

/** What a search may be. */
export const verdicts = ["safe", "vulnerable", "unknown"] as const;

/** How the time of a search may grow with its text. */
export const complexities = ["linear", "polynomial", "exponential"] as const;

export interface Safety {
  verdict: (typeof verdicts)[number];
  /** Why the verdict is unknown. */
  reason: string | null;
  complexity: (typeof complexities)[number] | null;
  /** The power a polynomial grows with. */
  degree: number | null;
  /** A text that makes a backtracking engine take very long. */
  attack_string: string | null;
  /** The same as an expression of JavaScript. */
  attack_expression: string | null;
  hotspot: { start: number; end: number; text: string }[];
}

/** Looks for texts on which a backtracking engine would take very long, without running any. */
export async function checkSafety(tree: Node, source: string, flags: string): Promise<Safety> {
  if (flags.includes("v") && usesSets(tree))
    return unknown("The analysis does not know the classes of the flag v");
  // The whole package would prefer a Java or native agent to this build, which runs in place.
  const { checkSync } = await import("recheck/lib/browser.js");
  const known = flags.replace("v", "u").replace(/[dg]/g, "");
  const result = checkSync(source, known, { timeout: timeoutMs, maxAttackStringSize: attackMax });
  if (result.status === "unknown") return unknown(reasonOf(result.error));
  const { complexity } = result;
  return {
    verdict: result.status,
    reason: null,
    complexity: complexityOf(result),
    degree: complexity.type === "polynomial" ? complexity.degree : null,
    attack_string: result.status === "vulnerable" ? result.attack.string : null,
    attack_expression: result.status === "vulnerable" ? result.attack.pattern : null,
    hotspot:
      result.status === "vulnerable"
        ? result.hotspot
            .filter(({ temperature }) => temperature === "heat")
            .map(({ start, end }) => ({ start, end, text: source.slice(start, end) }))
        : [],
  };
}

/** The verdict where there is none. */
export function unknown(reason: string): Safety {
  return {
    verdict: "unknown",
    reason,
    complexity: null,
    degree: null,
    attack_string: null,
    attack_expression: null,
    hotspot: [],
  };
}

const timeoutMs = 5000;
/** What `/regex/test` takes as a text. */
const attackMax = 102_400;

type Known = Exclude<Diagnostics, { status: "unknown" }>;

function complexityOf({ complexity }: Known): Safety["complexity"] {
  if (complexity.type === "polynomial" || complexity.type === "exponential") return complexity.type;
  // That trials found nothing says nothing about the growth.
  return complexity.isFuzz ? null : "linear";
}

function reasonOf(error: Extract<Diagnostics, { status: "unknown" }>["error"]): string {
  if (error.kind === "timeout") return `The analysis takes longer than ${timeoutMs} ms`;
  const detail = "message" in error ? `: ${error.message}` : "";
  return `The analysis does not know what the pattern uses${detail}`;
}

function usesSets(node: Node): boolean {
  return (node.type === "class" && isNested(node)) || partsOf(node).some(usesSets);
}

function isNested({ operation, items }: CharacterClass): boolean {
  return operation !== "union" || items.some(({ type }) => type === "class" || type === "strings");
}
