/** The languages that documents are written in. */
export const locales = [
  "en",
  "de",
  "fr",
  "es",
  "it",
  "nl",
  "pt",
  "pl",
  "ru",
  "el",
  "tr",
  "ar",
  "he",
  "zh",
  "ja",
  "ko",
] as const;

export type LocaleName = (typeof locales)[number];

/** Those that are written from right to left. */
export const rightToLeft: ReadonlySet<LocaleName> = new Set(["ar", "he"]);
