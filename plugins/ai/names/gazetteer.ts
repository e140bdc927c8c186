import { openWords } from "hub/data-file";
import { readWords } from "../text/word-lists.ts";
import { getBaseLanguage } from "../text/words.ts";

const readCities = openWords(new URL("./cities.txt", import.meta.url), ["cities"]);

// "Turkey", "Chad", "Georgia" and "Jordan" are countries despite their other meanings; these are usually words.
const ambiguous = new Set(["Man", "Chad", "Guinea", "Mali", "Niger", "Togo", "Essen", "Nice"]);
/** Country names that are missing in Unicode CLDR. */
const otherNames = [
  ["Turkey", "TR"],
  ["Czech Republic", "CZ"],
  ["Burma", "MM"],
  ["Holland", "NL"],
] as const;
const byLanguage = new Map<string, ReadonlyMap<string, string>>();

/** Returns the countries of the world by their names in a language, with their ISO 3166-1 codes. */
function countriesIn(language: string): ReadonlyMap<string, string> {
  const code = getBaseLanguage(language);
  const known = byLanguage.get(code);
  if (known) return known;
  const names = new Map<string, string>();
  for (const tag of code === "en" ? ["en"] : ["en", code]) {
    const display = new Intl.DisplayNames([tag], { type: "region", fallback: "none" });
    const short = new Intl.DisplayNames([tag], {
      type: "region",
      style: "short",
      fallback: "none",
    });
    for (const region of regions()) {
      for (const name of [display.of(region), short.of(region)])
        if (name && name !== region) names.set(name, region);
    }
  }
  for (const name of ["USA", "U.S.", "U.S.A.", "United States of America", "America"])
    names.set(name, "US");
  for (const name of ["UK", "U.K.", "Britain", "Great Britain"]) names.set(name, "GB");
  for (const [name, region] of otherNames) names.set(name, region);
  byLanguage.set(code, names);
  return names;
}

// Codes that aren't current countries: unions, shared regions, codes reserved for tests, and codes of ISO 3166-3
// or other uses whose name belongs to a country with another code.
const noCountry = new Set(
  readWords(
    "EU EZ UN QO XA XB ZZ CP TA AC DG EA IC AN BU CS DD DY FX HV NH NT RH SU TP UK VD YD YU ZR",
  ),
);

function* regions(): Generator<string> {
  for (let first = 65; first <= 90; first++)
    for (let second = 65; second <= 90; second++) {
      const region = String.fromCharCode(first, second);
      if (!noCountry.has(region) && !/^X[^K]|^Q/.test(region)) yield region;
    }
}

/** Returns the country code or the name of a place, and the confidence. */
export function findPlace(name: string, language: string) {
  const country = countriesIn(language).get(name);
  const confidence = ambiguous.has(name) ? 0.5 : 0.92;
  if (country) return { type: "location", normalized: country, confidence };
  return readCities().cities.has(name)
    ? { type: "location", normalized: name, confidence: confidence - 0.02 }
    : undefined;
}
