import { openTable } from "hub/data-file";

/** The parts of a lexicon. A reversing phrase is one such as "far from". */
const parts = [
  "word",
  "phrase",
  "reversing",
  "negation",
  "intensifier",
  "verb",
  "contrast",
  "diminisher",
  "never",
  "better",
] as const;

const languages = ["de", "es", "fr", "it", "nl", "pt"] as const;

const tables = new Map<string, ReturnType<typeof openLexicon>>(
  languages.map((language) => [language, openLexicon(language)]),
);

/** Opens the file of a language: adding a language is adding a file. */
function openLexicon(language: string) {
  return openTable(
    new URL(`./lexicons/${language}.tsv`, import.meta.url),
    { part: parts, rating: "optional", words: "text" },
    { unique: ["part", "rating", "words"] },
  );
}

interface Lexicon {
  exact: ReadonlyMap<string, number>;
  stems: ReadonlyMap<string, number>;
  negations: ReadonlySet<string>;
  intensifiers: ReadonlySet<string>;
  verbs: readonly string[];
  /** Phrases by their first word, longest first. */
  phrases: ReadonlyMap<string, readonly Phrase[]>;
  never: ReadonlySet<string>;
  better: ReadonlySet<string>;
  /** Words such as "but". */
  contrasts: ReadonlySet<string>;
  /** Words such as "a little". */
  diminishers: ReadonlySet<string>;
}

/** A set phrase. Without a rating, it reverses the next one. */
export interface Phrase {
  words: readonly string[];
  rating: number | undefined;
}

const read = new Map<string, Lexicon>();

/** Returns the lexicon of a language, or undefined if there is none. */
export function findLexicon(language: string): Lexicon | undefined {
  const rows = tables.get(language)?.();
  if (!rows) return undefined;
  const known = read.get(language);
  if (known) return known;
  const list = (part: (typeof parts)[number]) =>
    rows
      .filter((row) => row.part === part)
      .flatMap(({ rating, words }) =>
        words
          .split(" ")
          .map((word) => ({ word, rating: rating === undefined ? undefined : Number(rating) })),
      );
  const collect = (part: (typeof parts)[number]) => new Set(list(part).map(({ word }) => word));
  const rated = list("word").map(({ word, rating = 0 }) => [word, rating] as const);
  const lexicon = {
    exact: new Map(rated.filter(([word]) => !word.endsWith("*"))),
    stems: new Map(
      rated
        .filter(([word]) => word.endsWith("*"))
        .map(([word, rating]) => [word.slice(0, -1), rating]),
    ),
    negations: collect("negation"),
    intensifiers: collect("intensifier"),
    verbs: [...collect("verb")],
    phrases: indexPhrases(
      [...list("phrase"), ...list("reversing")].map(({ word, rating }) => ({
        words: word.split("_"),
        rating,
      })),
    ),
    contrasts: collect("contrast"),
    diminishers: collect("diminisher"),
    never: collect("never"),
    better: collect("better"),
  };
  read.set(language, lexicon);
  return lexicon;
}

function indexPhrases(all: readonly Phrase[]): Lexicon["phrases"] {
  const byStart = Object.groupBy(all, ({ words }) => (words[0] ?? "").replace("*", "").slice(0, 2));
  return new Map(
    Object.entries(byStart).map(([start, some = []]) => [
      start,
      some.toSorted((a, b) => b.words.length - a.words.length),
    ]),
  );
}

/** Returns the longest phrase that begins with the first of some words. */
export function findPhrase({ phrases }: Lexicon, words: readonly string[]): Phrase | undefined {
  const candidates = phrases.get((words[0] ?? "").slice(0, 2)) ?? [];
  return candidates.find((phrase) =>
    phrase.words.every((pattern, index) => matchesWord(pattern, words[index])),
  );
}

function matchesWord(pattern: string, word: string | undefined): boolean {
  if (word === undefined) return false;
  return pattern.endsWith("*") ? word.startsWith(pattern.slice(0, -1)) : word === pattern;
}

/** Letters that an ending has at most. */
const endingMax = 4;

/** Returns the rating of a word: of its exact form, or of its stem with a short ending. */
export function findRating({ exact, stems }: Lexicon, word: string): number | undefined {
  const rating = exact.get(word);
  if (rating !== undefined) return rating;
  // "Contentísima", "preparatissimo": a superlative has the rating of its adjective.
  const [, base = ""] = /^(\p{L}{3,14}?)(?:[ií]s{1,2}im[oaie]s?)$/u.exec(word) ?? [];
  const plain = base === "" ? undefined : findPlain({ exact, stems }, base);
  if (plain !== undefined) return Math.sign(plain) * 3;
  for (let end = word.length; end >= Math.max(3, word.length - endingMax); end--) {
    const found = stems.get(word.slice(0, end));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Returns the rating of an adjective without its ending. */
function findPlain({ exact, stems }: Pick<Lexicon, "exact" | "stems">, base: string) {
  return ["o", "a", "e", ""]
    .map((end) => exact.get(base + end) ?? stems.get(base + end))
    .find((one) => one !== undefined);
}

/** Whether a word is a verb that its negation follows. */
export function takesLateNegation({ verbs }: Lexicon, word: string): boolean {
  return verbs.some((verb) =>
    verb.endsWith("*") ? word.startsWith(verb.slice(0, -1)) : word === verb,
  );
}
