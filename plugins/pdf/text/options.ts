/** The forms that the text of a PDF may be written in. */
export const textFormats = ["text", "layout", "words", "markdown", "json"] as const;

export type TextFormat = (typeof textFormats)[number];

/** What may be told of a PDF besides its text. */
export const factNames = [
  "metadata",
  "outline",
  "links",
  "attachments",
  "forms",
  "images",
  "fonts",
  "security",
  "page_labels",
] as const;

export type FactName = (typeof factNames)[number];
