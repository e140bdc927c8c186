import type { Profile } from "./guidelines.ts";
import type { Model } from "./model.ts";
import { partyRules } from "./rules-parties.ts";
import { sumRules } from "./rules-sums.ts";
import { taxRules } from "./rules-tax.ts";
import { xrechnungRules } from "./rules-xrechnung.ts";

/** A rule that an invoice breaks. */
export interface Violation {
  /** Its name in EN 16931 or XRechnung: `BR-CO-15`. */
  rule: string;
  message: string;
  /** Where in the request it may be mended. */
  path: string;
}

/** Checks an invoice against the rules of its profile. */
export function checkRules(
  model: Model,
  profile: Profile,
): { rules: number; violations: Violation[] } {
  const rules = [
    ...partyRules,
    ...sumRules,
    ...taxRules,
    ...(profile === "xrechnung" ? xrechnungRules : []),
  ];
  const violations = rules.flatMap(({ id, says, path, broken }) =>
    broken(model).map((index) => ({ rule: id, message: says, path: path(index) })),
  );
  return { rules: rules.length, violations };
}
