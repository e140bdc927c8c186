/** Strategies for pairing list items: by index, or by longest common subsequence. */
export const arrayModes = ["index", "lcs"] as const;

export type ArrayMode = (typeof arrayModes)[number];
