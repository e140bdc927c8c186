import { asTable } from "hub";
import { openTable } from "hub/data-file";
import { formats, type VoiceFilter } from "../request.ts";
import { getLanguage, type Voice } from "./voice.ts";

const readGreetings = openTable(new URL("./samples.tsv", import.meta.url), {
  language: "text",
  greeting: "text",
});

/** Returns the voices that match a filter. */
export function filterVoices(voices: readonly Voice[], filter: VoiceFilter): Voice[] {
  const { gender, provider, multilingual, neural, offline } = filter;
  const id = filter.id?.toLowerCase();
  const language = filter.language?.toLowerCase();
  const search = filter.search?.toLowerCase();
  return voices.filter(
    (voice) =>
      (id === undefined || voice.id.toLowerCase() === id) &&
      (language === undefined || matchesLanguage(voice, language)) &&
      (gender === undefined || voice.gender === gender) &&
      (provider === undefined || voice.provider === provider) &&
      (multilingual === undefined || voice.multilingual === multilingual) &&
      (neural === undefined || voice.neural === neural) &&
      (offline === undefined || voice.offline === offline) &&
      (search === undefined || isFoundBy(voice, search)),
  );
}

/** Returns the response fields of a voice, with what it lacks to speak (see `findNeed`). */
export function describeVoice(voice: Voice, needs: string | null) {
  const { id, name, locale, gender, provider, multilingual, neural, offline } = voice;
  const language = getLanguage(locale);
  return {
    id,
    name,
    language,
    locale,
    locale_name: getLanguageName(locale),
    gender,
    provider,
    multilingual,
    neural,
    quality: voice.quality ?? null,
    licence: voice.licence ?? null,
    formats: [...formats],
    offline,
    needs,
    sample_text: getSample(language),
  };
}

/** Returns the languages of the voices, by code. */
export function listLanguages(voices: readonly Voice[]) {
  const spoken = voices.filter(({ locale }) => locale !== "mul");
  const byLanguage = Object.groupBy(spoken, ({ locale }) => getLanguage(locale));
  return Object.entries(byLanguage)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([code, own = []]) => ({
      code,
      name: getLanguageName(code),
      native_name: getNativeName(code),
      locales: [...new Set(own.map(({ locale }) => locale))].sort(),
      voices: own.length,
      own,
      offline: own.some(({ offline }) => offline),
    }));
}

/** Whether a voice's locale matches a tag. A language tag includes its regions: `en` is all English. */
function matchesLanguage({ locale }: Voice, tag: string): boolean {
  const own = locale.toLowerCase();
  return own === tag || own.startsWith(`${tag}-`) || getLanguage(own) === tag;
}

function isFoundBy({ id, name, locale }: Voice, search: string): boolean {
  return [id, name, locale, getLanguageName(locale)].some((text) =>
    text.toLowerCase().includes(search),
  );
}

const displays = new Map<string, Intl.DisplayNames | undefined>();

/** Cached names by language and tag: thousands of voices share a few hundred tags. */
const knownNames = new Map<string, string>();

/** Names that CLDR lacks. */
const namesBeyondCldr: Readonly<Record<string, string>> = asTable({
  hyw: "Western Armenian",
  mto: "Totontepec Mixe",
  nci: "Classical Nahuatl",
  qya: "Quenya",
  tlh: "Klingon",
  mul: "Any language",
});

/** Returns the name of a language in another language, English by default. Only for tags of the catalogue. */
function getLanguageName(tag: string, inLanguage = "en"): string {
  const key = `${inLanguage} ${tag}`;
  let name = knownNames.get(key);
  if (name === undefined) {
    name = namesBeyondCldr[tag] ?? lookUpName(tag, inLanguage);
    knownNames.set(key, name);
  }
  return name;
}

function lookUpName(tag: string, inLanguage: string): string {
  if (!displays.has(inLanguage)) displays.set(inLanguage, namesIn(inLanguage));
  try {
    return displays.get(inLanguage)?.of(tag) ?? getLanguageName(tag);
  } catch {
    return tag;
  }
}

/** Returns the native name of a language if it is known, otherwise the English one. */
function getNativeName(tag: string): string {
  return getLanguageName(tag, tag);
}

function namesIn(language: string): Intl.DisplayNames | undefined {
  const isKnown = Intl.DisplayNames.supportedLocalesOf([language]).length > 0;
  return isKnown ? new Intl.DisplayNames(language, { type: "language" }) : undefined;
}

/** Returns a short sample text in a language, or in English if there is none. */
function getSample(language: string): string {
  const find = (code: string) => readGreetings().find((row) => row.language === code)?.greeting;
  return find(language) ?? find("en") ?? "";
}
