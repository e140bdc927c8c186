/** Widths of integers in bits. */
export const widths = ["8", "16", "32", "64", "128"] as const;
