/** The ways to make a password. */
export const modes = ["random", "passphrase", "pin", "pronounceable"] as const;

/** How much guessing a password withstands, in words. */
export const strengths = ["very_weak", "weak", "fair", "strong", "very_strong"] as const;
