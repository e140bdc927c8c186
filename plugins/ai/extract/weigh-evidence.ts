import { readWords } from "../text/word-lists.ts";
import type { Question } from "./question.ts";
import type { QuestionShape } from "./span-features.ts";
import type { TaggedWord } from "./tagged-word.ts";

/** A span of a sentence. */
interface Range {
  start: number;
  end: number;
}

/** Factor for an answer that isn't of the kind that the question asks for. */
const otherKind = 0.3;
/** Factor for an answer about another person or thing. */
const otherSubject = 0.4;
/** Factor for an answer whose sentence lacks the noun that the question asks about. */
const withoutNoun = 0.6;

/** Returns the factor from 0 to 1 by which a sentence is weaker evidence than its keywords suggest. */
export function weighEvidence(
  sentence: string,
  { words, pick }: { words: readonly TaggedWord[]; pick: Range },
  { read, shape }: { read: Question; shape: QuestionShape },
): number {
  const inside = words.filter(({ start, end }) => start >= pick.start && end <= pick.end);
  let factor = 1;
  if (!isOfKind(inside, read, sentence.slice(pick.start))) factor *= otherKind;
  if (hasOtherDimension(words, pick, shape)) factor *= otherSubject;
  if (hasOtherOwner(words, pick, read) || hasOtherSubject(words, shape)) factor *= otherSubject;
  if (shape.role === "complement" && read.answerKind === "person" && lacksNoun(words, shape))
    factor *= withoutNoun;
  return factor;
}

/** Words that make a date without a number. The names of months and weekdays come from CLDR. */
const dateWords = new Set([
  ...["en", "de", "es", "fr", "it", "pt", "nl"].flatMap(listCalendarNames),
  ...readWords(`
  jan feb apr aug sep sept oct nov dec okt dez
  spring summer autumn winter frühling frühjahr sommer herbst primavera verano otoño invierno
  today yesterday tomorrow tonight dawn noon midday dusk midnight weekend christmas easter heute gestern morgen mittag mitternacht weihnachten ostern
  hoy ayer mañana mediodía medianoche navidad pascua
  century centuries decade jahrhundert jahrhunderte jahrzehnt siglo década sonnabend
`),
]);

/** Lists the names of the months and weekdays of a language. */
function listCalendarNames(language: string): string[] {
  const month = new Intl.DateTimeFormat(language, { month: "long", timeZone: "UTC" });
  const weekday = new Intl.DateTimeFormat(language, { weekday: "long", timeZone: "UTC" });
  const months = Array.from({ length: 12 }, (_, index) => month.format(Date.UTC(2024, index)));
  const weekdays = Array.from({ length: 7 }, (_, index) =>
    weekday.format(Date.UTC(2024, 0, 1 + index)),
  );
  return [...months, ...weekdays].map((name) => name.toLowerCase());
}

/** Whether a word is a date or part of one, also with an ending: “Sundays”, “Jahrhunderts”. */
function isDateWord(word: string): boolean {
  return dateWords.has(word) || (word.endsWith("s") && dateWords.has(word.slice(0, -1)));
}

const numeralKinds = new Set(["number", "amount", "money", "duration", "time"]);
const causes =
  /^(?:because|due|owing|thanks|as|so|in order|since|citing|caused|for|to|by|weil|wegen|aufgrund|infolge|da|um|durch|zur|porque|debido|gracias|a causa|ya que|puesto|por|para)(?!\p{L})/iu;

/** Whether an answer is of the kind that the question asks for, as far as its words show. */
function isOfKind(inside: readonly TaggedWord[], { answerKind }: Question, rest: string): boolean {
  const hasNumber = inside.some(
    ({ wordClass, lower }) => wordClass === "number" || /\p{N}/u.test(lower),
  );
  if (numeralKinds.has(answerKind))
    return hasNumber || inside.some(({ lower }) => quantities.has(lower));
  if (answerKind === "date")
    return hasNumber || inside.some(({ lower }) => isDateWord(lower)) || inside.length > 3;
  if (answerKind === "location") return !isYear(inside);
  if (answerKind === "reason") return causes.test(rest);
  return true;
}

