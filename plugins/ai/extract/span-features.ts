import type { TextEntity } from "../recognize/found.ts";
import { readWords } from "../text/word-lists.ts";
import type { Alignment } from "./alignment.ts";
import type { Question } from "./question.ts";
import { getQuestionWords, type QuestionWords } from "./question-words.ts";
import type { TaggedWord, WordClass } from "./tagged-word.ts";

/** The grammatical role of the answer in its sentence: "Who wrote …" asks for the subject. */
type Role = "subject" | "object" | "complement" | "other";

/** The parts of a question that the words around its answer repeat. */
export interface QuestionShape {
  role: Role;
  /** The keys of the verbs, with synonyms. */
  verbs: ReadonlySet<string>;
  /** The noun after the question word: "instrument" in "What instrument is used?". */
  noun: string | undefined;
  /** A preposition that the answer follows: "in" of "In what city", "as" of "known as?". */
  preposition: string | undefined;
  /** The kind of name that the noun asks for, if any: "name" for a title, "date" for a decade. */
  nounKind: string | undefined;
  /** The keys of the content words, in order. */
  keys: readonly string[];
  /** Its words in lower case. */
  lowers: readonly string[];
  /** The keys of its names. */
  names: readonly string[];
  /** The keys of all its words. */
  subjects: ReadonlySet<string>;
  /** The key of the first noun after a form of "to be": "wife" in "Who is the wife of Carl?". */
  head: string | undefined;
  /** The table of the language, unless it is English. */
  known: QuestionWords | undefined;
}

/** Nouns of questions, by the kind of thing that they ask for. */
const nounKinds: readonly (readonly [string, ReadonlySet<string>])[] = [
  ["name", "name title term nickname alias word acronym brand label called known"],
  [
    "number",
    "percent percentage number amount rate population score temperature age distance length height depth weight size price cost value total area speed",
  ],
  ["date", "year years decade century month day date era period season time"],
  [
    "place",
    "city country state town nation river continent island region area province county place mountain lake ocean district street building university school stadium park valley museum",
  ],
  [
    "group",
    "company organization organisation team party group band agency institution league club government court tribe church network channel",
  ],
  [
    "person",
    "person man woman player president king queen author actor scientist leader general shaman artist minister member explorer philosopher emperor",
  ],
].map(([kind = "", nouns = ""]) => [kind, new Set(readWords(nouns))] as const);

/** Words of a candidate, from index `from` to `to` (inclusive). */
export interface SpanRange {
  from: number;
  to: number;
}

/** A sentence with its tagged words, and what was recognised in it. */
export interface TaggedSentence {
  words: readonly TaggedWord[];
  /** Names, dates and amounts of the kind that the question asks for. */
  typed: readonly TextEntity[];
  /** All names, dates and amounts. */
  entities: readonly TextEntity[];
  /** Rank of the sentence, from 0. */
  rank: number;
  /** The words and clauses that it shares with the question. */
  alignment: Alignment;
}

const spanMax = 10;

/** Reads which words of a question its answer stands next to. */
export function readShape(
  words: readonly TaggedWord[],
  question: Question,
  language: string,
): QuestionShape {
  const known = getQuestionWords(language);
  const at = words.findIndex(({ wordClass }) => wordClass === "question");
  let end = at + 1;
  while (end < words.length && !isVerbal(words[end])) end++;
  const phrase = words.slice(at + 1, end);
  const noun = known
    ? phrase.find(({ wordClass }) => isNoun(wordClass))
    : phrase.findLast(
        ({ wordClass }, index) => isNoun(wordClass) && phrase[index + 1]?.wordClass !== "noun",
      );
  const isBe = isFormOfBe(words[end]?.lower, known);
  const last = words.at(-1);
  const [before] = words.slice(Math.max(0, at - 1), Math.max(0, at));
  const closing = last?.wordClass === "preposition" && at < words.length - 2 ? last : undefined;
  return {
    role:
      at < 0
        ? "other"
        : known
          ? findOtherRole(words, { at, end }, known)
          : findRole(words[end], words[end + 1]),
    verbs: question.verbs,
    noun: noun?.key,
    nounKind: findNounKind(words, { noun, end, isBe, known }),
    preposition: findPreposition(known, [before, words[at], closing]),
    known,
    lowers: words.map(({ lower }) => lower),
    names: words
      .slice(1)
      .filter(({ wordClass }) => wordClass === "name")
      .map(({ key }) => key),
    subjects: new Set(words.map(({ key }) => key)),
    head: isBe
      ? words.slice(end + 1, end + 5).find(({ wordClass }) => wordClass === "noun")?.key
      : undefined,
    keys: words.filter(({ key }) => question.keys.has(key)).map(({ key }) => key),
  };
}

