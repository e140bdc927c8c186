/** The ways to make a password. */
export const modes = ["random", "passphrase", "pin", "pronounceable"] as const;

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
