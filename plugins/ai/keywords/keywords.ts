import { rankPhrases } from "../key-phrases/rank-phrases.ts";
import type { TextInput } from "../request.ts";
import { roundScore } from "../round-score.ts";
import { isCapitalized } from "../text/words.ts";
import type { KeywordOptions } from "./request.ts";

const tagsMax = 10;
/** The length of the beginning of a text that its phrases are compared with. */
const comparedMax = 1000;

/** A text, with the keyword options. */
export type KeywordsInput = TextInput & KeywordOptions;

/** The number of phrases that a model compares, as a multiple of the wanted ones. */
const comparedShare = 3;

/** Returns the beginning of a text and its best phrases, to be compared by a model of sentences. */
export function listComparedTexts({ text, ...options }: KeywordsInput) {
  const phrases = rankPhrases(text, { ...options, top: options.top * comparedShare });
  return { text: text.slice(0, comparedMax), labels: phrases.map(({ phrase }) => [phrase]) };
}

/** Finds the key phrases of a text, most relevant first, and hashtags made of them. */
export function findKeywords({ text, ...options }: KeywordsInput, likeness?: readonly number[]) {
  const top = likeness ? likeness.length : options.top;
  const chosen = rankPhrases(text, { ...options, top })
    .map((phrase, index) => ({
      ...phrase,
      score: phrase.score * (likeness ? 0.5 + (likeness[index] ?? 0) : 1),
    }))
    .toSorted((a, b) => b.score - a.score)
    .slice(0, options.top);
  const best = chosen[0]?.score ?? 1;
  const found = chosen.map(({ phrase, score, positions }) => ({
    phrase,
    score: roundScore(score / best),
    count: positions.length,
    positions,
  }));
  return { keywords: found, hashtags: buildHashtags(found.map(({ phrase }) => phrase)) };
}

/** Converts phrases to hashtags: `interest rates` becomes `#InterestRates`. */
export function buildHashtags(phrases: readonly string[]): string[] {
  const tags = phrases.map((phrase) => {
    const words = phrase.split(/[^\p{L}\p{M}\p{N}]/u).filter((word) => word !== "");
    if (words.length === 1 && isCapitalized(words[0] ?? "")) return `#${words[0]}`;
    const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
    return `#${words.length === 1 ? words[0] : name}`;
  });
  return [...new Set(tags.filter((tag) => /\p{L}/u.test(tag)))].slice(0, tagsMax);
}
