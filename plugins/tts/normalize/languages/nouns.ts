import { openTable } from "hub/data-file";
import type { Language, Noun } from "./speller.ts";

const gender = ["", "m", "f", "n", "c"] as const;

/** The names of symbols, currencies and units in each language. */
const readTable = openTable(
  new URL("./nouns.tsv", import.meta.url),
  {
    language: "text",
    kind: ["word", "currency", "unit"],
    name: "text",
    gender,
    forms: "optional",
    minorGender: gender,
    minorForms: "optional",
  },
  { unique: ["language", "kind", "name"] },
);

/** Returns the names of symbols, currencies and units in a language. */
export function readNouns(language: string): Pick<Language, "words" | "currencies" | "units"> {
  const words: Record<string, string> = {};
  const currencies: Record<string, readonly [Noun, Noun?]> = {};
  const units: Record<string, Noun> = {};
  for (const row of readTable()) {
    if (row.language !== language) continue;
    const { kind, name, forms = "" } = row;
    const noun = toNoun(row.gender, forms);
    if (kind === "word") words[name] = forms;
    else if (kind === "unit") units[name] = noun;
    else if (row.minorForms === undefined) currencies[name] = [noun];
    else currencies[name] = [noun, toNoun(row.minorGender, row.minorForms)];
  }
  return { words: words as Language["words"], currencies, units };
}

function toNoun(gender: string, forms: string): Noun {
  return [gender as Noun[0], forms];
}
