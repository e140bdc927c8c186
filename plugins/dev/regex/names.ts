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
