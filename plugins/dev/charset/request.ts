/** Treatments of characters that a charset lacks. */
export const unencodableChoices = ["fail", "question", "xml"] as const;

export type UnencodableChoice = (typeof unencodableChoices)[number];
