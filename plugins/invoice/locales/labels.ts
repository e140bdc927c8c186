import type { LabelName, Labels } from "./en.ts";

/** Document languages. */
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

/** Languages written from right to left. */
export const rightToLeft: ReadonlySet<LocaleName> = new Set(["ar", "he"]);

const languages: Readonly<Record<LocaleName, () => Promise<Labels>>> = {
  en: async () => (await import("./en.ts")).en,
  de: async () => (await import("./de.ts")).de,
  fr: async () => (await import("./fr.ts")).fr,
  es: async () => (await import("./es.ts")).es,
  it: async () => (await import("./it.ts")).it,
  nl: async () => (await import("./nl.ts")).nl,
  pt: async () => (await import("./pt.ts")).pt,
  pl: async () => (await import("./pl.ts")).pl,
  ru: async () => (await import("./ru.ts")).ru,
  el: async () => (await import("./el.ts")).el,
  tr: async () => (await import("./tr.ts")).tr,
  ar: async () => (await import("./ar.ts")).ar,
  he: async () => (await import("./he.ts")).he,
  zh: async () => (await import("./zh.ts")).zh,
  ja: async () => (await import("./ja.ts")).ja,
  ko: async () => (await import("./ko.ts")).ko,
};

/** Loads the labels of a language, with the caller's own labels applied. */
export async function loadLabels(
  locale: LocaleName,
  custom: Partial<Record<LabelName, string | undefined>> = {},
): Promise<Labels> {
  const overrides = Object.entries(custom).filter(([, word]) => word !== undefined);
  return { ...(await languages[locale]()), ...(Object.fromEntries(overrides) as Partial<Labels>) };
}

/** Fills the placeholders of a phrase: `{page}` in "Page {page} of {pages}". */
export function fillGaps(phrase: string, values: Readonly<Record<string, string>>): string {
  return phrase.replace(/\{(\w{1,20})\}/g, (gap, name: string) => values[name] ?? gap);
}

export type LocaleName = (typeof locales)[number];
