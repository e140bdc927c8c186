/** The text formats. */
export const textFormats = ["text", "layout", "words", "markdown", "json"] as const;

export type TextFormat = (typeof textFormats)[number];

/** The relations of columns that tables are checked for. */
export const sumRules = [
  "balance = previous + amount",
  "balance = previous + credit - debit",
  "total = quantity * price",
] as const;

/** The facts about a PDF that a caller can request. */
export const factNames = [
  "metadata",
  "outline",
  "links",
  "annotations",
  "attachments",
  "forms",
  "images",
  "fonts",
  "security",
  "page_labels",
] as const;

export type FactName = (typeof factNames)[number];
