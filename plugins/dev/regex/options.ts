import dev from "../plugin.ts";

/** Which engine a caller may ask for. */
export const engineNames = ["auto", "re2", "ecmascript"] as const;

/** What a token can be. */
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

/** What a search may be. */
export const verdicts = ["safe", "vulnerable", "unknown"] as const;

/** How the time of a search may grow with its text. */
export const complexities = ["linear", "polynomial", "exponential"] as const;

/** Refuses flags that no regular expression can have. */
export function checkFlags(flags: string): void {
  const known = [...flags].every((flag) => "dgimsuvy".includes(flag));
  const fault = !known
    ? "must be of d, g, i, m, s, u, v and y"
    : new Set(flags).size < flags.length
      ? "must not name a flag twice"
      : flags.includes("u") && flags.includes("v")
        ? "must not have both u and v"
        : undefined;
  if (fault)
    throw dev.error("invalid_input", `body.flags ${fault}: it is ${JSON.stringify(flags)}`, {
      at: "body.flags",
    });
}
