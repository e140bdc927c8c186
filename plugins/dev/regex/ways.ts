import { type Node, partsOf } from "./tree.ts";

/** Whether something in the pattern may be repeated without end. */
export function repeatsEndlessly(node: Node): boolean {
  const endless = node.type === "quantifier" && node.max === Number.POSITIVE_INFINITY;
  return endless || partsOf(node).some(repeatsEndlessly);
}

/** In how many ways a pattern that repeats nothing endlessly can take a text apart, at most. */
export function waysToMatch(node: Node): number {
  const parts = partsOf(node).map(waysToMatch);
  if (node.type === "choice") return parts.reduce((sum, ways) => sum + ways, 0);
  if (node.type !== "quantifier") return parts.reduce((product, ways) => product * ways, 1);
  const { min, max } = node;
  const ways = parts[0]!;
  if (ways === 1) return max - min + 1;
  // The sum of ways ** count for every count from min to max, which may be past all numbers.
  const sum = (ways ** (max + 1) - ways ** min) / (ways - 1);
  return Number.isNaN(sum) ? Number.POSITIVE_INFINITY : sum;
}
