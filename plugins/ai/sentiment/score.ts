import { type Construed, constructionsOf } from "./constructions.ts";
import type { Valence } from "./tokens.ts";
import { type Token, tokensOf } from "./tokens.ts";
import { valencesOf } from "./valence.ts";

/** The sentiment of a stretch of text. */
export interface Score {
  /** From −1 to 1. */
  compound: number;
  /** Shares of 1. */
  positive: number;
  neutral: number;
  negative: number;
  tokens: readonly Token[];
  valences: readonly Valence[];
  construed: Construed;
}

/** Approximately the largest sum that is expected: the paper's α. */
const alpha = 15;

/** Scores a text as a whole. With `emojiOnly`, words of no emoji or emoticon count for nothing. */
export function score(text: string, { emojiOnly = false } = {}): Score {
  const all = tokensOf(text);
  const tokens = emojiOnly ? all.filter(isPicture) : all;
  const construed = constructionsOf(tokens);
  const valences = valencesOf(tokens, construed);
  const sum = valences.reduce((total, { valence }) => total + valence, 0);
  const emphasis = emphasisOf(text);
  const total = sum + (sum > 0 ? emphasis : sum < 0 ? -emphasis : 0);
  const compound = rounded(Math.max(-1, Math.min(1, total / Math.sqrt(total * total + alpha))));
  return { compound, ...sharesOf(valences, emphasis), tokens, valences, construed };
}

/** How strongly exclamation and question marks stress what is said. */
function emphasisOf(text: string): number {
  let exclamations = 0;
  let questions = 0;
  for (const char of text) {
    if (char === "!" || char === "！") exclamations++;
    if (char === "?" || char === "？") questions++;
  }
  const asked = questions <= 1 ? 0 : questions <= 3 ? questions * 0.18 : 0.96;
  return Math.min(exclamations, 4) * 0.292 + asked;
}

/** A word that is felt weighs one more than its valence, as a word that is not weighs one. */
function sharesOf(valences: readonly Valence[], emphasis: number) {
  let [positive, negative, neutral] = [0, 0, 0];
  for (const { valence } of valences) {
    if (valence > 0) positive += valence + 1;
    else if (valence < 0) negative += 1 - valence;
    else neutral++;
  }
  if (positive > negative) positive += emphasis;
  else if (positive < negative) negative += emphasis;
  const total = positive + negative + neutral;
  const share = (part: number) => (total === 0 ? 0 : Math.round((part / total) * 1000) / 1000);
  return { positive: share(positive), neutral: share(neutral), negative: share(negative) };
}

function isPicture({ isEmoji, lower }: Token): boolean {
  return (
    isEmoji ||
    (lower.length <= 5 && !/[\p{L}\p{N}]{2}/u.test(lower) && /[^\p{L}\p{N}]/u.test(lower))
  );
}

function rounded(value: number): number {
  return Math.round(value * 1e4) / 1e4;
}
