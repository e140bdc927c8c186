import type { Gender } from "../request.ts";
import { getLanguage, type Voice } from "./voice.ts";

/** The requested properties of a voice, if none is named. */
export interface Wish {
  /** A BCP 47 tag. */
  language: string;
  gender?: Gender | undefined;
}

/** The preferred voice among equally suitable ones. */
const preferred = "en-US-EmmaMultilingualNeural";

/** Returns the voice that fits best, by language, region and gender. */
export function chooseVoice(wish: Wish, voices: readonly Voice[]): Voice | undefined {
  const tag = wish.language.toLowerCase() === "yue" ? "zh-HK" : wish.language;
  const language = getLanguage(tag);
  const near = findSimilarRegion(tag);
  const distance = ({ locale, gender, id }: Voice) =>
    (locale === "mul" ? 400 : 0) +
    (locale.toLowerCase() === tag.toLowerCase() ? 0 : locale === near ? 100 : 200) +
    (wish.gender === undefined || gender === wish.gender ? 0 : 10) +
    (id === preferred ? 0 : 1);
  let best: Voice | undefined;
  for (const voice of voices) {
    if (voice.locale !== "mul" && getLanguage(voice.locale) !== language) continue;
    if (!best || distance(voice) < distance(best)) best = voice;
  }
  return best;
}

/** Returns the region whose speech is closest to a tag's, after CLDR's parents and likely subtags. */
function findSimilarRegion(tag: string): string {
  const locale = parseLocale(tag);
  const { language, region = "" } = locale?.maximize() ?? { language: tag };
  if (language === "es") return region === "ES" ? "es-ES" : "es-419";
  if (language === "en") return ["US", "CA", "PH", "PR"].includes(region) ? "en-US" : "en-GB";
  if (language === "zh") return ["HK", "MO"].includes(region) ? "zh-HK" : "zh-CN";
  return `${language}-${parseLocale(language)?.maximize().region ?? region}`;
}

function parseLocale(tag: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(tag);
  } catch {
    return undefined;
  }
}
