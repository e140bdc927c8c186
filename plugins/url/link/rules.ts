import type { Static } from "hub";
import url from "../plugin.ts";
import { parseMoment } from "./lifetime.ts";
import type { Rule } from "./link.ts";
import type { ruleBody } from "./link-schema.ts";
import { parseTarget, type TargetOptions } from "./target.ts";

type RuleRequest = Static<typeof ruleBody>;

/** Parses the rules of a link. Throws `invalid_input` if one can never apply, or applies to every visitor. */
export function parseRules(given: readonly RuleRequest[], options: TargetOptions): Rule[] {
  return given.map((rule, index) => parseRule(rule, { ...options, at: `body.rules.${index}` }));
}

function parseRule(
  { url: target, from, until, ...given }: RuleRequest,
  { at, ...options }: TargetOptions & { at: string },
): Rule {
  const conditions: Omit<Rule, "url"> = {
    ...(given.countries && {
      countries: given.countries.map((text, index) =>
        parseCountry(text, `${at}.countries.${index}`),
      ),
    }),
    ...(given.languages && {
      languages: given.languages.map((text, index) =>
        parseLanguage(text, `${at}.languages.${index}`),
      ),
    }),
    ...(given.devices && { devices: given.devices }),
    ...(from !== undefined && { from: parseMoment(from, `${at}.from`) }),
    ...(until !== undefined && { until: parseMoment(until, `${at}.until`) }),
  };
  if (Object.keys(conditions).length === 0)
    throw invalid(at, "must have a condition: countries, devices, languages, from or until");
  if (conditions.until !== undefined && conditions.until <= (conditions.from ?? 0))
    throw invalid(`${at}.until`, `must be later than from: it is "${until}"`);
  return { ...conditions, url: parseTarget(target, { ...options, at: `${at}.url` }) };
}

/** Parses a language tag. Returns undefined if it is invalid. */
export function parseLocale(text: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(text);
  } catch {
    return undefined;
  }
}

function parseLanguage(text: string, at: string): string {
  const tag = parseLocale(text)?.baseName;
  if (tag) return tag;
  throw invalid(at, `must be a language tag, such as de or pt-BR: it is ${JSON.stringify(text)}`);
}

const countries = new Intl.DisplayNames("en", { type: "region", fallback: "none" });

/** Codes that stand for no single country. */
const groups = ["EU", "EZ", "UN", "ZZ"];

function parseCountry(text: string, at: string): string {
  // Also replaces other codes of the same country, such as UK.
  const code = parseLocale(`en-${text}`)?.maximize().region;
  if (code && countries.of(code) && !groups.includes(code)) return code;
  throw invalid(
    at,
    `must be a country code of ISO 3166-1, such as DE: it is ${JSON.stringify(text)}`,
  );
}

function invalid(at: string, what: string) {
  return url.error("invalid_input", `${at} ${what}`, { at });
}
