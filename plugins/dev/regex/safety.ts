import type { Diagnostics } from "recheck";
import { type Backtracker, compileBacktracker } from "./backtrack.ts";
import { findAttack } from "./find-attack.ts";
import type { ParsedPattern } from "./parse-pattern.ts";
import type { complexities, evidences, verdicts } from "./request.ts";
import { listAlternatives, listChildNodes, type Node, readClass } from "./tree.ts";

export interface Safety {
  verdict: (typeof verdicts)[number];
  /** Explanation of an unknown verdict. */
  reason: string | null;
  /** The basis of the verdict: a proof, a search that found nothing, or an attack that was run. */
  evidence: (typeof evidences)[number] | null;
  complexity: (typeof complexities)[number] | null;
  /** Exponent of polynomial growth. */
  degree: number | null;
  /** A text that takes a backtracking engine very long. */
  attack_string: string | null;
  /** The attack string as a JavaScript expression. */
  attack_expression: string | null;
  /** Steps that were counted for the attack string, or for its beginning if they exceed the limit. */
  attack_steps: number | null;
  hotspot: { start: number; end: number; text: string }[];
}

/**
 * Searches for texts that take a backtracking engine very long, and runs them in one that counts its steps. Engines
 * differ in their shortcuts: `.*.*=.*` takes 4 ms in Bun and 6.5 s in Node. The number of steps doesn't depend on them.
 */
export async function checkSafety(
  parsed: ParsedPattern,
  source: string,
  flags: string,
): Promise<Safety> {
  const { tree } = parsed;
  if (flags.includes("v") && usesNestedClasses(tree))
    return describeUnknown("The analysis does not support the classes of the flag v");
  const check = await createCheck(source, { flags, tree });
  let result = check("auto");
  // A proof may need too many steps where a search finds an attack.
  if (isExhausted(result)) result = check("fuzz");
  if (
    result.status === "safe" &&
    !hasUnboundedRepetition(tree) &&
    countMatchPaths(tree) > pathsMax
  ) {
    // The checker considers patterns without unbounded repetition safe, although `(a?){30}a{30}` hangs.
    result = check("fuzz");
    if (result.status === "safe")
      return describeUnknown(
        "The pattern has no unbounded repetition, but more ways to match than were tried",
      );
  }
  if (result.status === "safe") return describeSafe(result);
  if (result.status === "vulnerable")
    return runAttack(result, {
      source,
      tracker: compileBacktracker(source, { parsed, flags }),
      canGrow: hasUnboundedRepetition(tree),
    });
  if (!isExhausted(result)) return describeUnknown(formatReason(result.error));
  const tracker = compileBacktracker(source, { parsed, flags });
  const found = findAttack(tree, tracker, attackStepsMin);
  return found ? describeFound(found) : describeUnknown(formatReason(result.error));
}

/** Describes an attack of unknown growth. */
function describeFound({ text, expression }: { text: string; expression: string }): Safety {
  return {
    ...describeUnknown(null),
    verdict: "vulnerable",
    evidence: "attack",
    attack_string: text,
    attack_expression: expression,
    attack_steps: attackStepsMin + 1,
  };
}

/** Steps of a real attack. Engines take between 0.1 and 1 s for them. */
const attackStepsMin = 20_000_000;

type Vulnerable = Extract<Diagnostics, { status: "vulnerable" }>;

interface AttackRun {
  source: string;
  tracker: Backtracker;
  /** Whether a longer text may take more steps for each of its characters. */
  canGrow: boolean;
}

/** Runs an attack, and returns whether it takes as many steps as expected. It is shown in either case. */
function runAttack(result: Vulnerable, { source, tracker, canGrow }: AttackRun): Safety {
  const { attack } = result;
  const { kind, steps } = tracker.search(attack.string, 0, attackStepsMin);
  const isEnough = kind === "limit" || !canGrow;
  const grown = isEnough ? undefined : growAttack(attack, { tracker, steps });
  if (grown) return runAttack({ ...result, attack: grown }, { source, tracker, canGrow: false });
  const described = describeAttack(result, { source, steps });
  if (kind === "limit") return described;
  return {
    ...described,
    verdict: "unknown",
    evidence: null,
    complexity: null,
    degree: null,
    hotspot: [],
    reason: `The analysis found a text of ${attack.string.length} characters that should be slow, but matching took ${steps} steps`,
  };
}

/** The growth of steps for twice the text from which it isn't linear. */
const superlinearGrowth = 3;

/** Lengthens an attack until it takes as many steps as expected. Returns nothing if its growth is linear. */
function growAttack(
  attack: Vulnerable["attack"],
  { tracker, steps }: { tracker: Backtracker; steps: number },
): Vulnerable["attack"] | undefined {
  const base = 2 * attack.base;
  const parts = attack.pumps.map(({ prefix, pump, bias }) => ({
    prefix,
    pump,
    count: Math.max(0, base + bias),
  }));
  const string = parts.map(({ prefix, pump, count }) => prefix + pump.repeat(count)).join("");
  if (string.length + attack.suffix.length > attackMax) return undefined;
  const expression = [
    ...parts.flatMap(({ prefix, pump, count }) => [
      ...(prefix === "" ? [] : [JSON.stringify(prefix)]),
      `${JSON.stringify(pump)}.repeat(${count})`,
    ]),
    ...(attack.suffix === "" ? [] : [JSON.stringify(attack.suffix)]),
  ];
  const grown = {
    ...attack,
    base,
    string: string + attack.suffix,
    pattern: expression.join(" + "),
  };
  const run = tracker.search(grown.string, 0, attackStepsMin);
  if (run.kind === "limit") return grown;
  return run.steps < superlinearGrowth * steps
    ? undefined
    : growAttack(grown, { tracker, steps: run.steps });
}

