import { nameOf, nativeNameOf } from "./names.ts";
import { sampleOf } from "./samples.ts";
import { type Gender, languageOf, type Voice } from "./voice.ts";

/** Which voices are asked for. */
export interface VoiceFilter {
  id?: string | undefined;
  language?: string | undefined;
  gender?: Gender | undefined;
  provider?: string | undefined;
  search?: string | undefined;
  multilingual?: boolean | undefined;
  offline?: boolean | undefined;
}

/** The voices that fit a filter. */
export function filterVoices(voices: readonly Voice[], filter: VoiceFilter): Voice[] {
  const { gender, provider, multilingual, offline } = filter;
  const id = filter.id?.toLowerCase();
  const language = filter.language?.toLowerCase();
  const search = filter.search?.toLowerCase();
  return voices.filter(
    (voice) =>
      (id === undefined || voice.id.toLowerCase() === id) &&
      (language === undefined || speaks(voice, language)) &&
      (gender === undefined || voice.gender === gender) &&
      (provider === undefined || voice.provider === provider) &&
      (multilingual === undefined || voice.multilingual === multilingual) &&
      (offline === undefined || voice.offline === offline) &&
      (search === undefined || isFoundBy(voice, search)),
  );
}

/** A voice as answers show it. */
export function describeVoice(voice: Voice) {
  const { id, name, locale, gender, provider, multilingual, offline } = voice;
  const language = languageOf(locale);
  return {
    id,
    name,
    language,
    locale,
    locale_name: nameOf(locale),
    gender,
    provider,
    multilingual,
    formats: ["mp3", "wav", "ogg"],
    offline,
    sample_text: sampleOf(language),
  };
}

/** The languages that voices speak, by their codes. */
export function languagesOf(voices: readonly Voice[]) {
  const spoken = voices.filter(({ locale }) => locale !== "mul");
  const byLanguage = Object.groupBy(spoken, ({ locale }) => languageOf(locale));
  return Object.entries(byLanguage)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([code, own = []]) => ({
      code,
      name: nameOf(code),
      native_name: nativeNameOf(code),
      locales: [...new Set(own.map(({ locale }) => locale))].sort(),
      voices: own.length,
      own,
      offline: own.some(({ offline }) => offline),
    }));
}

/** A tag names its regions, too: `en` is all of English. */
function speaks({ locale }: Voice, wanted: string): boolean {
  const own = locale.toLowerCase();
  return own === wanted || own.startsWith(`${wanted}-`) || languageOf(own) === wanted;
}

function isFoundBy({ id, name, locale }: Voice, search: string): boolean {
  return [id, name, locale, nameOf(locale)].some((text) => text.toLowerCase().includes(search));
}
