import { asTable } from "hub";
import { openWords } from "hub/data-file";
import { parseRule, type Rule } from "./rules.ts";

/** Grammatical gender: masculine or common, feminine, neuter. */
export type Gender = "m" | "f" | "n";

/** A unit or a currency: its gender and its forms. After `c`, numbers are as in counting. */
export type Noun = readonly [Gender | "c", Forms];

/** Forms by number, separated by `|`: one, few, many, and for decimals. Two forms are one and other. */
type Forms = string;

/** The words that every language has. */
const neededWords = [
  "point",
  "minus",
  "plus",
  "to",
  "and",
  "dot",
  "slash",
  "dash",
  "underscore",
  "at",
  "colon",
  "equals",
  "times",
  "number",
  "section",
  "percent",
  "degrees",
  "question",
  "about",
] as const;

/** Sections whose entries are a key and a text. */
const textSections = [
  "settings",
  "words",
  "rule sets",
  "derived",
  "unit genders",
  "currency symbols",
  "ordinal suffixes",
  "code digits",
  "fixed",
  "titles",
  "streets",
  "street endings",
  "labels",
  "oblique",
  "abbreviations",
  "rates",
  "directions",
  "states",
  "letters",
] as const;
/** Sections whose entries are a symbol, its noun, and for currencies the noun of the minor unit. */
const nounSections = ["currencies", "units", "magnitudes"] as const;
/** Sections of rules. Their first template whose conditions hold is the result. */
const ruleSections = [
  "fraction",
  "half",
  "decimal",
  "genitive",
  "genitive year",
  "case",
  "gender",
  "dotted ordinal",
  "day",
  "date",
  "hour",
  "time",
  "year",
  "year phrase",
  "range",
  "roman",
  "attributive",
] as const;

type Texts = Readonly<Record<string, string>>;
/** The name of a section of rules. */
export type RuleSection = (typeof ruleSections)[number];

/** How a language reads numbers, dates and symbols, as its file says. */
export interface Language {
  texts: Readonly<Record<(typeof textSections)[number], Texts>>;
  words: Texts & Readonly<Record<(typeof neededWords)[number], string>>;
  nouns: Readonly<
    Record<(typeof nounSections)[number], Readonly<Record<string, readonly [Noun, Noun?]>>>
  >;
  /** Lists of words by their names. */
  lists: Readonly<Record<string, readonly string[]>>;
  /** Rule sets that CLDR lacks, in its format. */
  numbers: Readonly<Record<string, readonly (readonly string[])[]>>;
  /** Corrections of CLDR's words. */
  repairs: readonly (readonly [RegExp, string])[];
  rules: Readonly<Record<RuleSection, readonly Rule[]>>;
}

const sections = [
  ...textSections,
  ...nounSections,
  "lists",
  "numbers",
  "repairs",
  ...ruleSections,
] as const;

const known = new Map<string, Language>();

/** Returns what the file of a language says. Throws if the file has another form. */
export function readLanguage(code: string): Language {
  const language = known.get(code) ?? parseLanguage(code);
  known.set(code, language);
  return language;
}

function parseLanguage(code: string): Language {
  const entries = openWords(new URL(`./${code}.txt`, import.meta.url), sections)();
  const rows = (name: (typeof sections)[number]) =>
    Array.from(entries[name], (line) => line.split("\t"));
  const table = <Value>(
    name: (typeof sections)[number],
    read: (cells: readonly string[]) => Value,
  ) => asTable(Object.fromEntries(rows(name).map(([key = "", ...cells]) => [key, read(cells)])));
  const record = <Name extends string, Value>(
    names: readonly Name[],
    read: (name: Name) => Value,
  ) => Object.fromEntries(names.map((name) => [name, read(name)])) as Record<Name, Value>;
  const texts = record(textSections, (name) => table(name, ([text = ""]) => text));
  const lists = table("lists", ([words = ""]) => words.split(" "));
  const findList = (name: string) => {
    const list = lists[name];
    if (!list) throw new Error(`"${code}" has no list "${name}"`);
    return list;
  };
  for (const word of neededWords)
    if (texts.words[word] === undefined) throw new Error(`"${code}" has no word "${word}"`);
  return {
    texts,
    words: texts.words as Language["words"],
    nouns: record(nounSections, (name) =>
      table(name, ([major = "", minor]) =>
        minor === undefined ? [parseNoun(major)] : [parseNoun(major), parseNoun(minor)],
      ),
    ),
    lists,
    numbers: groupRules(rows("numbers")),
    repairs: rows("repairs").map(([wrong = "", right = ""]) => [new RegExp(wrong, "gu"), right]),
    rules: record(ruleSections, (name) => rows(name).map((cells) => parseRule(cells, findList))),
  };
}

/** Parses `f Million|Millionen`. */
function parseNoun(text: string): Noun {
  return [text.charAt(0) as Gender, text.slice(2)];
}

/** Returns the rules of each set, in the format of CLDR. */
function groupRules(rows: readonly (readonly string[])[]): Language["numbers"] {
  const sets: Record<string, (readonly string[])[]> = {};
  for (const [name = "", ...rule] of rows) {
    const set = `%${name}`;
    sets[set] = [...(sets[set] ?? []), rule];
  }
  return sets;
}
