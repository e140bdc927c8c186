import type { MatchExtended, ZxcvbnResult } from "@zxcvbn-ts/core";
import { type Dictionaries, loadDictionaries } from "./dictionaries.ts";
import { type Attack, attacks } from "./request.ts";

/** Estimates how many guesses a password withstands from attackers who know common habits. */
export async function rateStrength(password: string, userInputs: readonly string[]) {
  dictionaries ??= loadDictionaries();
  const { full, getEnglish, rankByPassword } = await dictionaries;
  const checker = password.length <= fullLengthMax ? full : getEnglish();
  const result = checker.check(password, [...userInputs]);
  const guesses = clampToFinite(result.guesses);
  return {
    score: scoreMaxima.filter((maximum) => guesses > maximum).length,
    entropy_bits: Math.round(Math.log2(guesses) * 100) / 100,
    guesses,
    crack_times: describeCrackTimes(result.crackTimes),
    warning: result.feedback.warning || null,
    suggestions: result.feedback.suggestions,
    patterns: result.sequence.map(describePattern),
    common_rank: rankByPassword.get(password.toLowerCase()) ?? null,
  };
}

/** Longer passwords are checked in English only: the time grows with the square of the length. */
const fullLengthMax = 64;

/**
 * The most guesses of scores 0 to 3. They are twice those of zxcvbn 4.4.2, whose word lists place common words up to
 * 1.8 times earlier: no word gets a higher score than there.
 */
const scoreMaxima = [2e3, 2e6, 2e8, 2e10] as const;

/** Cached: loading takes longer than checking. */
let dictionaries: Promise<Dictionaries> | undefined;

function describeCrackTimes(times: ZxcvbnResult["crackTimes"]) {
  const entries = Object.entries(attacks).map(([attack, { from }]) => {
    const { seconds, display } = times[from];
    return [attack, { seconds: clampToFinite(seconds), display }];
  });
  return Object.fromEntries(entries) as Record<Attack, { seconds: number; display: string }>;
}

/** Describes a pattern by its position and type. Omits the text, because a response may end up in a log. */
function describePattern(match: MatchExtended) {
  const { dictionaryName, rank, reversed, l33t, guesses } = match as MatchExtended & {
    dictionaryName?: string;
    rank?: number;
    reversed?: boolean;
    l33t?: boolean;
    guesses?: number;
  };
  return {
    pattern: match.pattern,
    start: match.i,
    end: match.j + 1,
    guesses: clampToFinite(guesses ?? 1),
    dictionary: dictionaryName ?? null,
    rank: rank ?? null,
    reversed: reversed ?? false,
    l33t: l33t ?? false,
  };
}

/** JSON has no infinity, which the guesses of a long password may reach. */
function clampToFinite(value: number): number {
  return Math.min(value, Number.MAX_VALUE);
}
