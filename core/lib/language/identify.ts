import { byLetters, hasAlphabets } from "./alphabets.ts";
import { byNetworkAlone, languageCodes } from "./codes.ts";
import type { Opinions, Score } from "./detectors.ts";
import { dominantScript } from "./script.ts";
import { type Guess, hasSiblings, isSibling, settleSiblings } from "./siblings.ts";

/** The possible languages of a text, most likely first. */
export interface IdentifiedLanguage {
  guesses: Guess[];
  /** Whether the first guess is reliable: detectors that work in different ways agree. */
  reliable: boolean;
  /** Whether the text seems to be in an unsupported language. */
  foreign: boolean;
  script: string;
  direction: "ltr" | "rtl";
}

/** The minimum number of letters for a reliable result. */
const lettersForReliable = 12;
/** The minimum number of letters for the network: below, it names a rare language for any text, and the n-grams decide. */
const lettersForNetwork = 25;
/** The minimum number of letters at which trigrams can distinguish unrelated languages. */
const lettersForTrigrams = 60;
/** The n-gram score that a text gets in its own language, but not in a related one. */
const fitOfOwn = 0.77;

/** Identifies the language of a text, among all supported ones or the candidates. */
export async function identifyLanguage(
  text: string,
  candidates: readonly string[] = [],
): Promise<IdentifiedLanguage> {
  const plain = removeAddresses(sampleText(text));
  const { script, direction, language, letters } = dominantScript(plain);
  const about = { script, direction };
  if (letters === 0) return { guesses: [], reliable: false, foreign: false, ...about };
  const selected = new Set(candidates.length > 0 ? candidates : Object.keys(languageCodes));
  if (language && selected.has(language)) {
    const confidence = 1 - 0.5 / (letters + 1);
    const guesses = [{ code: language, confidence }];
    return { guesses, reliable: letters > 1, foreign: false, ...about };
  }
  // No supported language uses this script.
  if (!hasAlphabets(script))
    return { guesses: [], reliable: false, foreign: candidates.length === 0, ...about };
  const lower = removeOtherScripts(plain.toLowerCase().replaceAll("i\u0307", "i"), script);
  const possible = byLetters(lower, script);
  const allowed = selected.intersection(possible);
  const { collectOpinions } = await import("./detectors.ts");
  const opinions = collectOpinions(lower);
  const isAlone = possible.size === 1 && allowed.size === 1;
  const likely = isAlone
    ? [...allowed].map((code) => ({ code, confidence: 1 - 0.5 / (letters + 1) }))
    : poolOpinions(opinions, { letters, allowed });
  const { guesses, isTold } = settleSiblings(likely, { text: lower, allowed });
  const isOpen = candidates.length === 0;
  const evidence = { letters, allowed, isTold, isAlone, isOpen };
  return { ...judgeGuesses(guesses, opinions, evidence), ...about };
}

/**
 * Combines the detectors into one list: the n-grams' guesses, weighted with the network's. If the network
 * names a language that the n-grams don't support, the trigrams decide between the two.
 */
function poolOpinions(
  { byNgrams, byNetwork, byTrigrams }: Opinions,
  { letters, allowed }: { letters: number; allowed: ReadonlySet<string> },
): Guess[] {
  const scores = byNgrams.filter(([code]) => allowed.has(code));
  const shares = toShares(new Map(scores), letters);
  if (letters < lettersForNetwork) return rankGuesses(shares);
  const [detected = "", probability = 0] = byNetwork ?? [];
  // If the named language isn't allowed, uses an allowed sibling, which is as likely.
  const code = allowed.has(detected)
    ? detected
    : [...allowed].find((one) => isSibling(one, detected));
  if (!code) return rankGuesses(shares);
  const trigrams = new Map(byTrigrams());
  const rival = rankGuesses(shares)[0]?.code ?? code;
  const isAlone = byNetworkAlone.has(code) && code !== rival;
  const isBetter =
    isSibling(code, rival) || (trigrams.get(code) ?? 0) >= (trigrams.get(rival) ?? 0);
  const isTrusted = isAlone && isBetter && probability >= 0.6;
  const weight = shares.size === 0 ? 1 : isTrusted ? 0.9 : 0.3;
  for (const [other, share] of shares) shares.set(other, share * (1 - probability * weight));
  shares.set(code, (shares.get(code) ?? 0) + probability * weight);
  return rankGuesses(shares);
}

function rankGuesses(shares: ReadonlyMap<string, number>): Guess[] {
  return [...shares]
    .map(([code, confidence]) => ({ code, confidence }))
    .toSorted((a, b) => b.confidence - a.confidence);
}

