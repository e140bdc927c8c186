import { byLetters, hasAlphabets } from "./alphabets.ts";
import { byNetworkAlone, languageCodes } from "./codes.ts";
import type { Opinions, Score } from "./detectors.ts";
import { quickLanguage } from "./quick.ts";
import { dominantScript } from "./script.ts";
import { type Guess, hasSiblings, isSibling, settleSiblings } from "./siblings.ts";

/** What a text's language may be, the likeliest first. */
export interface IdentifiedLanguage {
  guesses: Guess[];
  /** Whether the first one may be taken for certain: detectors of different make agree. */
  reliable: boolean;
  /** Whether the text seems to be in a language that is none of those that can be told. */
  foreign: boolean;
  script: string;
  direction: "ltr" | "rtl";
}

const lettersForReliable = 12;
/** Below this the network names a rare language for any text. */
const lettersForNetwork = 25;
/** Where trigrams can tell languages from each other that they have never been compared for. */
const lettersForTrigrams = 60;
/** What the n-grams of its language give a text, where those of a relative give less. */
const fitOfOwn = 0.77;
const englishPrior = 0.03;

/** Finds the language of a text, of all that are known or of some candidates. */
export async function identifyLanguage(
  text: string,
  candidates: readonly string[] = [],
): Promise<IdentifiedLanguage> {
  const plain = withoutAddresses(sample(text));
  const { script, direction, language, letters } = dominantScript(plain);
  const about = { script, direction };
  if (letters === 0) return { guesses: [], reliable: false, foreign: false, ...about };
  const wanted = new Set(candidates.length > 0 ? candidates : Object.keys(languageCodes));
  if (language && wanted.has(language)) {
    const confidence = 1 - 0.5 / (letters + 1);
    const guesses = [{ code: language, confidence }];
    return { guesses, reliable: letters > 1, foreign: false, ...about };
  }
  // Letters that no language here is written with.
  if (!hasAlphabets(script))
    return { guesses: [], reliable: false, foreign: candidates.length === 0, ...about };
  const lower = inScript(plain.toLowerCase().replaceAll("i\u0307", "i"), script);
  const possible = byLetters(lower, script);
  const allowed = wanted.intersection(possible);
  const { ask } = await import("./detectors.ts");
  const opinions = ask(lower);
  const isAlone = possible.size === 1 && allowed.size === 1;
  const likely = isAlone
    ? [...allowed].map((code) => ({ code, confidence: 1 - 0.5 / (letters + 1) }))
    : poolOpinions(opinions, { text: plain, letters, allowed });
  const { guesses, isTold } = settleSiblings(likely, { text: lower, allowed });
  const isOpen = candidates.length === 0;
  const grounds = { letters, allowed, isTold, isAlone, isOpen };
  return { ...judgeGuesses(guesses, opinions, grounds), ...about };
}

/**
 * The guesses of the detectors as one list: that of the n-grams, with what the network says beside it. Where
 * the network names a language that the n-grams do not know, the trigrams decide whose word it is.
 */
