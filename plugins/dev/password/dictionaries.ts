import type { ZxcvbnFactory } from "@zxcvbn-ts/core";
import { openWords } from "hub/data-file";

const lists = openWords(new URL("./dictionaries.txt", import.meta.url), ["common words"])();

/** Word lists of a language, by their names in its package. */
type WordLists = Readonly<Record<string, readonly string[]>>;

/** The word lists that passwords are checked against. */
export interface Dictionaries {
  /** Knows common passwords, English and ten other languages. */
  full: ZxcvbnFactory;
  /** Knows common passwords and English. Its time on a long password is a sixth. */
  getEnglish(): ZxcvbnFactory;
  /** Rank of each common password, starting at 1. */
  rankByPassword: ReadonlyMap<string, number>;
}

const languages = {
  cs: () => import("@zxcvbn-ts/language-cs"),
  de: () => import("@zxcvbn-ts/language-de"),
  es: () => import("@zxcvbn-ts/language-es-es"),
  fi: () => import("@zxcvbn-ts/language-fi"),
  fr: () => import("@zxcvbn-ts/language-fr"),
  id: () => import("@zxcvbn-ts/language-id"),
  it: () => import("@zxcvbn-ts/language-it"),
  nl: () => import("@zxcvbn-ts/language-nl-be"),
  pl: () => import("@zxcvbn-ts/language-pl"),
  pt: () => import("@zxcvbn-ts/language-pt-br"),
} as const;

/** Loads 700,000 words. That takes longer than checking a typical password. */
export async function loadDictionaries(): Promise<Dictionaries> {
  const [{ ZxcvbnFactory }, common, english, ...others] = await Promise.all([
    import("@zxcvbn-ts/core"),
    import("@zxcvbn-ts/language-common"),
    import("@zxcvbn-ts/language-en"),
    ...Object.entries(languages).map(async ([code, load]) =>
      mergeLists(code, (await load()).dictionary as WordLists),
    ),
  ]);
  const { dictionary } = common;
  let forLong: ZxcvbnFactory | undefined;
  const base = { ...dictionary, ...english.dictionary };
  const options = {
    graphs: { ...common.adjacencyGraphs, jcuken: buildGraph(jcuken) },
    translations: english.translations,
    // A third of the default. With it, 256 characters with two readings each took three seconds.
    l33tMaxSubstitutions: 32,
  };
  return {
    full: new ZxcvbnFactory({
      dictionary: Object.assign({ ...base, "common-words": commonWords }, ...others),
      ...options,
    }),
    getEnglish: () => (forLong ??= new ZxcvbnFactory({ dictionary: base, ...options })),
    rankByPassword: new Map(dictionary["passwords-common"].map((word, index) => [word, index + 1])),
  };
}

/**
 * Merges the lists of a language into words and names, the most frequent first. The packages share names of lists, and
 * the time of a check grows with the number of lists.
 */
function mergeLists(code: string, lists: WordLists): Record<string, string[]> {
  const select = (pattern: RegExp) =>
    Object.entries(lists).flatMap(([name, words]) => (pattern.test(name) ? [words] : []));
  return {
    [`words-${code}`]: interleave(select(/^(?:commonWords|wikipedia)/)),
    [`names-${code}`]: interleave(select(/names/i)),
  };
}

function interleave(lists: readonly (readonly string[])[]): string[] {
  const merged = new Set<string>();
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  for (let index = 0; index < longest; index++)
    for (const list of lists) {
      const word = list[index];
      if (word !== undefined) merged.add(word);
    }
  return [...merged];
}

/** Words of the most common passwords in languages without a list: Russian, Ukrainian, Turkish, Japanese and others. */
const commonWords = [...lists["common words"]];

/** The rows of the Russian keyboard: each key in lower and upper case, from the left. */
const jcuken = [
  'ёЁ 1! 2" 3№ 4; 5% 6: 7? 8* 9( 0) -_ =+',
  "йЙ цЦ уУ кК еЕ нН гГ шШ щЩ зЗ хХ ъЪ \\/",
  "фФ ыЫ вВ аА пП рР оО лЛ дД жЖ эЭ",
  "яЯ чЧ сС мМ иИ тТ ьЬ бБ юЮ .,",
];

type Graph = Record<string, (string | null)[]>;

/** Lists the six neighbours of each key of a keyboard whose rows are shifted by half a key. */
function buildGraph(rows: readonly string[]): Graph {
  const keys = rows.map((row) => row.split(" "));
  // The digits start one key further to the left than the letters.
  const keyAt = (row: number, column: number) =>
    keys[row]?.[row === 0 ? column + 1 : column] ?? null;
  const graph: Graph = {};
  for (const [row, names] of keys.entries())
    for (const [index, name] of names.entries()) {
      const column = row === 0 ? index - 1 : index;
      const neighbours = [
        keyAt(row, column - 1),
        keyAt(row - 1, column),
        keyAt(row - 1, column + 1),
        keyAt(row, column + 1),
        keyAt(row + 1, column),
        keyAt(row + 1, column - 1),
      ];
      for (const character of name) graph[character] = neighbours;
    }
  return graph;
}