function describeSafe({ complexity }: Extract<Diagnostics, { status: "safe" }>): Safety {
  // A fuzz test without findings doesn't prove linear growth.
  return {
    ...describeUnknown(null),
    verdict: "safe",
    evidence: complexity.isFuzz ? "search" : "proof",
    complexity: complexity.isFuzz ? null : "linear",
  };
}

function describeAttack(
  { complexity, attack, hotspot }: Vulnerable,
  { source, steps }: { source: string; steps: number },
): Safety {
  return {
    verdict: "vulnerable",
    reason: null,
    evidence: "attack",
    complexity: complexity.type,
    degree: complexity.type === "polynomial" ? complexity.degree : null,
    attack_string: attack.string,
    attack_expression: attack.pattern,
    attack_steps: steps,
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
    evidence: null,
    complexity: null,
    degree: null,
    attack_string: null,
    attack_expression: null,
    attack_steps: null,
    hotspot: [],
  };
}

/** Maximum steps of one check, and of one attack within it. Both take seconds at most. */
const checkStepsMax = 8_000_000;
const attackTrialStepsMax = 1_000_000;
/** Steps that count for one reading of the clock while the checker analyzes automata. */
const automatonSteps = 500;

/**
 * Returns a function that checks the pattern within a limit of steps. The checker limits its work by time only. So it
 * runs on a clock that counts how often it is read. The result is the same on every machine and under every load.
 */
async function createCheck(source: string, { flags, tree }: { flags: string; tree: Node }) {
  // The package's main build prefers a Java or native agent. This build runs in process.
  const { checkSync } = await import("recheck/lib/browser.js");
  const supportedFlags = flags.replace("v", "u").replace(/[dg]/g, "");
  // Measured: 100 copies slow the checker down a hundred times, 8 not at all.
  const trialSteps = Math.min(Math.max(1, countOuterCopies(tree) ** 2 / 100), automatonSteps);
  return (checker: "auto" | "fuzz"): Diagnostics => {
    let steps = 0;
    let stepsPerReading = automatonSteps;
    const clock = performance.now;
    performance.now = () => {
      steps += stepsPerReading;
      return steps;
    };
    try {
      return checkSync(source, supportedFlags, {
        checker,
        timeout: checkStepsMax,
        attackTimeout: attackTrialStepsMax,
        incubationTimeout: null,
        maxAttackStringSize: attackMax,
        logger(message) {
          if (message.startsWith("fuzz:"))
            stepsPerReading = message.startsWith("fuzz: seeding start")
              ? automatonSteps
              : trialSteps;
        },
      });
    } finally {
      performance.now = clock;
    }
  };
}

/** Returns the number of copies of the innermost quantifier if all around it are written out. */
function countOuterCopies(node: Node): number {
  const inner = Math.max(1, ...listChildNodes(node).map(countOuterCopies));
  if (node.type !== "Quantifier" || !hasQuantifier(node.element)) return inner;
  return inner * Math.max(1, Number.isFinite(node.max) ? node.max : node.min);
}

function hasQuantifier(node: Node): boolean {
  return node.type === "Quantifier" || listChildNodes(node).some(hasQuantifier);
}

function isExhausted(result: Diagnostics): boolean {
  return result.status === "unknown" && result.error.kind === "timeout";
}

/** Maximum text length of `/regex/test`. */
const attackMax = 102_400;
/** Number of paths that an engine tries within a second. */
const pathsMax = 1_000_000;

function formatReason(error: Extract<Diagnostics, { status: "unknown" }>["error"]): string {
  if (error.kind === "timeout")
    return `The analysis found no attack within ${checkStepsMax} steps, and no proof`;
  const detail = "message" in error ? `: ${error.message}` : "";
  return `The analysis does not support a feature of the pattern${detail}`;
}

function usesNestedClasses(node: Node): boolean {
  if (node.type === "ExpressionCharacterClass") return true;
  if (node.type !== "CharacterClass") return listChildNodes(node).some(usesNestedClasses);
  return readClass(node).items.some(({ type }) => /Class$|Disjunction$/.test(type));
}

/** Returns whether the pattern has unbounded repetition. */
function hasUnboundedRepetition(node: Node): boolean {
  const endless = node.type === "Quantifier" && node.max === Number.POSITIVE_INFINITY;
  return endless || listChildNodes(node).some(hasUnboundedRepetition);
}

/** Returns the maximum number of ways in which a pattern without unbounded repetition can match. */
function countMatchPaths(node: Node): number {
  const parts = listChildNodes(node).map(countMatchPaths);
  if (listAlternatives(node).length > 0) return parts.reduce((sum, paths) => sum + paths, 0);
  if (node.type !== "Quantifier") return parts.reduce((product, paths) => product * paths, 1);
  const { min, max } = node;
  const [paths = 1] = parts;
  if (paths === 1) return max - min + 1;
  // The sum of paths ** count for all counts from min to max, which may exceed the number range.
  const sum = (paths ** (max + 1) - paths ** min) / (paths - 1);
  return Number.isNaN(sum) ? Number.POSITIVE_INFINITY : sum;
}
