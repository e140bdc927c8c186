import { openWords } from "hub/data-file";
import type { ProtectedSpan } from "../text/protected-places.ts";
import { readWords } from "../text/word-lists.ts";
import type { Match, Starts } from "./request.ts";
import { findSureSpelling, isEnglishWord } from "./spelling.ts";

/** Harper's rules whose first correction is certain. */
const readCertainRules = openWords(new URL("./harper-rules.txt", import.meta.url), ["certain"]);
/** Words that are only ever repeated by mistake; "that", "had", "is" and "in" may be repeated. */
const neverTwice = new Set(readWords("the a an of and from my our your their its"));
/** Words whose small letter is certainly a mistake at the start of a sentence: none of them is a name. */
const openers = new Set([
  "he",
  "she",
  "it",
  "they",
  "we",
  "you",
  "this",
  "these",
  "those",
  "there",
]);

interface Context {
  text: string;
  starts: Starts;
}

/** Returns a match of Harper's with its certainty, which depends on the rule and the words involved. */
export function judgeMatch(match: Match, context: Context): Match {
  if (match.rule === "SpellCheck") return judgeSpelling(match, context.text);
  // "favorit" is a misspelling before it is "favor it".
  if (match.rule === "SplitWords") return judgeSpelling(addSpelling(match), context.text);
  return { ...restoreCase(match, context.text), sure: isSure(match, context) };
}

/** Adds the certain spelling of a word that Harper only splits. */
function addSpelling(match: Match): Match {
  const right = findSureSpelling(match.text);
  return right === undefined ? match : { ...match, replacements: [right, ...match.replacements] };
}

/** Writes "An" for a single capital "A", which Harper takes for a word in capitals. */
function restoreCase(match: Match, text: string): Match {
  const isInCapitals = /^ \p{Lu}{2}/u.test(text.slice(match.end, match.end + 3));
  if (match.rule !== "AnA" || match.text !== "A" || isInCapitals) return match;
  return {
    ...match,
    replacements: match.replacements.map((one) => (one === "AN" ? "An" : one)),
  };
}

function isSure({ rule, text: shown, replacements, start }: Match, context: Context) {
  const [first = ""] = replacements;
  const { text, starts } = context;
  // "the re-introduction"
  if (/^-\p{L}/u.test(text.slice(start + shown.length, start + shown.length + 2))) return false;
  if (readCertainRules().certain.has(rule))
    return first !== "" && (shown === shown.toLowerCase() || starts.has(start));
  if (rule === "AnA") return isSureArticle(text, { shown, first, start });
  if (rule === "RepeatedWords") {
    const [one = "", two = "", ...rest] = shown.split(" ");
    return rest.length === 0 && one.toLowerCase() === two && neverTwice.has(two);
  }
  if (rule === "MassNouns") return isSureMass(text, { shown, start });
  // A rope is "payed out".
  if (rule === "Payed") return !/^ (?:out|off|away)/.test(text.slice(start + shown.length));
  // "childs" is certain; "runned" has two possible corrections.
  if (rule === "RegularIrregulars")
    return (
      replacements.length === 1 &&
      /^[a-z]+$/.test(shown) &&
      !/(?:[^r]os|ums|ss)$/.test(shown) &&
      !isEnglishWord(shown)
    );
  if (rule === "SentenceCapitalization") return isSureCapital(shown, starts.get(start)?.text ?? "");
  return false;
}

/** Whether a sentence certainly lacks its capital: a line such as "the name of the user." is no sentence. */
function isSureCapital(word: string, sentence: string): boolean {
  if (!/[.!?]$/.test(sentence)) return false;
  if (openers.has(word)) return true;
  return (
    articles.has(word) &&
    /^\p{Ll}+ \p{L}+ (?:is|was|are|were|has|had|will|can|could|would) /u.test(sentence)
  );
}

const articles = new Set(["the", "my", "our", "his", "her", "their"]);

/** Nouns that are never countable, and hardly ever stand before another noun. */
const uncountable = new Set(
  readWords(
    "patience furniture homework luggage information advice progress housework traffic happiness",
  ),
);

/** Words that never belong to a noun before them. */
const afterMass = new Set(readWords("to for about in at on and from yesterday today because"));

