import { openTexts } from "hub/data-file";
import { findPlace } from "../names/gazetteer.ts";
import { firstNames } from "../names/name-words.ts";
import type { Document } from "../text/documents.ts";
import { getStopwords } from "../text/stopwords.ts";
import { readPairs, readWords } from "../text/word-lists.ts";
import { getBaseLanguage } from "../text/words.ts";
import type { Conflict } from "./request.ts";

const texts = openTexts(new URL("./conflicts.txt", import.meta.url), ["negations"])();

/** Longer texts make many statements: one difference doesn't contradict the whole. */
const wordsMax = 40;

const negations = texts.negations;

/** Pairs of English opposites, in their commonest forms. */
const opposites =
  readPairs(`rose:fell rises:falls rise:fall rising:falling increased:decreased increase:decrease increases:decreases grew:shrank
  gain:loss gained:lost won:lost win:lose winner:loser open:closed opened:closed opens:closes open:shut passed:failed pass:fail
  success:failure succeeded:failed excellent:terrible excellent:awful excellent:poor good:bad great:terrible great:awful best:worst better:worse
  accepted:rejected accept:reject approved:rejected approved:denied allowed:forbidden allowed:prohibited allowed:banned permitted:forbidden
  on:off up:down in:out hot:cold warm:cold high:low higher:lower highest:lowest big:small large:small long:short tall:short fast:slow
  quick:slow quickly:slowly early:late earlier:later before:after old:new old:young cheap:expensive rich:poor strong:weak heavy:light
  easy:difficult easy:hard simple:complicated hard:soft full:empty first:last always:never everyone:nobody everything:nothing all:none
  true:false right:wrong correct:wrong correct:incorrect left:right love:hate loves:hates loved:hated likes:dislikes like:dislike
  happy:sad alive:dead safe:dangerous clean:dirty wet:dry dark:bright day:night buy:sell bought:sold buys:sells import:export
  imports:exports arrive:depart arrived:departed arrives:departs enter:leave entered:left start:stop started:stopped starts:ends began:ended begin:end
  add:remove added:removed enable:disable enabled:disabled include:exclude included:excluded includes:excludes present:absent present:past
  male:female man:woman positive:negative maximum:minimum more:less most:least inside:outside above:below front:back north:south
  east:west public:private guilty:innocent legal:illegal win:loss profit:loss deposit:withdrawal lend:borrow lent:borrowed
  teach:learn push:pull pushed:pulled agree:disagree agreed:disagreed improved:worsened improve:worsen hired:fired hire:fire
  married:divorced healthy:sick strengthen:weaken support:oppose supports:opposes supported:opposed confirmed:denied confirm:deny`);
const oppositeOf = new Map<string, Set<string>>();
for (const [a, b] of opposites)
  for (const [one, other] of [
    [a, b],
    [b, a],
  ] as const)
    oppositeOf.set(one, (oppositeOf.get(one) ?? new Set()).add(other));

const numberWords = new Map(
  [
    ..."zero one two three four five six seven eight nine ten eleven twelve"
      .split(" ")
      .map((word, value) => [word, value] as const),
    ...(
      readPairs("twenty:20 thirty:30 forty:40 fifty:50 hundred:100 thousand:1000") as [
        string,
        string,
      ][]
    ).map(([word, value]) => [word, Number(value)] as const),
  ].map(([word, value]) => [word, String(value)] as const),
);
/** Verbs whose subject and object may change places. */
const symmetric = new Set(
  readWords("meet met meets married marry marries equals equal resembles differs versus vs"),
);

interface Reading {
  words: readonly string[];
  isQuestion: boolean;
  isNegated: boolean;
  numbers: ReadonlySet<string>;
  names: ReadonlySet<string>;
}

/** Finds how two short texts conflict though they have nearly the same words. */
export function findConflicts(a: Document, b: Document, language: string): Conflict[] {
  const base = getBaseLanguage(language);
  if (a.text === b.text || !areAlike(a, b)) return [];
  const [one, other] = [readOnce(a, base), readOnce(b, base)];
  if (!one || !other) return [];
  const found: Conflict[] = [];
  const isOpposite = base === "en" && hasOpposite(one.words, other.words);
  // "Isn't good" and "is bad" agree, and a question states nothing.
  if (!one.isQuestion && !other.isQuestion) {
    if (one.isNegated !== other.isNegated && !isOpposite) found.push("negation");
    if (one.isNegated === other.isNegated && isOpposite) found.push("opposite");
  }
  if (differ(one.numbers, other.numbers)) found.push("number");
  if (differ(one.names, other.names)) found.push("name");
  if (hasOtherOrder([one, a], [other, b])) found.push("order");
  return found;
}

/** Whether texts have enough words in common to state the same or the opposite. */
function areAlike({ counts: a }: Document, { counts: b }: Document): boolean {
  let shared = 0;
  for (const key of a.keys()) if (b.has(key)) shared++;
  return shared > 0 && shared * 2 >= Math.max(a.size, b.size);
}

const readings = new WeakMap<Document, { reading: Reading | undefined }>();

function readOnce(document: Document, language: string): Reading | undefined {
  const known = readings.get(document) ?? { reading: readStatement(document.text, language) };
  readings.set(document, known);
  return known.reading;
}

