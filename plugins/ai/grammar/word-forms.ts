import { asTable } from "hub";
import { openTable, openWords } from "hub/data-file";
import { inflect } from "../text/inflect.ts";

const readLists = openWords(new URL("./words.txt", import.meta.url), [
  "verbs",
  "regular verbs",
  "other verbs",
  "verbs that are no nouns",
  "past forms with other meanings",
  "nouns of patterns",
  "short adjectives",
  "adjectives that double the last letter",
  "long adjectives",
  "cities",
  "relatives",
  "days",
  "months",
  "countable nouns",
  "nouns that often stand without an article",
  "nouns that are nearly always plural",
  "nouns without a plural",
  "adjectives",
]);

const readForms = openTable(
  new URL("./forms.tsv", import.meta.url),
  { form: "text", word: "text", other: "text" },
  { unique: ["form", "word"] },
);

type Forms = ReadonlyMap<string, string>;

/** The words that patterns name, and their forms. */
interface Vocabulary {
  /** The lists that patterns name in braces, as alternatives of an expression. */
  patterns: ReadonlyMap<string, string>;
  /** Irregular forms, by the name of the form. */
  irregular: ReadonlyMap<string, Forms>;
  /** The base form, third person, past, participle and form in "-ing" of a verb, by any of them. */
  verbs: ReadonlyMap<string, readonly string[]>;
  plurals: Forms;
  singulars: Forms;
  comparatives: Forms;
}

let vocabulary: Vocabulary | undefined;

function loadVocabulary(): Vocabulary {
  vocabulary ??= buildVocabulary();
  return vocabulary;
}

function buildVocabulary(): Vocabulary {
  const lists = readLists();
  const irregular = new Map<string, Map<string, string>>();
  for (const { form, word, other } of readForms())
    irregular.set(form, (irregular.get(form) ?? new Map()).set(word, other));
  const getPlural = (noun: string) =>
    irregular.get("irregularplural")?.get(noun) ?? pluralize(noun);
  const plurals = new Map(Array.from(lists["countable nouns"], (noun) => [noun, getPlural(noun)]));
  const compared = Array.from(
    lists["short adjectives"],
    (adjective) =>
      [
        adjective,
        trimAdjective(adjective, lists["adjectives that double the last letter"]),
      ] as const,
  );
  const verbs = ["do", ...lists.verbs, ...lists["verbs that are no nouns"]];
  const allVerbs = [...verbs, ...lists["regular verbs"]];
  const patterns = new Map<string, Iterable<string>>([
    ["verb", lists.verbs],
    ["plainVerb", lists["verbs that are no nouns"]],
    ["thirdVerb", verbs.slice(1).map(getThird)],
    [
      "pastVerb",
      allVerbs
        .slice(1)
        .map((verb) => inflect(verb)[2])
        .filter((past) => !lists["past forms with other meanings"].has(past)),
    ],
    ["ingVerb", allVerbs.slice(1).map((verb) => inflect(verb)[4])],
    ["single", lists["nouns of patterns"]],
    ["shortAdjective", lists["short adjectives"]],
    ["comparative", ["better", "worse", ...compared.map(([, trunk]) => `${trunk}er`)]],
    ["superlative", ["best", "worst", ...compared.map(([, trunk]) => `${trunk}est`)]],
    ["longAdjective", lists["long adjectives"]],
    ["kin", lists.relatives],
    ["day", lists.days],
    ["month", lists.months],
  ]);
  return {
    patterns: new Map([
      ...Array.from(patterns, ([name, words]) => [name, `(?:${joinWords(words)})`] as const),
      ["city", `(?-i:${joinWords(lists.cities)})`],
      ["end", String.raw`(?= *[.,;:!?\n]| *$)`],
    ]),
    irregular,
    verbs: indexVerbs([...allVerbs, ...lists["other verbs"]]),
    plurals,
    singulars: new Map(Array.from(plurals, ([one, many]) => [many, one])),
    comparatives: new Map(compared.map(([adjective, trunk]) => [adjective, `${trunk}er`])),
  };
}

function joinWords(words: Iterable<string>): string {
  return [...new Set(words)].join("|");
}

function getThird(verb: string): string {
  return verb === "have" ? "has" : inflect(verb)[1];
}

function pluralize(noun: string): string {
  if (/(?:[sx]|ch|sh)$/.test(noun)) return `${noun}es`;
  return /[^aeiou]y$/.test(noun) ? `${noun.slice(0, -1)}ies` : `${noun}s`;
}

/** Returns a short adjective as it stands before "er" and "est": "bigg" and "happi". */
function trimAdjective(adjective: string, doubled: ReadonlySet<string>): string {
  if (doubled.has(adjective)) return adjective + adjective.slice(-1);
  return adjective.replace(/([^aeiou])y$/, "$1i").replace(/e$/, "");
}

/** Returns the forms of verbs by any of their forms. A form of two verbs stands for the first. */
function indexVerbs(verbs: readonly string[]): Map<string, readonly string[]> {
  const index = new Map<string, readonly string[]>();
  for (const verb of verbs) {
    const [base, , past, participle, ing] = inflect(verb);
    const forms = [base, getThird(verb), past, participle, ing];
    for (const form of forms) if (!index.has(form)) index.set(form, forms);
  }
  for (const form of ["am", "is", "are", "be"])
    index.set(form, ["be", "is", form === "are" ? "were" : "was", "been", "being"]);
  index.set("were", ["be", "was", "were", "been", "being"]);
  return index;
}

/** Replaces the names of lists in a pattern with their words. */
export function expandLists(pattern: string): string {
  const { patterns } = loadVocabulary();
  return pattern.replaceAll(
    /\{([a-zA-Z]+)\}/g,
    (whole, name: string) => patterns.get(name) ?? whole,
  );
}

