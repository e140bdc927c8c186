import { type Gender, getLanguage, type Voice } from "./voice.ts";

/** Which voice is wanted where none is named. */
export interface Wish {
  /** A BCP 47 tag. */
  language: string;
  gender?: Gender | undefined;
}

/** What speaks where nothing more is said, as far as it is among the voices. */
const preferred = "en-US-EmmaMultilingualNeural";

/** The voice that comes nearest to a wish: by language, region and gender. */
export function chooseVoice(wish: Wish, voices: readonly Voice[]): Voice | undefined {
  const tag = wish.language.toLowerCase() === "yue" ? "zh-HK" : wish.language;
  const language = getLanguage(tag);
  const near = nearRegion(tag);
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

/** The region whose speech is most like that of a tag, after CLDR's parents and likely subtags. */
function nearRegion(tag: string): string {
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
