/** Sheets of paper that stand, in points. */
export const papers = { a4: [595.276, 841.89], letter: [612, 792] } as const;
