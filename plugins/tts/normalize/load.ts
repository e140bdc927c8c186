import { asTable } from "hub";
import { getLanguage } from "../voices/voice.ts";
import type { Language } from "./languages/speller.ts";
import { createNormalizer, type Normalizer } from "./normalize.ts";

/** The languages whose texts are normalised, and their default locales. */
const languages: Readonly<
  Record<string, { locale: string; load(): Promise<{ language: Language }> }>
> = asTable({
  cs: { locale: "cs-CZ", load: () => import("./languages/cs.ts") },
  de: { locale: "de-DE", load: () => import("./languages/de.ts") },
  en: { locale: "en-US", load: () => import("./languages/en.ts") },
  es: { locale: "es-ES", load: () => import("./languages/es.ts") },
  fr: { locale: "fr-FR", load: () => import("./languages/fr.ts") },
  hi: { locale: "hi-IN", load: () => import("./languages/hi.ts") },
  it: { locale: "it-IT", load: () => import("./languages/it.ts") },
  nl: { locale: "nl-NL", load: () => import("./languages/nl.ts") },
  pl: { locale: "pl-PL", load: () => import("./languages/pl.ts") },
  pt: { locale: "pt-BR", load: () => import("./languages/pt.ts") },
  ru: { locale: "ru-RU", load: () => import("./languages/ru.ts") },
  sv: { locale: "sv-SE", load: () => import("./languages/sv.ts") },
  tr: { locale: "tr-TR", load: () => import("./languages/tr.ts") },
  uk: { locale: "uk-UA", load: () => import("./languages/uk.ts") },
  zh: { locale: "zh-CN", load: () => import("./languages/zh.ts") },
});
/** Regions with their own words for numbers. */
const ownRules = new Set(["de-CH", "en-IN", "es-419", "fr-BE", "fr-CH", "pt-PT"]);
/** Languages whose emoji have names in `emojibase-data`. */
const namedEmoji = new Set("de en es fr hi it nl pl pt ru sv uk zh".split(" "));
const emoji = /\p{RGI_Emoji}/v;

const loaded = new Map<string, Promise<Normalizer>>();

/** The codes of the languages whose texts are normalised. */
export const normalizedLanguages: readonly string[] = [...Object.keys(languages), "ja"].toSorted();

/** Returns the normaliser of a locale for a text, or undefined if its language has none. */
export async function loadNormalizer(tag: string, text: string): Promise<Normalizer | undefined> {
  const code = getLanguage(tag);
  const entry = Object.hasOwn(languages, code) ? languages[code] : undefined;
  if (!entry) return undefined;
  const locale = chooseLocale(tag, code) ?? entry.locale;
  const known = loaded.get(locale);
  const created = known ?? createFor(locale, { code, load: entry.load });
  loaded.set(locale, created);
  // A failed import is tried again by the next request.
  created.catch(() => loaded.delete(locale));
  const normalizer = await created;
  if (!emoji.test(text) || !namedEmoji.has(code)) return normalizer;
  return { ...normalizer, emoji: await loadEmoji(code) };
}

/** Returns a tag with a region in the form that `Intl` knows, or undefined. */
function chooseLocale(tag: string, code: string): string | undefined {
  const [, ...rest] = tag.split("-");
  const [locale] = Intl.DateTimeFormat.supportedLocalesOf([[code, ...rest].join("-")]);
  return locale !== undefined && new Intl.Locale(locale).region ? locale : undefined;
}

async function createFor(
  locale: string,
  { code, load }: { code: string; load(): Promise<{ language: Language }> },
): Promise<Normalizer> {
  const region = new Intl.Locale(locale).region ?? "";
  const isAmerican = code === "es" && !["", "ES"].includes(region);
  const own = isAmerican ? "es-419" : `${code}-${region}`;
  const [{ language }, { default: rules }] = await Promise.all([
    load(),
    import(`cldr-rbnf/rbnf/${ownRules.has(own) ? own : code}.json`),
  ]);
  const base = ownRules.has(own) ? await import(`cldr-rbnf/rbnf/${code}.json`) : undefined;
  const sets = {
    ...base?.default.rbnf.rbnf.SpelloutRules,
    ...rules.rbnf.rbnf.SpelloutRules,
  };
  return createNormalizer(language, { locale, rules: sets });
}

const emojiNames = new Map<string, Promise<ReadonlyMap<string, string>>>();

/** An entry of emojibase's list. */
interface EmojiEntry {
  unicode: string;
  label: string;
  skins?: EmojiEntry[];
}

/** Returns the names of emoji in a language. */
export function loadEmoji(code: string): Promise<ReadonlyMap<string, string>> {
  const known = emojiNames.get(code);
  if (known) return known;
  const names = import(`emojibase-data/${code}/compact.json`).then(
    ({ default: entries }: { default: EmojiEntry[] }) =>
      new Map(
        entries
          .flatMap((entry) => [entry, ...(entry.skins ?? [])])
          .map(({ unicode, label }) => [unicode.replaceAll("\ufe0f", ""), label]),
      ),
  );
  emojiNames.set(code, names);
  return names;
}
