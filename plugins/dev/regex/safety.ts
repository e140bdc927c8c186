import type { Diagnostics } from "recheck";
import type { complexities, verdicts } from "./request.ts";
import { type CharacterClass, listChildNodes, type Node } from "./tree.ts";

export interface Safety {
  verdict: (typeof verdicts)[number];
  /** Explanation of an unknown verdict. */
  reason: string | null;
  complexity: (typeof complexities)[number] | null;
  /** Exponent of polynomial growth. */
  degree: number | null;
  /** A text that takes a backtracking engine very long. */
  attack_string: string | null;
  /** The attack string as a JavaScript expression. */
  attack_expression: string | null;
  hotspot: { start: number; end: number; text: string }[];
}

/** Searches for texts that take a backtracking engine very long. Reports only texts that were measured to. */
export async function checkSafety(tree: Node, source: string, flags: string): Promise<Safety> {
  if (flags.includes("v") && usesNestedClasses(tree))
    return describeUnknown("The analysis does not support the classes of the flag v");
  // The package's main build prefers a Java or native agent. This build runs in process.
  const { checkSync } = await import("recheck/lib/browser.js");
  const supportedFlags = flags.replace("v", "u").replace(/[dg]/g, "");
  const options = { timeout: timeoutMs, maxAttackStringSize: attackMax };
  let result = checkSync(source, supportedFlags, options);
  if (
    result.status === "safe" &&
    !hasUnboundedRepetition(tree) &&
    countMatchPaths(tree) > pathsMax
  ) {
    // The checker considers patterns without unbounded repetition safe, although `(a?){30}a{30}` hangs.
    result = checkSync(source, supportedFlags, { ...options, checker: "fuzz" });
    if (result.status === "safe")
      return describeUnknown(
        "The pattern has no unbounded repetition, but more ways to match than were tried",
      );
  }
  if (result.status === "unknown") return describeUnknown(formatReason(result.error));
  if (result.status === "safe") return describeSafe(result);
  const slowMs = measureSlowest(result.attack, new RegExp(source, flags));
  if (slowMs >= slowMinMs) return describeVulnerable(result, source);
  const { length } = result.attack.string;
  return describeUnknown(
    `The analysis found a text of ${length} characters that should be slow, but matching took ${slowMs.toFixed(1)} ms`,
  );
}

/** Minimum time of an attack. Real attacks take a second or far longer. */
const slowMinMs = 100;

/**
 * Measures the time of an attack in milliseconds. A running search cannot be stopped, so the attack grows step by
 * step until it takes long enough.
 */
function measureSlowest({ pumps, suffix, base }: Attack, pattern: RegExp): number {
  for (let times = 1; ; times = Math.min(base, Math.max(times + 1, Math.floor(times * growth)))) {
    const repeated = pumps.map(({ prefix, pump, bias }) => prefix + pump.repeat(times + bias));
    const text = `${repeated.join("")}${suffix}`;
    const once = measureTime(pattern, text);
    // The second measurement distinguishes a slow pattern from a busy machine.
    const ms = once < slowMinMs ? once : Math.min(once, measureTime(pattern, text));
    if (ms >= slowMinMs || times >= base) return ms;
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
  // A fuzz test without findings doesn't prove linear growth.
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

/** Returns an unknown verdict. */
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
/** Maximum text length of `/regex/test`. */
const attackMax = 102_400;
/** Number of paths that an engine tries within a second. */
const pathsMax = 1_000_000;

function formatReason(error: Extract<Diagnostics, { status: "unknown" }>["error"]): string {
  if (error.kind === "timeout") return `The analysis took longer than ${timeoutMs} ms`;
  const detail = "message" in error ? `: ${error.message}` : "";
  return `The analysis does not support a feature of the pattern${detail}`;
}

function usesNestedClasses(node: Node): boolean {
  return (node.type === "class" && isNested(node)) || listChildNodes(node).some(usesNestedClasses);
}

function isNested({ operation, items }: CharacterClass): boolean {
  return operation !== "union" || items.some(({ type }) => type === "class" || type === "strings");
}

/** Returns whether the pattern has unbounded repetition. */
function hasUnboundedRepetition(node: Node): boolean {
  const endless = node.type === "quantifier" && node.max === Number.POSITIVE_INFINITY;
  return endless || listChildNodes(node).some(hasUnboundedRepetition);
}

/** Returns the maximum number of ways in which a pattern without unbounded repetition can match. */
function countMatchPaths(node: Node): number {
  const parts = listChildNodes(node).map(countMatchPaths);
  if (node.type === "choice") return parts.reduce((sum, paths) => sum + paths, 0);
  if (node.type !== "quantifier") return parts.reduce((product, paths) => product * paths, 1);
  const { min, max } = node;
  const [paths = 1] = parts;
  if (paths === 1) return max - min + 1;
  // The sum of paths ** count for all counts from min to max, which may exceed the number range.
  const sum = (paths ** (max + 1) - paths ** min) / (paths - 1);
  return Number.isNaN(sum) ? Number.POSITIVE_INFINITY : sum;
}