/** Returns the preposition before a question word, in it ("wofür") or at the end of the question. */
function findPreposition(
  known: QuestionWords | undefined,
  [before, asking, closing]: readonly (TaggedWord | undefined)[],
): string | undefined {
  if (before?.wordClass === "preposition")
    return known?.prepositions.get(before.lower) ?? before.lower;
  return known ? known.prepositions.get(asking?.lower ?? "") : closing?.lower;
}

/** Returns the role of the answer to a German or Spanish question. */
function findOtherRole(
  words: readonly TaggedWord[],
  { at, end }: { at: number; end: number },
  known: QuestionWords,
): Role {
  const asking = words[at]?.lower ?? "";
  if (words[at - 1]?.wordClass === "preposition" || known.object.has(asking)) return "object";
  const isBe = isFormOfBe(words[end]?.lower, known);
  if (isBe && !words.slice(end + 1).some(({ wordClass }) => wordClass === "verb"))
    return "complement";
  return known.subject.has(asking) ? "subject" : "other";
}

/** Returns the role of the answer from the first two words after the question's phrase. */
function findRole(first: TaggedWord | undefined, second: TaggedWord | undefined): Role {
  if (!first) return "other";
  const isBe = isFormOfBe(first.lower);
  if (/^(?:did|does|do)$/.test(first.lower)) return "object";
  if (first.wordClass === "aux" && !isBe && !isVerbal(second)) return "object";
  return isBe && second?.wordClass !== "verb" ? "complement" : "subject";
}

function isFormOfBe(word: string | undefined, known?: QuestionWords): boolean {
  if (known) return known.be.has(word ?? "");
  return /^(?:is|are|was|were)$/.test(word ?? "");
}

function isVerbal(word: TaggedWord | undefined): boolean {
  return word?.wordClass === "verb" || word?.wordClass === "aux";
}

function isNoun(wordClass: WordClass): boolean {
  return wordClass === "noun" || wordClass === "name";
}

/** Returns the kind of thing that the noun of a question names: "What city", "What is the name of". */
function findNounKind(
  words: readonly TaggedWord[],
  {
    noun,
    end,
    isBe,
    known,
  }: {
    noun: TaggedWord | undefined;
    end: number;
    isBe: boolean;
    known: QuestionWords | undefined;
  },
): string | undefined {
  const head =
    noun ??
    (isBe
      ? words.slice(end + 1, end + 5).find(({ wordClass }) => wordClass === "noun")
      : undefined);
  if (known) {
    const key = (head ?? words[end])?.key;
    return key === undefined ? undefined : known.nounKinds.find(([, nouns]) => nouns.has(key))?.[0];
  }
  const last = words.at(-1)?.lower;
  const lower =
    last === "called" || last === "named" || (last === "as" && words.at(-2)?.lower === "known")
      ? "called"
      : head?.lower;
  if (lower === undefined) return undefined;
  const singular = lower.endsWith("ies")
    ? `${lower.slice(0, -3)}y`
    : lower.endsWith("s")
      ? lower.slice(0, -1)
      : lower;
  return nounKinds.find(([, nouns]) => nouns.has(lower) || nouns.has(singular))?.[0];
}

