import type { TextEntity } from "../recognize/found.ts";
import { readWords } from "../text/word-lists.ts";
import { listCompanies } from "./known-things.ts";
import { noName } from "./name-words.ts";
import { openPatterns } from "./patterns.ts";

let knownPattern: RegExp | undefined;

/** Returns the pattern of a known organisation's name, the longest first. */
function loadKnownPattern(): RegExp {
  if (knownPattern) return knownPattern;
  const longestFirst = [...listCompanies()].toSorted((a, b) => b.length - a.length);
  const names = longestFirst.map((name) => RegExp.escape(name)).join("|");
  knownPattern = new RegExp(`(?<![\\p{L}\\p{N}-])(?:${names})(?![\\p{L}\\p{N}-])`, "gu");
  return knownPattern;
}

const listPatterns = openPatterns(new URL("./organizations.tsv", import.meta.url));
const notCompany = new Set(
  readWords("Herr Frau Herrn Señor Señora Don Doña Meneer Mevrouw Ende Anfang Mitte"),
);

/** Finds organisations in German, Spanish and Dutch by their kind and context, and the best-known ones. */
export function* findOrganizations(text: string, language: string): Generator<TextEntity> {
  const patterns = listPatterns(language);
  for (const { pattern } of patterns)
    for (const match of text.matchAll(pattern)) {
      const found = match.groups?.name ?? "";
      const [first = ""] = found.split(" ");
      if (noName.has(first) || notCompany.has(first)) continue;
      const start = match.index + match[0].indexOf(found);
      yield createOrganization(found, start);
    }
  if (patterns.length > 0)
    for (const match of text.matchAll(loadKnownPattern()))
      yield createOrganization(match[0], match.index);
}

function createOrganization(name: string, start: number): TextEntity {
  return {
    type: "organization",
    start,
    end: start + name.length,
    confidence: 0.93,
    normalized: name,
  };
}
