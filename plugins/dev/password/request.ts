import { oneOf, type Static, t } from "hub";

/** Options for generating passwords. */
export const passwordQuery = t.Object({
  mode: oneOf(["random", "passphrase", "pin", "pronounceable"], {
    default: "random",
    description: "Made of any characters, of words, of digits, or of pronounceable letters",
  }),
  length: t.Integer({ minimum: 4, maximum: 256, default: 16, description: "Number of characters" }),
  count: t.Integer({ minimum: 1, maximum: 100, default: 1, description: "Number of passwords" }),
  uppercase: t.Boolean({ default: true, description: "The letters A to Z" }),
  lowercase: t.Boolean({ default: true, description: "The letters a to z" }),
  numbers: t.Boolean({ default: true, description: "The digits 0 to 9" }),
  symbols: t.Boolean({ default: true, description: "The 32 symbols of ASCII" }),
  exclude_ambiguous: t.Boolean({
    default: false,
    description: "Excludes characters that look alike: I l 1 | O 0 o ' ` \"",
  }),
  exclude: t.String({ maxLength: 128, default: "", description: "Characters to exclude" }),
  require_each: t.Boolean({
    default: true,
    description: "Requires at least one character of every enabled kind",
  }),
  words: t.Integer({
    minimum: 3,
    maximum: 12,
    default: 6,
    description: "Number of words in a passphrase",
  }),
  separator: t.String({ maxLength: 8, default: "-", description: "Separator between words" }),
  capitalize: t.Boolean({ default: false, description: "Capitalizes every word" }),
});

export type PasswordOptions = Static<typeof passwordQuery>;

/** Ratings of password strength. */
export const strengths = ["very_weak", "weak", "fair", "strong", "very_strong"] as const;

/** Attack scenarios of zxcvbn, with the guessing rate assumed for each. */
export const attacks = {
  online_throttled: { from: "onlineThrottlingXPerHour", pace: "100 guesses an hour" },
  online_unthrottled: { from: "onlineNoThrottlingXPerSecond", pace: "10 guesses a second" },
  offline_slow_hash: { from: "offlineSlowHashingXPerSecond", pace: "10,000 guesses a second" },
  offline_fast_hash: { from: "offlineFastHashingXPerSecond", pace: "10^10 guesses a second" },
} as const;

export type Attack = keyof typeof attacks;
