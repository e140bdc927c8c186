import { openTable } from "hub/data-file";
import english from "./en.json" with { type: "json" };

/** The labels of a document in English. Other languages have the same keys. */
export const en = english.labels;

export type LabelName = keyof typeof en;

export type Labels = Readonly<Record<LabelName, string>>;

const languages = openTable(new URL("./languages.tsv", import.meta.url), {
  language: "text",
  direction: ["ltr", "rtl"],
})();

/** Document languages. */
export const locales: readonly string[] = languages.map(({ language }) => language);

/** Languages written from right to left. */
export const rightToLeft: ReadonlySet<string> = new Set(
  languages.filter(({ direction }) => direction === "rtl").map(({ language }) => language),
);

/** Returns the labels of a language, with the caller's own labels applied. */
export function loadLabels(
  locale: string,
  custom: Partial<Record<LabelName, string | undefined>> = {},
): Labels {
  const overrides = Object.entries(custom).filter(([, word]) => word !== undefined);
  return { ...readLabels(locale), ...(Object.fromEntries(overrides) as Partial<Labels>) };
}

const columns = { name: Object.keys(en) as LabelName[], label: "text" } as const;
const tables = new Map(
  locales
    .filter((locale) => locale !== "en")
    .map((locale) => [locale, openTable(new URL(`./${locale}.tsv`, import.meta.url), columns)]),
);

function readLabels(locale: string): Labels {
  const rows = tables.get(locale)?.();
  if (!rows) return en;
  return Object.fromEntries(rows.map(({ name, label }) => [name, label])) as Labels;
}

/** Fills the placeholders of a phrase: `{page}` in "Page {page} of {pages}". */
export function fillGaps(phrase: string, values: Readonly<Record<string, string>>): string {
  return phrase.replace(/\{(\w{1,20})\}/g, (gap, name: string) => values[name] ?? gap);
}
