import type { Caller } from "../doors.ts";
import type { Link, Rule } from "../link/link.ts";
import { parseLocale } from "../link/rules.ts";
import { parseUserAgent } from "../stats/agents.ts";
import { findCountry } from "../stats/clicks.ts";

const mobiles = ["ios", "android"];
const desktops = ["windows", "macos", "linux", "chromeos"];

/** Returns the target of the first rule that applies to a visitor, or that of the link itself. */
export async function chooseTarget(
  { url, rules = [] }: Link,
  { address, userAgent, acceptLanguage = "" }: Caller,
  now: number,
): Promise<string> {
  if (rules.length === 0) return url;
  const system = parseUserAgent(userAgent).system.toLowerCase();
  const kind = mobiles.includes(system) ? "mobile" : desktops.includes(system) ? "desktop" : "";
  const preferred = findPreferredLanguage(acceptLanguage);
  const needsCountry = rules.some(({ countries }) => countries);
  const country = needsCountry ? await findCountry(address) : null;
  const applies = ({ countries, devices, languages, from, until }: Rule) =>
    (from === undefined || now >= from) &&
    (until === undefined || now < until) &&
    (!countries || (country !== null && countries.includes(country))) &&
    (!devices || devices.some((device) => device === system || device === kind)) &&
    (!languages || languages.some((tag) => includesLanguage(tag, preferred)));
  return rules.find(applies)?.url ?? url;
}

/** Returns the language with the highest weight in `Accept-Language`: the first one if several have it. */
function findPreferredLanguage(header: string): Intl.Locale | undefined {
  let best: { locale: Intl.Locale; weight: number } | undefined;
  for (const part of header.split(",", partsMax)) {
    const [tag = "", quality = ""] = part.split(";");
    const weight = /^\s*q\s*=/i.test(quality) ? Number(quality.split("=")[1]) : 1;
    if (!(weight > (best?.weight ?? 0))) continue;
    // Undefined for any language ("*").
    const locale = parseLocale(tag.trim())?.maximize();
    if (locale) best = { locale, weight };
  }
  return best?.locale;
}

const partsMax = 20;

/** Returns whether a language tag such as `pt` or `pt-BR` includes a language with script and region. */
function includesLanguage(tag: string, one: Intl.Locale | undefined): boolean {
  const { language, script, region } = new Intl.Locale(tag);
  return (
    language === one?.language &&
    (script === undefined || script === one.script) &&
    (region === undefined || region === one.region)
  );
}