/** Lists the spans of a sentence that could be an answer: they start and end at a content word. */
export function listSpans(words: readonly TaggedWord[]): SpanRange[] {
  const spans: SpanRange[] = [];
  for (let from = 0; from < words.length; from++) {
    if (!opensSpan(words[from])) continue;
    for (let to = from; to < Math.min(words.length, from + spanMax); to++) {
      const word = words[to];
      if (word && closesSpan(word)) spans.push({ from, to });
      if (word && /[;:()[\]"“”„«»]/.test(word.after)) break;
    }
  }
  return spans;
}

function opensSpan(word: TaggedWord | undefined): boolean {
  return word !== undefined && !["conjunction", "aux", "question"].includes(word.wordClass);
}

function closesSpan({ wordClass }: TaggedWord): boolean {
  return !["conjunction", "aux", "question", "determiner", "preposition"].includes(wordClass);
}

const nominal = new Set<WordClass>(["noun", "name", "adjective", "number"]);

/** A candidate with everything that its features depend on. */
interface Candidate extends TaggedSentence, SpanRange {
  question: Question;
  shape: QuestionShape;
  inside: readonly TaggedWord[];
  content: readonly TaggedWord[];
  first: TaggedWord;
  last: TaggedWord;
  previous: TaggedWord | undefined;
  next: TaggedWord | undefined;
}

/** Returns the features of a candidate: the names of the weights that add up to its score. */
export function listFeatures(
  sentence: TaggedSentence,
  { from, to }: SpanRange,
  given: { question: Question; shape: QuestionShape },
): string[] {
  const inside = sentence.words.slice(from, to + 1);
  const [first, last] = [inside[0], inside.at(-1)];
  if (!first || !last) return [];
  const content = inside.filter(
    ({ wordClass }) => nominal.has(wordClass) || wordClass === "verb" || wordClass === "adverb",
  );
  const [previous, next] = [sentence.words[from - 1], sentence.words[to + 1]];
  const one = { ...sentence, ...given, from, to, inside, content, first, last, previous, next };
  return [
    ...listBoundaryFeatures(one),
    ...listContentFeatures(one),
    ...listKindFeatures(one),
    ...listContextFeatures(one),
    ...listAlignmentFeatures(one),
    ...listPhraseFeatures(one),
    ...listNounFeatures(one),
  ];
}

const runMax = 3;

/** Yields how far the words around a candidate repeat the question. */
function* listAlignmentFeatures(one: Candidate) {
  const { from, to, first, last, previous, alignment, shape, question } = one;
  const { shared, clauses, clauseKeys, verbs } = alignment;
  let [left, right] = [0, 0];
  while (left < runMax && shared[from - 1 - left]) left++;
  while (right < runMax && shared[to + 1 + right]) right++;
  yield `run left ${left}`;
  yield `run right ${right}`;
  yield `${shape.role}: runs ${Math.min(left, 2)} ${Math.min(right, 2)}`;
  const clause = clauses[from] ?? 0;
  let held = clauseKeys[clause] ?? 0;
  if (clauses[to] !== clause) held += clauseKeys[clauses[to] ?? 0] ?? 0;
  const { clauseMax: best } = alignment;
  yield `clause keys ${Math.min(held, 4)}`;
  if (best > 0) yield `clause share ${Math.round((4 * Math.min(held, best)) / best)}`;
  if (clauses[to] !== clause) yield "crosses clause";
  const near = verbs.find((index) => clauses[index] === clause && (index < from || index > to));
  if (near !== undefined) yield "verb in clause";
  const { asks } = question;
  yield `${asks}: after ${previous?.wordClass === "preposition" ? previous.lower : previous?.wordClass}`;
  yield `${asks}: opens ${first.wordClass}`;
  yield `${asks}: closes ${last.wordClass}`;
}

/** Yields how the edges of a candidate match those of noun phrases. */
function* listPhraseFeatures({ words, from, to, alignment: { phrases } }: Candidate) {
  const [first, last] = [phrases[from], phrases[to]];
  const opens = first !== -1 && phrases[from - 1] !== first;
  const opensAfterDeterminer =
    first !== -1 && !opens && words[from - 1]?.wordClass === "determiner";
  const closes = last !== -1 && phrases[to + 1] !== last;
  const start = first === -1 ? "outside" : opens ? "edge" : opensAfterDeterminer ? "bare" : "cut";
  const end = last === -1 ? "outside" : closes ? "edge" : "cut";
  yield `phrase ${start} ${end} ${first === last ? "one" : "more"}`;
}

/** Yields where the noun of a question is: "the river Ruhr", "Ruhr, a river", "the Mersey River". */
function* listNounFeatures(one: Candidate) {
  const {
    from,
    to,
    alignment: { nouns },
    shape,
  } = one;
  if (shape.noun === undefined) return;
  if (nouns.length === 0) yield "noun missing";
  for (const index of nouns) {
    if (index === to) yield `noun closes ${from === to ? "alone" : "more"} ${findForm(one)}`;
    else if (index >= from && index < to) yield "noun inside";
    else if (index === from - 1) yield "noun before";
    else if (index === to + 1) yield "noun after";
    else if (index < from && from - index <= 4) yield "noun near before";
    else if (index > to && index - to <= 4) yield "noun near after";
    else continue;
    break;
  }
}

/** Yields how a candidate starts and ends, and how long it is. */
function* listBoundaryFeatures(one: Candidate) {
  const { inside, first, last, previous, next, shape } = one;
  const length = inside.length;
  yield `size ${length <= 4 ? length : length <= 6 ? 6 : length <= 8 ? 8 : 10}`;
  yield `opens ${first.wordClass}`;
  yield `closes ${last.wordClass}`;
  yield `after ${previous?.wordClass ?? "start"}`;
  yield `before ${next?.wordClass ?? "end"}`;
  if (first.before.includes(",")) yield "after comma";
  if (/[("“„«]/.test(first.before)) yield "after opening";
  if (last.after.includes(",")) yield "before comma";
  if (/[.;:?!)"”»]/.test(last.after)) yield "before mark";
  const touches = previous && nominal.has(previous.wordClass) && first.before.trim() === "";
  if (touches) yield "cuts start";
  if (shape.known) yield* listOtherBoundaries(one);
  if (next && nominal.has(next.wordClass) && last.after.trim() === "") yield "cuts end";
  if (isGenitiveWord(next?.lower, shape.known) && last.after.trim() === "") yield "before of";
}

/** Yields more about the edges of German and Spanish candidates. */
function* listOtherBoundaries(one: Candidate) {
  const { words, from, to, first, last, previous, next, shape } = one;
  // A name goes on after a particle: "Thomas de Maizière", "década de 1940".
  const isOfBefore = isGenitiveWord(previous?.lower, shape.known);
  const isOfAfter = isGenitiveWord(next?.lower, shape.known);
  if (isOfBefore)
    yield `after of ${words[from - 2]?.isCapitalized && first.isCapitalized ? "in name" : ""}`;
  if (isOfAfter && words[to + 2]?.isCapitalized && last.isCapitalized) yield "before of in name";
}

/** Returns whether a word is "of", or one of its counterparts in the language of the question. */
function isGenitiveWord(lower: string | undefined, known: QuestionWords | undefined): boolean {
  return known ? known.of.has(lower ?? "") : lower === "of";
}

const englishAnd: ReadonlySet<string> = new Set(["and", "or"]);

/** Yields what words a candidate has. */
function* listContentFeatures({ inside, content, question, shape }: Candidate) {
  if (inside.some(isVerbal)) yield "has verb";
  const { known } = shape;
  if (inside.some(({ lower }) => isGenitiveWord(lower, known))) yield "has of";
  if (
    inside.some(
      ({ wordClass, lower }) => wordClass === "preposition" && !isGenitiveWord(lower, known),
    )
  )
    yield "has preposition";
  const and = known?.and ?? englishAnd;
  if (inside.some(({ lower }) => and.has(lower))) yield "has and";
  if (inside.slice(0, -1).some(({ after }) => after.includes(","))) yield "has comma";
  const repeated = content.filter(({ key }) => question.keys.has(key)).length;
  if (content.length === 0) yield "no content";
  else if (repeated === content.length) yield "all repeated";
  else if (repeated > 0)
    yield shape.noun !== undefined && content.at(-1)?.key === shape.noun
      ? "has noun"
      : "some repeated";
}

/** Yields whether a candidate is the kind of thing that the question asks for. */
function* listKindFeatures(one: Candidate) {
  const { words, to, first, last, content, next, typed, entities, question, shape } = one;
  const kind = question.answerKind;
  const form = findForm(one);
  yield `${kind}: ${form}`;
  if (shape.nounKind !== undefined) yield `noun ${shape.nounKind}: ${form}`;
  const wanted = wantedForms[kind];
  if (wanted) yield `${wanted} wanted: ${form === wanted ? "same" : form}`;
  const overlapping = entities.filter(({ start, end }) => start < last.end && end > first.start);
  if (wanted && overlapping.length > 0 && !overlapping.some(({ type }) => fitsKind(kind, type)))
    yield "conflict";
  if (/["“„«]/.test(first.before) && /["”“»]/.test(last.after)) {
    yield "quoted";
    if (shape.nounKind === "name") yield "quoted name";
  }
  const isExact = ({ start, end }: TextEntity) => start === first.start && end === last.end;
  const isAround = ({ start, end }: TextEntity) => start <= first.start && end >= last.end;
  if (typed.some(isExact)) yield* ["typed exact", `${kind}: typed exact`];
  else if (typed.some(({ start, end }) => start >= first.start && end <= last.end))
    yield "typed within";
  else if (typed.some(isAround)) yield "typed around";
  else if (typed.length > 0) yield "typed elsewhere";
  const entity = entities.find(isExact);
  if (entity) {
    yield* [`${kind}: is ${entity.type}`, `is ${entity.type}`];
    if (shape.nounKind !== undefined) yield `noun ${shape.nounKind}: is ${entity.type}`;
  } else if (entities.some(isAround)) yield "part of entity";
  // The counted noun follows a number: "four balls".
  if (kind !== "number" || shape.noun === undefined || form !== "number") return;
  if (next?.key === shape.noun || words[to + 2]?.key === shape.noun) yield "counts noun";
  if (content.at(-1)?.key === shape.noun) yield "contains counted noun";
}

type Form = "names" | "number" | "clause" | "words";

function findForm({ inside, content }: Candidate): Form {
  if (content.length > 0 && content.every(({ isCapitalized }) => isCapitalized)) return "names";
  if (inside.some(({ wordClass, lower }) => wordClass === "number" || /\d/.test(lower)))
    return "number";
  return inside.some(({ wordClass }) => wordClass === "verb") ? "clause" : "words";
}

const wantedForms: Partial<Record<Question["answerKind"], Form>> = {
  number: "number",
  money: "number",
  amount: "number",
  duration: "number",
  date: "number",
  time: "number",
  person: "names",
  location: "names",
};

/** Whether a recognised value is of the kind that a question asks for. */
function fitsKind(kind: Question["answerKind"], type: string): boolean {
  if (kind === "person") return type === "person" || type === "organization";
  if (kind === "location") return type === "location" || type === "organization";
  if (kind === "date") return type === "date";
  return !["date", "person", "location", "organization"].includes(type);
}

/** Yields how the words around a candidate match the question. */
function* listContextFeatures({ words, from, to, previous, rank, shape }: Candidate) {
  const keys = new Set(shape.keys);
  for (const [side, start, step] of [
    ["left", from - 1, -1],
    ["right", to + 1, 1],
  ] as const) {
    const word = findNeighbour(words, start, step);
    if (word) {
      const match = shape.verbs.has(word.key) ? "verb" : keys.has(word.key) ? "key" : "other";
      yield* [`${side} ${match}`, `${shape.role}: ${side} ${match}`];
    } else yield `${side} none`;
  }
  if (shape.preposition !== undefined)
    yield (shape.known?.prepositions.get(previous?.lower ?? "") ?? previous?.lower) ===
    shape.preposition
      ? "same preposition"
      : "other preposition";
  if (followsBe(previous?.lower ?? "", shape.known)) yield `${shape.role}: after be`;
  let [before, after] = [0, 0];
  for (const [index, { key }] of words.entries()) {
    if (!keys.has(key) && !shape.verbs.has(key)) continue;
    if (index < from) before += 1 / (from - index);
    else if (index > to) after += 1 / (index - to);
  }
  yield `close ${Math.min(6, Math.round((before + after) * 3))}`;
  yield `${shape.role}: ${before > after ? "later" : "earlier"}`;
  yield `rank ${Math.min(3, rank)}`;
}

function followsBe(word: string, known: QuestionWords | undefined): boolean {
  return known ? known.be.has(word) : /^(?:is|are|was|were|called|named)$/.test(word);
}

/** Returns the closest content word on one side. */
function findNeighbour(words: readonly TaggedWord[], start: number, step: 1 | -1) {
  for (let index = start; Math.abs(index - start) < neighbourMax; index += step) {
    const word = words[index];
    if (!word || contentClasses.has(word.wordClass)) return word;
  }
  return undefined;
}

const neighbourMax = 4;
const contentClasses = new Set<WordClass>([
  "noun",
  "name",
  "verb",
  "adjective",
  "number",
  "adverb",
]);