/** Whether an article before an uncountable noun is certainly wrong: “a patience”, but not “an information desk”. */
function isSureMass(text: string, { shown, start }: { shown: string; start: number }): boolean {
  const [article = "", noun = "", ...rest] = shown.toLowerCase().split(" ");
  if (!/^an?$/.test(article) || rest.length > 0 || !uncountable.has(noun)) return false;
  const [mark = "", next = ""] = text
    .slice(start + shown.length, start + shown.length + 12)
    .split(/[ .,;!?]/, 2);
  return mark === "" && (next === "" || afterMass.has(next));
}

/**
 * Whether the article is certainly wrong: "a apple", but not "vitamin a is", letters, or an "h" that some don't
 * pronounce.
 */
function isSureArticle(
  text: string,
  { shown, first, start }: { shown: string; first: string; start: number },
): boolean {
  const next = /^ ([A-Z]?[a-z]{2,})(?![\p{L}\p{N}'’-]|\.\p{L})/u
    .exec(text.slice(start + shown.length, start + 60))?.[1]
    ?.toLowerCase();
  if (
    next === undefined ||
    !(isEnglishWord(next) || next === "european") ||
    functionWords.has(next)
  )
    return false;
  const before = text.slice(Math.max(0, start - 20), start).trimEnd();
  if (labelled.has(before.slice(before.lastIndexOf(" ") + 1).toLowerCase())) return false;
  return first.toLowerCase() === "an" ? takesAn(next) : takesA(next);
}

const functionWords = new Set(
  readWords(
    "is are was were and or in on at as of if it its i other into onto up us under out off over",
  ),
);
const labelled = new Set(
  readWords(`
  letter option vitamin grade plan part section type group team class hepatitis figure point item
  category level row column room building
`),
);

function takesAn(word: string): boolean {
  if (/^(?:hour|honest|heir|honou?r)/.test(word)) return true;
  if (word.startsWith("u")) return /^(?:un(?![aeiou])|um[bp]|ug|ul|up)/.test(word);
  return /^[aei]/.test(word) ? !/^(?:eu|ew)/.test(word) : /^o(?!ne|nce|ui)/.test(word);
}

function takesA(word: string): boolean {
  return /^(?:[bcdfgjklmnpqrstvwz]|y[aeiou]|uni(?!n|m)|use|usu|eu|one(?!r))/.test(word);
}

/** Judges a misspelling: certain if there is exactly one likely correction and no unknown word next to it. */
function judgeSpelling(match: Match, text: string): Match {
  const { start, end, text: shown, replacements } = match;
  const isPart = /[-'’./_\\@#\p{L}\p{N}]/u;
  const [before, after] = [text[start - 1] ?? " ", text[end] ?? " "];
  const right = findSureSpelling(shown);
  if (right === undefined || isPart.test(before) || /[-'’/_\\@\p{L}\p{N}]/u.test(after))
    return { ...match, sure: false };
  const others = replacements.filter((one) => one !== right);
  return {
    ...match,
    replacements: [right, ...others],
    sure: replacements.includes(right) && !hasStrangeNeighbour(text, match),
  };
}

/** Whether an adjacent word is unknown: two in a row suggest another language, not two misspellings. */
function hasStrangeNeighbour(text: string, { start, end }: Match): boolean {
  const before = /(\p{L}+) $/u.exec(text.slice(Math.max(0, start - 30), start))?.[1];
  const after = /^ (\p{L}+)/u.exec(text.slice(end, end + 30))?.[1];
  return [before, after].some((word) => word !== undefined && isStrange(word));
}

function isStrange(word: string): boolean {
  return !isEnglishWord(word) && findSureSpelling(word.toLowerCase()) === undefined;
}

/** Finds sentences that are probably in another language: at least 40 % of their words are unknown. */
export function findForeign(starts: Starts): ProtectedSpan[] {
  const foreign: ProtectedSpan[] = [];
  for (const { text: sentence, start, end } of starts.values()) {
    const words = [
      ...sentence.matchAll(/(?<![\p{L}\p{N}_@#/.'’-])\p{Ll}+(?![\p{L}\p{N}_@/'’-])/gu),
    ];
    const strange = words.filter(([word]) => isStrange(word)).length;
    if (strange >= 2 && strange >= words.length * 0.4) foreign.push({ start, end });
  }
  return foreign;
}
