import type { MatchExtended, ZxcvbnFactory, ZxcvbnResult } from "@zxcvbn-ts/core";
import { type Attack, attacks } from "./options.ts";

/** Tells how many guesses a password withstands from those who know people's habits. */
export async function rateStrength(password: string, userInputs: readonly string[]) {
  dictionaries ??= load();
  const { checker, rankOf } = await dictionaries;
  const result = checker.check(password, [...userInputs]);
  const guesses = finite(result.guesses);
  return {
    score: result.score,
    entropy_bits: Math.round(Math.log2(guesses) * 100) / 100,
    guesses,
    crack_times: crackTimes(result.crackTimes),
    warning: result.feedback.warning || null,
    suggestions: result.feedback.suggestions,
    patterns: result.sequence.map(describePattern),
    common_rank: rankOf.get(password.toLowerCase()) ?? null,
  };
}

interface Dictionaries {
  checker: ZxcvbnFactory;
  /** The place of each of the common passwords, from 1. */
  rankOf: ReadonlyMap<string, number>;
}

/** Kept: reading 230,000 words takes longer than any check of a usual password. */
let dictionaries: Promise<Dictionaries> | undefined;

async function load(): Promise<Dictionaries> {
  const [{ ZxcvbnFactory }, common, english] = await Promise.all([
    import("@zxcvbn-ts/core"),
    import("@zxcvbn-ts/language-common"),
    import("@zxcvbn-ts/language-en"),
  ]);
  const { dictionary, adjacencyGraphs: graphs } = common;
  return {
    checker: new ZxcvbnFactory({
      dictionary: { ...dictionary, ...english.dictionary },
      graphs,
      translations: english.translations,
      // A third of the default: 256 characters that can all be read twice took three seconds.
      l33tMaxSubstitutions: 32,
    }),
    rankOf: new Map(dictionary["passwords-common"].map((word, index) => [word, index + 1])),
  };
}

function crackTimes(times: ZxcvbnResult["crackTimes"]) {
  const entries = Object.entries(attacks).map(([attack, { from }]) => {
    const { seconds, display } = times[from];
    return [attack, { seconds: finite(seconds), display }];
  });
  return Object.fromEntries(entries) as Record<Attack, { seconds: number; display: string }>;
}

/** Where a pattern stands and what it is, without the text itself: an answer may end in a log. */
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
    guesses: finite(guesses ?? 1),
    dictionary: dictionaryName ?? null,
    rank: rank ?? null,
    reversed: reversed ?? false,
    l33t: l33t ?? false,
  };
}

/** JSON has no infinity, which the guesses of a long password may reach. */
function finite(value: number): number {
  return Math.min(value, Number.MAX_VALUE);
}
