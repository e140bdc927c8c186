/** How items of two lists are paired: each with that of its index, or by what they have in common. */
export const arrayModes = ["index", "lcs"] as const;

export type ArrayMode = (typeof arrayModes)[number];
