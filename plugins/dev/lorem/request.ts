/** Units of the length of a placeholder text. */
export const units = ["words", "sentences", "paragraphs"] as const;