function poolOpinions(
  { byNgrams, byNetwork, byTrigrams }: Opinions,
  { text, letters, allowed }: { text: string; letters: number; allowed: ReadonlySet<string> },
): Guess[] {
  const shares = sharesOf(weighScores(text, byNgrams, allowed), letters);
  const isShort = letters < lettersForNetwork;
  const [named = "", probability = 0] = byNetwork ?? [];
  // Where a language is not asked for, a sibling may be that is as likely.
  const code = allowed.has(named) ? named : [...allowed].find((one) => isSibling(one, named));
  if (!code || (isShort && shares.size === 0)) return rankGuesses(shares);
  const trigrams = new Map(byTrigrams());
  const rival = rankGuesses(shares)[0]?.code ?? code;
  const isAlone = byNetworkAlone.has(code) && code !== rival;
  const isBetter =
    isSibling(code, rival) || (trigrams.get(code) ?? 0) >= (trigrams.get(rival) ?? 0);
  const isTrusted = isAlone && isBetter && probability >= 0.6 && !isShort;
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

/** Whether the first guess may be taken for certain: two detectors make it, and the third has no better one. */
function judgeGuesses(
  guesses: Guess[],
  { byNgrams, byNetwork, byTrigrams }: Opinions,
  { letters, allowed, isTold, isAlone, isOpen }: Grounds,
) {
  const [first, second] = guesses;
  if (!first) return { guesses, reliable: false, foreign: isOpen };
  const says = (one: Score | undefined) => one !== undefined && isSibling(one[0], first.code);
  const trigrams = byTrigrams();
  const isListed = ([code]: Score) => allowed.has(code);
  const isRival = (one: Score) => isListed(one) || (isOpen && !languageCodes[one[0]]);
  const best = trigrams.find(isRival);
  const lead = best ? best[1] - (trigrams.find(says)?.[1] ?? 0) : 0;
  const fit = byNgrams.find(says)?.[1] ?? 0;
  const isSupported = !best || lead <= leadMax(letters, { fit, isKnown: isListed(best) });
  const sure = says(byNetwork) ? (byNetwork?.[1] ?? 0) : 0;
  const inNgrams = says(byNgrams.find(isListed));
  const isAgreed = isAlone || sure >= sureMin(first.code, { letters, inNgrams });
  const isClear = first.confidence >= 0.6 && first.confidence > 2 * (second?.confidence ?? 0);
  const reliable = isTold && isAgreed && isSupported && isClear && letters >= lettersForReliable;
  return {
    guesses,
    reliable,
    foreign: isOpen && !isSupported && !isAgreed && letters >= lettersForTrigrams,
  };
}

interface Grounds {
  letters: number;
  /** The languages that it may be, by what is asked for and by its letters. */
  allowed: ReadonlySet<string>;
  /** Whether it is told from languages that it is easily taken for. */
  isTold: boolean;
  /** Whether the letters leave one language alone. */
  isAlone: boolean;
  /** Whether it may be any language. */
  isOpen: boolean;
}

/** How sure the network must be of a language: of siblings it is never, where it stands alone it must be. */
function sureMin(code: string, { letters, inNgrams }: { letters: number; inNgrams: boolean }) {
  if (!inNgrams) return byNetworkAlone.has(code) ? 0.9 : Number.POSITIVE_INFINITY;
  if (hasSiblings(code)) return 0.4;
  return letters < lettersForTrigrams ? 0.9 : 0.7;
}

/**
 * By how much the trigrams of another language may fit better: least where no other detector knows that
 * one, more where the n-grams fit well and where the text is short.
 */
function leadMax(letters: number, { fit, isKnown }: { fit: number; isKnown: boolean }): number {
  const short = Math.max(0, lettersForTrigrams - letters) / lettersForTrigrams;
  const isFit = fit >= fitOfOwn;
  const long = isKnown ? (isFit ? 0.2 : 0.08) : isFit ? 0.06 : 0;
  return long + 0.2 * short;
}

/** The detector's scores, with what the words say that no other language has. */
function weighScores(text: string, scores: readonly Score[], allowed: ReadonlySet<string>) {
  const found = new Map<string, number>();
  for (const [code, score] of scores) if (allowed.has(code)) found.set(code, score);
  const english = found.get("en") ?? 0;
  if (/^[\0-\x7f‘’“”–—…]*$/.test(text) && english > 0) found.set("en", english + englishPrior);
  // Of a longer text only where the statistics have it first or second too: it may be mixed.
  const better = found.values().filter((score) => score > (found.get("en") ?? 0));
  const isOpen = text.length < 40 || better.toArray().length < 1;
  if (isOpen && allowed.has("en") && quickLanguage(text) === "en")
    found.set("en", Math.max(1, ...found.values()) + 0.1);
  return found;
}

/** Scores as shares of 1: the more letters there were to see, the more a lead is worth. */
function sharesOf(scores: ReadonlyMap<string, number>, letters: number): Map<string, number> {
  const worth = 16 + Math.min(letters, 200) * 0.8;
  const doubt = letters / (letters + 1.5);
  const weights = [...scores].map(([code, score]) => [code, Math.exp(score * worth)] as const);
  const total = weights.reduce((sum, [, weight]) => sum + weight, 0);
  return new Map(weights.map(([code, weight]) => [code, (doubt * weight) / total]));
}

const sampleMax = 4000;
const slices = 4;

/** A long text's language is read off pieces of it, from its beginning to its end. */
function sample(text: string): string {
  if (text.length <= sampleMax) return text;
  const step = Math.floor(text.length / slices);
  return Array.from({ length: slices }, (_, index) =>
    text.slice(index * step, index * step + sampleMax / slices),
  ).join(" ");
}

/** What is in no language: addresses, and characters that a program in C would stop at. */
function withoutAddresses(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[a-z]{2,10}:\/\/\S+|\b[\w.+-]{1,64}@[\w.-]{1,250}|\p{Cc}/giu, " ");
}

/** A text without its words in other letters. */
function inScript(text: string, script: string): string {
  const other = `(?=\\p{L})[^\\p{Script=${script}}\\p{Script=Common}\\p{Script=Inherited}]`;
  return text.replaceAll(new RegExp(`${other}+`, "gu"), " ");
}
