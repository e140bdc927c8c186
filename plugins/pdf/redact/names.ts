import { openWords } from "hub/data-file";
import { foldCase, plain } from "../text/normalise.ts";
import type { Finder, TextRange } from "./presets.ts";

/** The finders of a person's name. */
export interface NameFinders {
  /** Finds the name with middle names, with initials, and with the last name first. */
  find: Finder;
  /** Finds its words near each other, with words between them that may belong to it. */
  findNear: Finder;
}

const { particles, conjunctions } = openWords(new URL("./names.txt", import.meta.url), [
  "particles",
  "conjunctions",
])();

/** The maximum number of words of a name. */
const wordsMax = 5;

/** Returns the finders of a term that may be a name, or undefined for other terms. */
export function buildNameFinders(
  term: string,
  { caseSensitive }: { caseSensitive: boolean },
): NameFinders | undefined {
  const isName = /^[\p{L}\p{M}'’. ,-]+$/u.test(term);
  const words = isName ? listWords(term.replace(/\s+/g, " ")) : [];
  if (words.length < 2 || words.length > wordsMax || words.some(({ text }) => text.length < 2))
    return undefined;
  const fold = (text: string) =>
    caseSensitive ? plain(text, "NFKD") : foldCase(plain(text, "NFKD"));
  const isInverted = /^\S+, /.test(term);
  const ordered = isInverted ? [...words.slice(1), words[0]!] : words;
  const name = ordered.map(({ text }) => fold(text));
  const search = (find: (words: readonly Word[], at: number, name: Name) => number | undefined) => {
    return (text: string) => {
      const all = listWords(text);
      return all.flatMap((word, at): TextRange[] => {
        const last = find(all, at, { name, fold });
        return last === undefined ? [] : [{ start: word.start, end: all[last]!.end }];
      });
    };
  };
  return {
    find: search((all, at, own) => findForward(all, at, own) ?? findInverted(all, at, own)),
    findNear: search(findNear),
  };
}

interface Name {
  /** The folded words, the last name last. */
  name: readonly string[];
  fold: (text: string) => string;
}

/** A word, with the text between it and the word before. */
interface Word extends TextRange {
  text: string;
  gap: string;
  isInitial: boolean;
  isCapital: boolean;
}

/** The words listed last: all names are searched for in the same text. */
let last = { text: "", words: [] as Word[] };

function listWords(text: string): Word[] {
  if (last.text === text) return last.words;
  let from = 0;
  const words = [...text.matchAll(/\p{L}[\p{L}\p{M}'’]*/gu)].map((match): Word => {
    const [own] = match;
    const isInitial = own.length === 1 && text[match.index + 1] === ".";
    const end = match.index + own.length + (isInitial ? 1 : 0);
    const gap = text.slice(from, match.index);
    from = end;
    return { text: own, gap, start: match.index, end, isInitial, isCapital: /^\p{Lu}/u.test(own) };
  });
  last = { text, words };
  return words;
}

const isPlain = ({ gap }: Word) => /^(?:[ \n]?|-\n?)$/.test(gap);
const opens = ({ gap }: Word) => /^[ \n]["“„«(]$/u.test(gap);
const closes = ({ gap }: Word) => /^["”“»)][ \n]$/u.test(gap);

/** The maximum numbers of words between those of a name: all, and full names among them. */
const [betweenMax, middleMax] = [3, 1];

/** Returns the last word of a name that starts with a word of a text: "Anna M. Lee", "A. Lee". */
function findForward(all: readonly Word[], at: number, { name, fold }: Name): number | undefined {
  const isWord = (word: Word, nth: number) =>
    fold(word.text) === name[nth] ||
    (word.isInitial && nth < name.length - 1 && fold(word.text) === name[nth]?.charAt(0));
  const first = all[at];
  if (!first?.isCapital || !isWord(first, 0)) return undefined;
  let nth = 1;
  let isOpen = false;
  let [between, middle] = [0, 0];
  for (let index = at + 1; index < all.length; index++) {
    const word = all[index]!;
    if (opens(word)) isOpen = true;
    else if (closes(word) && isOpen) isOpen = false;
    else if (!isPlain(word)) return undefined;
    if (!isOpen && word.isCapital && isWord(word, nth)) {
      nth++;
      if (nth < name.length) continue;
      const isWrapped = all.slice(at + 1, index + 1).some(({ gap }) => gap.includes("\n"));
      return middle > 0 && isWrapped && !isInProse(all, at) ? undefined : index;
    }
    between++;
    if (!isOpen && !word.isInitial && !particles.has(word.text)) {
      if (!word.isCapital) return undefined;
      middle++;
    }
    if (between > betweenMax || middle > middleMax) return undefined;
  }
  return undefined;
}

/** Returns whether a word follows another in a sentence, and isn't the first of a line. */
function isInProse(all: readonly Word[], at: number): boolean {
  const [before, own] = [all[at - 1], all[at]];
  return before !== undefined && !before.isCapital && /^,? $/.test(own?.gap ?? "");
}

/** Returns the last word of a name whose last name comes first: "Lee, Anna M.". */
function findInverted(all: readonly Word[], at: number, { name, fold }: Name): number | undefined {
  const firstNames = name.length - 1;
  const [own, ...others] = all.slice(at, at + name.length);
  if (!own?.isCapital || fold(own.text) !== name.at(-1) || others.length < firstNames) return;
  if (!/^,[ \n]$/.test(others[0]?.gap ?? "")) return undefined;
  const isSame = others.every(({ text, isInitial, ...word }, nth) => {
    const isOwn = fold(text) === name[nth] || (isInitial && fold(text) === name[nth]?.charAt(0));
    return isOwn && (nth === 0 || isPlain({ text, isInitial, ...word }));
  });
  if (!isSame) return undefined;
  let end = at + firstNames;
  while (all[end + 1]?.isInitial && isPlain(all[end + 1]!)) end++;
  // In "Peter Lee, Anna Smith" the words belong to two names.
  const isName = (word: Word | undefined) => word?.isCapital === true && !word.isInitial;
  const [following] = all.slice(end + 1, end + 2);
  const isBetween = isName(all[at - 1]) && isPlain(own) && isName(following) && isPlain(following!);
  return isBetween ? undefined : end;
}

/** Returns the last word of a name with other words in between: "Anna and Bob Lee", "Anna née Kim Lee". */
function findNear(all: readonly Word[], at: number, { name, fold }: Name): number | undefined {
  if (!all[at]?.isCapital || fold(all[at].text) !== name[0]) return undefined;
  const [, next] = all.slice(at, at + 2);
  // "Anna Kim and Bob Lee" are two names.
  if (!next || (next.isCapital && !opens(next))) return undefined;
  if (!conjunctions.has(next.text) && !opens(next)) return undefined;
  for (let index = at + 1; index <= at + betweenMax + 1; index++) {
    const word = all[index];
    if (!word || !(isPlain(word) || opens(word) || closes(word))) return undefined;
    if (word.isCapital && fold(word.text) === name.at(-1)) return index;
  }
  return undefined;
}
