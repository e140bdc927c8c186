import type { Received } from "../read/read-xml.ts";
import { codeRules } from "./codes.ts";
import { coreRules } from "./core.ts";
import { peppolRules, peppolRulesInXrechnung } from "./peppol.ts";
import type { Rule } from "./rule.ts";
import { ublRules } from "./ubl-syntax.ts";
import { vatRules } from "./vat.ts";
import { xrechnungRules } from "./xrechnung.ts";

/** Rule sets: EN 16931 alone, or with one of its national or network specifications. */
export type RuleSet = "en16931" | "xrechnung" | "peppol";

/** A rule that an invoice violates. */
export interface Finding {
  /** Rule name: `BR-CO-15`. */
  rule: string;
  isWarning: boolean;
  /** Business term: `BT-31`. */
  term: string;
  /** Path in the invoice: `lines.0.net`. */
  path: string;
  requirement: string;
}

const en16931: readonly Rule[] = [...coreRules, ...vatRules, ...codeRules, ...ublRules];

/** Rules by rule set. */
export const ruleSets: Readonly<Record<RuleSet, readonly Rule[]>> = {
  en16931,
  xrechnung: [...en16931, ...xrechnungRules, ...peppolRulesInXrechnung],
  peppol: [...en16931, ...peppolRules],
};

/** Returns the rule set that an invoice declares to follow. */
export function detectRuleSet(specification = ""): RuleSet {
  if (specification.includes(":xrechnung")) return "xrechnung";
  return specification.includes("urn:fdc:peppol.eu") ? "peppol" : "en16931";
}

/** Checks an invoice against a rule set. Reports each rule once per field. */
export function checkRules(
  received: Received,
  ruleSet: RuleSet,
): { rules: number; findings: Finding[] } {
  const rules = ruleSets[ruleSet];
  const findings = rules.flatMap((rule) =>
    rule.findViolations(received).map((path) => ({
      rule: rule.id,
      isWarning: rule.isWarning ?? false,
      term: rule.term,
      path,
      requirement: rule.requirement,
    })),
  );
  return { rules: new Set(rules.map(({ id }) => id)).size, findings };
}
