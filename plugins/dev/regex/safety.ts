import type { Diagnostics } from "recheck";
import type { complexities, verdicts } from "./options.ts";
import { type CharacterClass, listChildNodes, type Node } from "./tree.ts";

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

/** Looks for texts on which a backtracking engine takes very long, and names none that was not seen to. */
export async function checkSafety(tree: Node, source: string, flags: string): Promise<Safety> {
  if (flags.includes("v") && usesSets(tree))
    return describeUnknown("The analysis does not know the classes of the flag v");
  // The whole package would prefer a Java or native agent to this build, which runs in place.
  const { checkSync } = await import("recheck/lib/browser.js");
  const known = flags.replace("v", "u").replace(/[dg]/g, "");
  const options = { timeout: timeoutMs, maxAttackStringSize: attackMax };
  let result = checkSync(source, known, options);
  if (result.status === "safe" && !repeatsEndlessly(tree) && waysToMatch(tree) > waysMax) {
    // Whatever repeats nothing without end passes for safe, though `(a?){30}a{30}` hangs.
    result = checkSync(source, known, { ...options, checker: "fuzz" });
    if (result.status === "safe")
      return describeUnknown(
        "It repeats nothing without end, but has more ways to match than were tried",
      );
  }
  if (result.status === "unknown") return describeUnknown(formatReason(result.error));
  if (result.status === "safe") return describeSafe(result);
  const slowMs = measureSlowest(result.attack, new RegExp(source, flags));
  if (slowMs >= provenMs) return describeVulnerable(result, source);
  const { length } = result.attack.string;
  return describeUnknown(
    `The analysis found a text of ${length} characters that should take long, and it took ${slowMs.toFixed(1)} ms`,
  );
}

/** From here on a text counts as an attack: found ones are meant to take a second or far longer. */
const provenMs = 100;

/**
 * How long the engine takes for an attack, in milliseconds, or for the first shorter one that takes
 * long enough: nothing ends a search once it has begun, so the attack grows step by step.
 */
function measureSlowest({ pumps, suffix, base }: Attack, pattern: RegExp): number {
  for (let times = 1; ; times = Math.min(base, Math.max(times + 1, Math.floor(times * growth)))) {
    const repeated = pumps.map(({ prefix, pump, bias }) => prefix + pump.repeat(times + bias));
    const text = `${repeated.join("")}${suffix}`;
    const once = measureTime(pattern, text);
    // The second time tells the pattern's slowness from that of a machine with much else to do.
    const ms = once < provenMs ? once : Math.min(once, measureTime(pattern, text));
    if (ms >= provenMs || times >= base) return ms;
  }
}

const growth = 1.25;

function measureTime(pattern: RegExp, text: string): number {
  const start = performance.now();
  pattern.lastIndex = 0;
  pattern.exec(text);
  return performance.now() - start;
}

type Attack = Extract<Diagnostics, { status: "vulnerable" }>["attack"];

function describeSafe({ complexity }: Extract<Diagnostics, { status: "safe" }>): Safety {
  // That trials found nothing says nothing about the growth.
  return {
    ...describeUnknown(null),
    verdict: "safe",
    complexity: complexity.isFuzz ? null : "linear",
  };
}

function describeVulnerable(
  { complexity, attack, hotspot }: Extract<Diagnostics, { status: "vulnerable" }>,
  source: string,
): Safety {
  return {
    verdict: "vulnerable",
    reason: null,
    complexity: complexity.type,
    degree: complexity.type === "polynomial" ? complexity.degree : null,
    attack_string: attack.string,
    attack_expression: attack.pattern,
    hotspot: hotspot
      .filter(({ temperature }) => temperature === "heat")
      .map(({ start, end }) => ({ start, end, text: source.slice(start, end) })),
  };
}

/** The verdict where there is none. */
export function describeUnknown(reason: string | null): Safety {
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

const timeoutMs = 10_000;
/** What `/regex/test` takes as a text. */
const attackMax = 102_400;
/** Ways to match that an engine tries within a second. */
const waysMax = 1_000_000;

function formatReason(error: Extract<Diagnostics, { status: "unknown" }>["error"]): string {
  if (error.kind === "timeout") return `The analysis takes longer than ${timeoutMs} ms`;
  const detail = "message" in error ? `: ${error.message}` : "";
  return `The analysis does not know what the pattern uses${detail}`;
}

function usesSets(node: Node): boolean {
  return (node.type === "class" && isNested(node)) || listChildNodes(node).some(usesSets);
}

function isNested({ operation, items }: CharacterClass): boolean {
  return operation !== "union" || items.some(({ type }) => type === "class" || type === "strings");
}

/** Whether something in the pattern may be repeated without end. */
function repeatsEndlessly(node: Node): boolean {
  const endless = node.type === "quantifier" && node.max === Number.POSITIVE_INFINITY;
  return endless || listChildNodes(node).some(repeatsEndlessly);
}

/** In how many ways a pattern that repeats nothing endlessly can take a text apart, at most. */
function waysToMatch(node: Node): number {
  const parts = listChildNodes(node).map(waysToMatch);
  if (node.type === "choice") return parts.reduce((sum, ways) => sum + ways, 0);
  if (node.type !== "quantifier") return parts.reduce((product, ways) => product * ways, 1);
  const { min, max } = node;
  const [ways = 1] = parts;
  if (ways === 1) return max - min + 1;
  // The sum of ways ** count for every count from min to max, which may be past all numbers.
  const sum = (ways ** (max + 1) - ways ** min) / (ways - 1);
  return Number.isNaN(sum) ? Number.POSITIVE_INFINITY : sum;
}
