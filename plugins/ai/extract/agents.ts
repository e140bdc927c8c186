import { splitWords } from "../text/words.ts";
import { toAnswerKey } from "./answer-key.ts";
import type { Question } from "./question.ts";

const name =
  "\\p{Lu}[\\p{L}\\p{M}'’.-]{1,30}(?: (?:(?:de|da|do|von|van|der|la|di) ){0,2}\\p{Lu}[\\p{L}\\p{M}'’.-]{0,30}){0,3}";
/** A participle and the one who acted: "written by Leo Tolstoy", "écrit par Hugo", "von Goethe geschrieben". */
const agents: readonly RegExp[] = [
  new RegExp(
    `(?<!\\p{L})(?<verb>\\p{L}{3,20}) (?:by|par|por|da|dal|door) (?:the |la |le |el |den )?(?<name>${name})(?!\\p{L})`,
    "gu",
  ),
  new RegExp(`(?<!\\p{L})von (?<name>${name}) (?<verb>\\p{Ll}{4,20}(?:en|t))(?!\\p{L})`, "gu"),
];

/** A range of a sentence. */
interface Range {
  start: number;
  end: number;
}

/** Returns the one who acted in a passive sentence whose verb the question has: "Who wrote it?". */
export function findAgent(
  sentence: string,
  { answerKind, keys, verbs, words }: Question,
  language: string,
): Range | undefined {
  if (answerKind !== "person") return undefined;
  for (const pattern of agents)
    for (const match of sentence.matchAll(pattern)) {
      const { verb = "", name: found = "" } = match.groups ?? {};
      const key = toAnswerKey(verb.toLowerCase(), language);
      const isAsked = verbs.has(key) || keys.has(key) || isSameVerb(verb, keys);
      const isRepeated = splitWords(found).every(({ lower }) => words.has(lower));
      if (!isAsked || isRepeated) continue;
      const start = match.index + match[0].lastIndexOf(found);
      return { start, end: start + found.replace(/[.'’-]+$/, "").length };
    }
  return undefined;
}

/** Whether a participle has the beginning of a word of the question: "escrita" and "escribió", "geschrieben" and "schrieb". */
function isSameVerb(participle: string, keys: ReadonlySet<string>): boolean {
  const trunk = participle.toLowerCase().replace(/^ge/, "").slice(0, 4);
  return trunk.length === 4 && [...keys].some((key) => key.startsWith(trunk));
}

/**
 * Whether a sentence speaks of another thing of the same kind: "the capital of Chile" for "the capital of Peru", or
 * doesn't deny what an English question denies.
 */
export function contradicts(sentence: string, question: string): boolean {
  if (negation.test(question) && !negation.test(sentence)) return true;
  const [, noun = "", owner = ""] =
    /(\p{Ll}{3,20}) of (\p{Lu}[\p{L}-]{2,30})/u.exec(question) ?? [];
  if (owner === "" || sentence.includes(owner)) return false;
  return new RegExp(`(?<!\\p{L})${noun} of (?=\\p{Lu})`, "u").test(sentence);
}

const negation = /\b(?:not|never|no|nobody|without|neither|except|missed|absent)\b|n['’]t\b/i;
