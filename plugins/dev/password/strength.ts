import type { MatchExtended, ZxcvbnFactory, ZxcvbnResult } from "@zxcvbn-ts/core";
import { type Attack, attacks } from "./request.ts";

/** Estimates how many guesses a password withstands from attackers who know common habits. */
export async function rateStrength(password: string, userInputs: readonly string[]) {
  dictionaries ??= load();
  const { checker, rankByPassword } = await dictionaries;
  const result = checker.check(password, [...userInputs]);
  const guesses = clampToFinite(result.guesses);
  return {
    score: result.score,
    entropy_bits: Math.round(Math.log2(guesses) * 100) / 100,
    guesses,
    crack_times: describeCrackTimes(result.crackTimes),
    warning: result.feedback.warning || null,
    suggestions: result.feedback.suggestions,
    patterns: result.sequence.map(describePattern),
    common_rank: rankByPassword.get(password.toLowerCase()) ?? null,
  };
}

interface Dictionaries {
  checker: ZxcvbnFactory;
  /** Rank of each common password, starting at 1. */
  rankByPassword: ReadonlyMap<string, number>;
}

/** Cached: loading 230,000 words takes longer than checking a typical password. */
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
      // A third of the default. With it, 256 characters with two readings each took three seconds.
      l33tMaxSubstitutions: 32,
    }),
    rankByPassword: new Map(dictionary["passwords-common"].map((word, index) => [word, index + 1])),
  };
}

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
