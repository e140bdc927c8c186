import { openTable } from "hub/data-file";
import { en, type LabelName, type Labels } from "./en.ts";

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

/** Returns the labels of a language, with the caller's own labels applied. */
export function loadLabels(
  locale: LocaleName,
  custom: Partial<Record<LabelName, string | undefined>> = {},
): Labels {
  const overrides = Object.entries(custom).filter(([, word]) => word !== undefined);
  return { ...readLabels(locale), ...(Object.fromEntries(overrides) as Partial<Labels>) };
}

const columns = { name: Object.keys(en) as LabelName[], label: "text" } as const;
const tables = new Map<LocaleName, ReturnType<typeof openTable<typeof columns>>>(
  locales
    .filter((locale) => locale !== "en")
    .map((locale) => [locale, openTable(new URL(`./${locale}.tsv`, import.meta.url), columns)]),
);

function readLabels(locale: LocaleName): Labels {
  const rows = tables.get(locale)?.();
  if (!rows) return en;
  return Object.fromEntries(rows.map(({ name, label }) => [name, label])) as Labels;
}

/** Fills the placeholders of a phrase: `{page}` in "Page {page} of {pages}". */
export function fillGaps(phrase: string, values: Readonly<Record<string, string>>): string {
  return phrase.replace(/\{(\w{1,20})\}/g, (gap, name: string) => values[name] ?? gap);
}

export type LocaleName = (typeof locales)[number];