/** Whether words are a year, or a year and a month: “in 1648” doesn't answer “where”. */
function isYear(inside: readonly TaggedWord[]): boolean {
  return (
    inside.some(({ lower }) => /^[12]\d{3}$/.test(lower)) &&
    inside.every(
      ({ lower }) => /^\d{1,4}$/.test(lower) || /^(?:in|im|en)$/.test(lower) || isDateWord(lower),
    )
  );
}

const quantities = new Set(
  readWords(
    "all none half both several many few most once twice thrice daily weekly monthly yearly alle keine beide mehrere viele einmal zweimal dreimal täglich jährlich todos ninguno ambos varios muchos pocos mitad",
  ),
);

/** Words of measures, by what they measure. */
const dimensions = [
  "high tall height hoch höhe alto alta altura",
  "long length lang länge largo larga longitud",
  "wide width broad breit breite ancho ancha anchura",
  "deep depth tief tiefe profundo profunda profundidad",
  "heavy weight weigh weighs schwer gewicht wiegt pesado pesa peso",
  "old age alt alter edad",
  "fast speed schnell geschwindigkeit rápido velocidad",
].map((row) => new Set(readWords(row)));

/** Whether a measure is of another dimension than the question's: "300 metres long" doesn't answer "how high". */
function hasOtherDimension(
  words: readonly TaggedWord[],
  range: Range,
  { lowers }: QuestionShape,
): boolean {
  const wanted = dimensions.find((row) => lowers.some((lower) => row.has(lower)));
  if (!wanted) return false;
  const near = words.filter(
    ({ start, end }) => end > range.start - nearMax && start < range.end + nearMax,
  );
  if (near.some(({ lower }) => wanted.has(lower))) return false;
  return near.some(({ lower }) => dimensions.some((row) => row.has(lower)));
}

const nearMax = 12;
const possessives = new Set(
  readWords(
    "his her their its sein seine seinen seinem seiner seines ihr ihre ihren ihrem ihrer ihres su sus",
  ),
);

/** Whether the subject of the answer's clause belongs to the one that the question is about: "Her brother is 34". */
function hasOtherOwner(words: readonly TaggedWord[], range: Range, { keys }: Question): boolean {
  const before = words.filter(({ end }) => end <= range.start);
  const clause = before.findLastIndex(
    ({ before: mark, wordClass }) => /[,;:(]/.test(mark) || wordClass === "conjunction",
  );
  const from = Math.max(0, clause);
  const at = before.findIndex(
    ({ lower }, index) => index >= from && index <= from + 1 && possessives.has(lower),
  );
  if (at < 0) return false;
  const noun = before[at + 1];
  return noun?.wordClass === "noun" && !keys.has(noun.key);
}

/** Whether a sentence starts with another name, and has neither the question's names nor a pronoun. */
function hasOtherSubject(
  words: readonly TaggedWord[],
  { names, known, subjects }: QuestionShape,
): boolean {
  if (names.length === 0) return false;
  const [first] = words;
  if (first?.isCapitalized !== true || !isNameLike(first, words[1], known !== undefined))
    return false;
  if (subjects.has(first.key)) return false;
  const keys = new Set(words.map(({ key }) => key));
  return (
    !names.some((key) => keys.has(key)) && !words.some(({ wordClass }) => wordClass === "pronoun")
  );
}

function isNameLike(first: TaggedWord, second: TaggedWord | undefined, byRule: boolean): boolean {
  if (first.wordClass === "name") return true;
  return (
    byRule && first.wordClass === "noun" && second?.isCapitalized === true && second.before === " "
  );
}

/** Whether a sentence lacks the noun of the question: "Who is the wife of Carl?". */
function lacksNoun(words: readonly TaggedWord[], { head }: QuestionShape): boolean {
  return head !== undefined && !words.some(({ key }) => key === head);
}