/**
 * Returns another form of a word or phrase, by the name that the replacements of rules use. Returns `undefined` if it
 * isn't of the class that the form needs, and then it is no mistake.
 */
export function changeForm(name: string, phrase: string): string | undefined {
  const form = forms[name];
  if (!form) throw new Error(`Cannot find the form "${name}" of words`);
  return form(phrase);
}

type WordForm = (phrase: string) => string | undefined;

function findIrregular(form: string, word: string): string | undefined {
  return loadVocabulary().irregular.get(form)?.get(word.toLowerCase());
}

/** Returns a form of a verb by any of its forms, or the word itself if the verb is unknown. */
const inflectTo =
  (index: 0 | 1 | 2 | 3 | 4): WordForm =>
  (word) =>
    loadVocabulary().verbs.get(word.toLowerCase())?.[index] ?? word;

/** Returns a form of a verb if the word is one of its forms `from`. */
const known =
  (index: 0 | 1 | 3 | 4, from: readonly number[]): WordForm =>
  (word) => {
    const verb = loadVocabulary().verbs.get(word.toLowerCase());
    const right = verb?.[index];
    if (!right || !from.some((one) => verb[one] === word.toLowerCase())) return undefined;
    return right === word.toLowerCase() && index !== 0 ? undefined : right;
  };

/** Returns an irregular form, or the word itself. */
const pick =
  (form: string): WordForm =>
  (word) =>
    findIrregular(form, word) ?? word;

const isCountable = (noun: string) => loadVocabulary().plurals.has(noun);
const isCounted = (noun: string) =>
  isCountable(noun) && !readLists()["nouns that often stand without an article"].has(noun);
const isPlural = (noun: string) =>
  loadVocabulary().singulars.has(noun) ||
  readLists()["nouns that are nearly always plural"].has(noun);

/** Changes a phrase of known adjectives, or none, and a noun of a class. */
const when =
  (isNoun: (noun: string) => boolean, form: WordForm = (phrase) => phrase): WordForm =>
  (phrase) => {
    const words = phrase.toLowerCase().split(" ");
    const fits =
      isNoun(words.at(-1) ?? "") &&
      words.slice(0, -1).every((word) => readLists().adjectives.has(word));
    return fits ? form(phrase) : undefined;
  };

const changeLast =
  (form: (word: string) => string | undefined): WordForm =>
  (phrase) => {
    const at = phrase.lastIndexOf(" ") + 1;
    const word = phrase.slice(at);
    return phrase.slice(0, at) + (form(word) ?? word);
  };

const toPlural = changeLast((noun) => loadVocabulary().plurals.get(noun.toLowerCase()));

/** Checks the noun of a subject. A pronoun is always one. */
const subject =
  (isNoun: (noun: string) => boolean): WordForm =>
  (phrase) => {
    const [first = "", second] = phrase.split(" ");
    if (second === undefined) return phrase.toLowerCase() === "i" ? "I" : phrase.toLowerCase();
    return isNoun(second.toLowerCase()) ? `${first} ${second}` : undefined;
  };

/** Writes "a" or "an" before a phrase. */
function addArticle(phrase: string): string {
  const isAn =
    /^(?:[aeio]|u[^ns]|un[^i]|hour|honest)/i.test(phrase) && !/^(?:one|once|eu)/i.test(phrase);
  return `${isAn ? "an" : "a"} ${phrase}`;
}

const forms: Readonly<Record<string, WordForm>> = asTable({
  a: addArticle,
  aany: when(isCounted, addArticle),
  adjective: (word) => (readLists().adjectives.has(word.toLowerCase()) ? word : undefined),
  adverb: (word) =>
    word.toLowerCase() === "good" ? "well" : `${word.replace(/([^aeiou])y$/, "$1i")}ly`,
  age: (phrase) =>
    /^i /i.test(phrase)
      ? "I am"
      : changeLast((verb) => (/^has$/i.test(verb) ? "is" : /^have$/i.test(verb) ? "are" : verb))(
          phrase,
        ),
  any: pick("any"),
  base: inflectTo(0),
  can: pick("can"),
  capital: (word) => word.replaceAll(/(?<!\p{L})\p{Ll}/gu, (letter) => letter.toUpperCase()),
  comparative: (word) => loadVocabulary().comparatives.get(word.toLowerCase()) ?? word,
  counttomany: when(isCounted, toPlural),
  haveof: (word) => (/^(?:he|she|it|my .*)$/i.test(word) ? "has" : "have"),
  ing: inflectTo(4),
  ingof: known(4, [0, 4]),
  irregular: (word) => findIrregular("irregular", word),
  knownbase: known(0, [0, 1]),
  many: changeLast((noun) => findIrregular("irregularplural", noun) ?? pluralize(noun)),
  manysubject: subject(isPlural),
  manytoone: when(
    (noun) => loadVocabulary().singulars.has(noun),
    changeLast((noun) => loadVocabulary().singulars.get(noun.toLowerCase())),
  ),
  nominative: pick("nominative"),
  noun: when(
    (noun) =>
      isCountable(noun) || isPlural(noun) || readLists()["nouns without a plural"].has(noun),
  ),
  object: pick("object"),
  one: when(isCountable),
  onesubject: subject(isCountable),
  onetomany: when(isCountable, toPlural),
  participle: inflectTo(3),
  past: inflectTo(2),
  plural: (word) => findIrregular("tobe", word) ?? inflectTo(0)(word),
  plurals: when(isPlural),
  ppof: known(3, [0, 1]),
  realpast: (word) => findIrregular("realpast", word),
  singular: pick("singular"),
  tell: pick("tell"),
  thesethose: pick("thesethose"),
  third: inflectTo(1),
  thirdof: known(1, [0, 4]),
});
