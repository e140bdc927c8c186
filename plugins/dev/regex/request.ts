import dev from "../plugin.ts";

/** Engines that a caller can choose. */
export const engineNames = ["auto", "re2", "ecmascript"] as const;

/** Token kinds. */
export const tokenKinds = [
  "choice",
  "sequence",
  "text",
  "any",
  "set",
  "property",
  "class",
  "group",
  "look",
  "assertion",
  "backreference",
  "quantifier",
] as const;

/** Safety verdicts. */
export const verdicts = ["safe", "vulnerable", "unknown"] as const;

/** Bases of a verdict. */
export const evidences = ["proof", "search", "attack"] as const;

/** Growth of the matching time with the length of the text. */
export const complexities = ["linear", "polynomial", "exponential"] as const;

/** Throws on invalid flags. */
export function checkFlags(flags: string): void {
  const known = [...flags].every((flag) => "dgimsuvy".includes(flag));
  const problem = !known
    ? "must consist of d, g, i, m, s, u, v and y"
    : new Set(flags).size < flags.length
      ? "must not repeat a flag"
      : flags.includes("u") && flags.includes("v")
        ? "must not have both u and v"
        : undefined;
  if (problem)
    throw dev.error("invalid_input", `body.flags ${problem}: it is ${JSON.stringify(flags)}`, {
      at: "body.flags",
    });
}
