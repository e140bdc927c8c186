import { eld } from "eld/large";
import { knownLanguages } from "./names.ts";
import { quickLanguage } from "./quick.ts";
import { dominantScript } from "./script.ts";

/** A language and how sure it is, from 0 to 1; all of a text's together are at most 1. */
export interface Guess {
  code: string;
  confidence: number;
}

/** What a text's language may be, the likeliest first. */
export interface Identified {
  guesses: Guess[];
  reliable: boolean;
  script: string;
  direction: "ltr" | "rtl";
}

const lettersForReliable = 12;
const englishPrior = 0.03;

/** Finds the language of a text, of all that are known or of some candidates. */
export function identify(text: string, candidates: readonly string[] = []): Identified {
  const { script, direction, language, letters } = dominantScript(text);
  const allowed = new Set(candidates.length > 0 ? candidates : knownLanguages);
  if (letters === 0) return { guesses: [], reliable: false, script, direction };
  if (language && allowed.has(language)) {
    const confidence = 1 - 0.5 / (letters + 1);
    return { guesses: [{ code: language, confidence }], reliable: letters > 1, script, direction };
  }
  const result = eld.detect(text);
  const scores = weighed(text, result.getScores(), allowed);
  const guesses = shares(scores, letters);
  const [first, second] = guesses;
  const isClear = first !== undefined && first.confidence >= 0.6;
  const reliable =
    isClear && (result.isReliable() || first.confidence > 0.9) && letters >= lettersForReliable;
  return {
    guesses,
    reliable: reliable && (!second || first.confidence > 2 * second.confidence),
    script,
    direction,
  };
}

/** The language that work on a text should take it for: English where there is no telling. */
export function likelyLanguage(text: string): string {
  const { guesses, reliable, script } = identify(text);
  const [first] = guesses;
  if (script === "Zyyy") return "und";
  if (!first) return script === "Latn" ? "en" : "und";
  const english = guesses.find(({ code }) => code === "en");
  // A name or an interjection is as much English as anything.
  if (!reliable && script === "Latn" && first.confidence < 0.5 && english) return "en";
  return first.code;
}

/** The detector's scores, with what the words say that no other language has. */
function weighed(text: string, scores: Record<string, number>, allowed: ReadonlySet<string>) {
  const isPlain = /^[\0-\x7f‘’“”–—…]*$/.test(text);
  const isEnglish = quickLanguage(text) === "en";
  const found = new Map<string, number>();
  for (const [code, score] of Object.entries(scores)) if (allowed.has(code)) found.set(code, score);
  if (isPlain && found.has("en")) found.set("en", found.get("en")! + englishPrior);
  // Of a longer text only where the statistics have it first or second too: it may be mixed.
  const better = found.values().filter((score) => score > (found.get("en") ?? 0));
  const isOpen = text.length < 40 || better.toArray().length < 1;
  if (isEnglish && isOpen && allowed.has("en"))
    found.set("en", Math.max(1, ...found.values()) + 0.1);
  return found;
}

/** Scores as shares of 1: the more letters there were to see, the more a lead is worth. */
function shares(scores: ReadonlyMap<string, number>, letters: number): Guess[] {
  const worth = 16 + Math.min(letters, 200) * 0.8;
  const doubt = letters / (letters + 1.5);
  const weights = [...scores].map(([code, score]) => [code, Math.exp(score * worth)] as const);
  const total = weights.reduce((sum, [, weight]) => sum + weight, 0);
  return weights
    .map(([code, weight]) => ({ code, confidence: (doubt * weight) / total }))
    .toSorted((a, b) => b.confidence - a.confidence);
}