function readStatement(text: string, language: string): Reading | undefined {
  const words = (text.match(/[\p{L}\p{M}\p{N}]+(?:['’.,][\p{L}\p{N}]+)*/gu) ?? []).map(String);
  if (words.length === 0 || words.length > wordsMax) return undefined;
  const lower = words.map((word) => word.toLowerCase().replaceAll("’", "'"));
  const negators = new Set(readWords(negations[language] ?? "-"));
  const isNegation = (word: string) =>
    negators.has(word) ||
    (language === "en" && /n't$/.test(word)) ||
    (language === "fr" && negators.has(word.replace(/^[dlnjmst]'/, "")));
  const numbers = lower.flatMap((word) =>
    /^\d/.test(word)
      ? [word.replaceAll(/(?<=\d)[.,'](?=\d{3}(?!\d))/g, "")]
      : language === "en"
        ? (numberWords.get(word) ?? [])
        : [],
  );
  return {
    words: lower,
    isQuestion: /[?？]\s{0,3}$/u.test(text),
    isNegated: lower.some((word, index) => isNegation(word) && !isFiller(lower, index, text)),
    // "One" is mostly no number.
    numbers: new Set(numbers.filter((value) => value !== "1" || /\b1\b/.test(text))),
    names: new Set(words.flatMap((word, index) => readNameWord(word, index, language))),
  };
}

/** Whether a negation negates nothing: "no, …", "not only", "no doubt". */
function isFiller(words: readonly string[], index: number, text: string): boolean {
  const next = words[index + 1] ?? "";
  if (
    /^(?:only|just|nur|sólo|solo|solamente|seulement|só|apenas|alleen|doubt|duda|doute|dubbio|dúvida|twijfel)$/.test(
      next,
    )
  )
    return true;
  return index === 0 && /^\p{L}{1,6}[,!.]/u.test(text.trimStart());
}

/** Returns a word of a name in lower case. German nouns have capitals, and so has the first word of a text. */
function readNameWord(word: string, index: number, language: string): string[] {
  if (!/^\p{Lu}[\p{L}'’]{1,30}$/u.test(word)) return [];
  const isKnown = firstNames.has(word) || findPlace(word, language) !== undefined;
  if (language === "de" || index === 0 ? !isKnown : getStopwords(language).has(word.toLowerCase()))
    return [];
  return [word.toLowerCase().replace(/['’]s$/, "")];
}

/** Whether each of two sets has something that the other lacks. */
function differ(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size > 0 && b.size > 0 && !a.isSubsetOf(b) && !b.isSubsetOf(a);
}

/** Whether one text has a word whose opposite the other has in its place: "rose" and "fell", "legal" and "illegal". */
function hasOpposite(a: readonly string[], b: readonly string[]): boolean {
  const [own, others] = [new Set(a), new Set(b)];
  return [...own].some((word) => {
    if (others.has(word) || word.length < 2) return false;
    const known = oppositeOf.get(word);
    return [...others].some(
      (other) =>
        !own.has(other) &&
        (known?.has(other) || isPrefixed(word, other) || isPrefixed(other, word)),
    );
  });
}

function isPrefixed(long: string, short: string): boolean {
  return (
    short.length > 3 &&
    long.endsWith(short) &&
    /^(?:un|in|im|il|ir|dis|non)$/.test(long.slice(0, -short.length))
  );
}

/** Whether the same words have changed places around a verb: "dog bites man" and "man bites dog". */
function hasOtherOrder(
  [{ words: first }, a]: readonly [Reading, Document],
  [{ words: second }, b]: readonly [Reading, Document],
): boolean {
  const all = [...first, ...second];
  if (all.some((word) => symmetric.has(word))) return false;
  const [one, other] = [[...a.counts.keys()], [...b.counts.keys()]];
  if (one.length !== other.length || one.join(" ") === other.join(" ")) return false;
  if (one.toSorted().join(" ") !== other.toSorted().join(" ")) return false;
  // "The man is bitten by the dog" says the same as "the dog bites the man".
  const isPassive = (words: readonly string[]) =>
    words.some((word) => /^(?:by|von|par|por|da|dal|door|av|af)$/.test(word));
  if (isPassive(first) !== isPassive(second)) return false;
  const route = (words: readonly string[]) =>
    /(?:^| )(?:from|von|de|da|van|från) (\S{1,30}) (?:to|nach|à|a|para|naar|till) (\S{1,30})/u.exec(
      words.join(" "),
    );
  const [there, back] = [route(first), route(second)];
  if (there && back && there[1] === back[2] && there[2] === back[1]) return true;
  // Adverbs may move, so that both neighbours of a verb must have changed places.
  return one.some((verb, at) => {
    const place = other.indexOf(verb);
    const [before, after] = [one[at - 1], one[at + 1]];
    return (
      before !== undefined &&
      after !== undefined &&
      other[place - 1] === after &&
      other[place + 1] === before
    );
  });
}

/** Factors of a score by conflict: statements that exclude each other aren't alike. */
const factors: Readonly<Record<Conflict, number>> = {
  negation: 0.5,
  opposite: 0.5,
  order: 0.5,
  number: 0.7,
  name: 0.7,
};

/** Returns the score of texts with conflicts. */
export function lowerScore(score: number, some: readonly Conflict[]): number {
  return score * Math.min(1, ...some.map((one) => factors[one]));
}