/**
 * Decides whether the first guess is reliable: two detectors agree, and the third has no better candidate.
 */
function judgeGuesses(
  guesses: Guess[],
  { byNgrams, byNetwork, byTrigrams }: Opinions,
  { letters, allowed, isTold, isAlone, isOpen }: Evidence,
) {
  const [best, second] = guesses;
  if (!best) return { guesses, reliable: false, foreign: isOpen };
  const matches = (one: Score | undefined) => one !== undefined && isSibling(one[0], best.code);
  const trigrams = byTrigrams();
  const isListed = ([code]: Score) => allowed.has(code);
  const isRival = (one: Score) => isListed(one) || (isOpen && !languageCodes[one[0]]);
  const bestTrigram = trigrams.find(isRival);
  const lead = bestTrigram ? bestTrigram[1] - (trigrams.find(matches)?.[1] ?? 0) : 0;
  const fit = byNgrams.find(matches)?.[1] ?? 0;
  const isSupported =
    !bestTrigram || lead <= getLeadMax(letters, { fit, isKnown: isListed(bestTrigram) });
  const networkScore = matches(byNetwork) ? (byNetwork?.[1] ?? 0) : 0;
  const inNgrams = matches(byNgrams.find(isListed));
  const isAgreed = isAlone || networkScore >= getNetworkScoreMin(best.code, { letters, inNgrams });
  const isClear = best.confidence >= 0.6 && best.confidence > 2 * (second?.confidence ?? 0);
  const reliable = isTold && isAgreed && isSupported && isClear && letters >= lettersForReliable;
  return {
    guesses,
    reliable,
    foreign: isOpen && !isSupported && !isAgreed && letters >= lettersForTrigrams,
  };
}

interface Evidence {
  letters: number;
  /** The allowed languages, by the candidates and the letters. */
  allowed: ReadonlySet<string>;
  /** Whether it is distinguished from similar languages. */
  isTold: boolean;
  /** Whether only one language matches the letters. */
  isAlone: boolean;
  /** Whether there are no candidates, so that any language is possible. */
  isOpen: boolean;
}

/**
 * Returns the minimum network score. It is low for languages with siblings, which the network cannot
 * distinguish, and high if only the network supports a language.
 */
function getNetworkScoreMin(
  code: string,
  { letters, inNgrams }: { letters: number; inNgrams: boolean },
) {
  if (!inNgrams) return byNetworkAlone.has(code) ? 0.9 : Number.POSITIVE_INFINITY;
  if (hasSiblings(code)) return 0.4;
  return letters < lettersForTrigrams ? 0.9 : 0.7;
}

/**
 * Returns the maximum lead of another language's trigrams. It is smallest if only the trigrams support that
 * language, and larger if the n-grams fit well or the text is short.
 */
function getLeadMax(letters: number, { fit, isKnown }: { fit: number; isKnown: boolean }): number {
  const short = Math.max(0, lettersForTrigrams - letters) / lettersForTrigrams;
  const isFit = fit >= fitOfOwn;
  const long = isKnown ? (isFit ? 0.2 : 0.08) : isFit ? 0.06 : 0;
  return long + 0.2 * short;
}

/** Converts scores to shares of 1. With more letters, a lead counts more. */
function toShares(scores: ReadonlyMap<string, number>, letters: number): Map<string, number> {
  const sharpness = 16 + Math.min(letters, 200) * 0.8;
  const certainty = letters / (letters + 1.5);
  const weights = [...scores].map(([code, score]) => [code, Math.exp(score * sharpness)] as const);
  const total = weights.reduce((sum, [, weight]) => sum + weight, 0);
  return new Map(weights.map(([code, weight]) => [code, (certainty * weight) / total]));
}

const sampleMax = 4000;
const slices = 4;

/** Samples a long text from its beginning to its end. */
function sampleText(text: string): string {
  if (text.length <= sampleMax) return text;
  const step = Math.floor(text.length / slices);
  return Array.from({ length: slices }, (_, index) =>
    text.slice(index * step, index * step + sampleMax / slices),
  ).join(" ");
}

/** Removes URLs and email addresses, and control characters, at which a C program would stop. */
function removeAddresses(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[a-z]{2,10}:\/\/\S+|\b[\w.+-]{1,64}@[\w.-]{1,250}|\p{Cc}/giu, " ");
}

/** Removes words in other scripts from a text. */
function removeOtherScripts(text: string, script: string): string {
  const other = `(?=\\p{L})[^\\p{Script=${script}}\\p{Script=Common}\\p{Script=Inherited}]`;
  return text.replaceAll(new RegExp(`${other}+`, "gu"), " ");
}
