import { listFiles } from "hub/data-file";
import { getLanguage } from "../voices/voice.ts";
import { readLanguage } from "./languages/language.ts";
import { createNormalizer, type Normalizer } from "./normalize.ts";

const emoji = /\p{RGI_Emoji}/v;

const loaded = new Map<string, Promise<Normalizer>>();

/** The languages that have a file. */
const languages = listFiles(new URL("./languages/", import.meta.url), ".txt");

/** The codes of the languages whose texts are normalised. */
export const normalizedLanguages: readonly string[] = [...languages, "ja"].toSorted();

/** Returns the normaliser of a locale for a text, or undefined if its language has none. */
export async function loadNormalizer(tag: string, text: string): Promise<Normalizer | undefined> {
  const code = getLanguage(tag);
  if (!languages.includes(code)) return undefined;
  const { settings } = readLanguage(code).texts;
  const locale = chooseLocale(tag, code) ?? settings.locale ?? code;
  const known = loaded.get(locale);
  const created = known ?? createFor(locale, code);
  loaded.set(locale, created);
  // A failed import is tried again by the next request.
  created.catch(() => loaded.delete(locale));
  const normalizer = await created;
  if (!emoji.test(text) || settings.emoji !== "yes") return normalizer;
  return { ...normalizer, emoji: await loadEmoji(code) };
}

/** Returns a tag with a region in the form that `Intl` knows, or undefined. */
function chooseLocale(tag: string, code: string): string | undefined {
  const [, ...rest] = tag.split("-");
  const [locale] = Intl.DateTimeFormat.supportedLocalesOf([[code, ...rest].join("-")]);
  return locale !== undefined && new Intl.Locale(locale).region ? locale : undefined;
}

async function createFor(locale: string, code: string): Promise<Normalizer> {
  const language = readLanguage(code);
  const region = new Intl.Locale(locale).region ?? "";
  // Regions with their own words for numbers.
  const ownRegion = code === "es" && !["", "ES"].includes(region) ? "419" : region;
  const isOwn = language.texts.settings["own regions"]?.split(" ").includes(ownRegion);
  const files = isOwn ? [code, `${code}-${ownRegion}`] : [code];
  const sets = await Promise.all(files.map((file) => import(`cldr-rbnf/rbnf/${file}.json`)));
  const rules = Object.assign({}, ...sets.map((set) => set.default.rbnf.rbnf.SpelloutRules));
  return createNormalizer(language, { locale, rules });
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
