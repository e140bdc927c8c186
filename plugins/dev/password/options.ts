import { oneOf, type Static, t } from "hub";

/** What a caller may say of the passwords to make. */
export const passwordQuery = t.Object({
  mode: oneOf(["random", "passphrase", "pin", "pronounceable"], {
    default: "random",
    description:
      "From any characters, from words, from digits, or from letters that can be pronounced",
  }),
  length: t.Integer({ minimum: 4, maximum: 256, default: 16, description: "Characters" }),
  count: t.Integer({ minimum: 1, maximum: 100, default: 1, description: "How many passwords" }),
  uppercase: t.Boolean({ default: true, description: "The letters A to Z" }),
  lowercase: t.Boolean({ default: true, description: "The letters a to z" }),
  numbers: t.Boolean({ default: true, description: "The digits 0 to 9" }),
  symbols: t.Boolean({ default: true, description: "The 32 symbols of ASCII" }),
  exclude_ambiguous: t.Boolean({
    default: false,
    description: "Leaves out characters that look alike: I l 1 | O 0 o ' ` \"",
  }),
  exclude: t.String({ maxLength: 128, default: "", description: "Characters to leave out" }),
  require_each: t.Boolean({
    default: true,
    description: "At least one of every kind of character that is switched on",
  }),
  words: t.Integer({ minimum: 3, maximum: 12, default: 6, description: "Words of a passphrase" }),
  separator: t.String({ maxLength: 8, default: "-", description: "What separates words" }),
  capitalize: t.Boolean({ default: false, description: "Capitalizes every word" }),
});

export type PasswordOptions = Static<typeof passwordQuery>;

/** How much guessing a password withstands, in words. */
export const strengths = ["very_weak", "weak", "fair", "strong", "very_strong"] as const;

/** The attackers a password may meet, after zxcvbn, and the guesses each is taken to make. */
export const attacks = {
  online_throttled: { from: "onlineThrottlingXPerHour", pace: "100 guesses an hour" },
  online_unthrottled: { from: "onlineNoThrottlingXPerSecond", pace: "10 guesses a second" },
  offline_slow_hash: { from: "offlineSlowHashingXPerSecond", pace: "10,000 guesses a second" },
  offline_fast_hash: { from: "offlineFastHashingXPerSecond", pace: "10^10 guesses a second" },
} as const;

export type Attack = keyof typeof attacks;
