import { toWordKey } from "../text/stem.ts";
import { getBaseLanguage } from "../text/words.ts";

/**
 * Returns the key under which words of a question and of its answer are compared. German and Spanish verbs change more
 * than nouns, so the prefix "ge", endings and accents are removed.
 */
export function toAnswerKey(lower: string, language: string): string {
  const code = getBaseLanguage(language);
  if ((code !== "de" && code !== "es") || lower.length < 5 || /\p{N}/u.test(lower))
    return toWordKey(lower, language);
  const plain = lower.normalize("NFD").replace(/\p{M}/gu, "");
  if (code === "es") return trim(plain, spanishEndings);
  const isParticiple = /^ge\p{L}{3,12}(?:t|en)$/u.test(plain);
  return trim(isParticiple ? plain.slice(2) : plain, germanEndings);
}

const germanEndings =
  /(?:ungen|ung|isten|isten|ische|ischen|ischer|isches|isch|ierten|ierte|ieren|iert|tetes|teten|tete|tet|ten|te|ern|em|er|en|es|est|e|s|n|t)$/;
const spanishEndings =
  /(?:aciones|acion|imientos|imiento|amiento|adores|ador|adora|aron|ieron|iendo|ando|arian|aria|arse|erse|irse|aban|aba|ados|adas|ado|ada|idos|idas|ido|ida|ian|ia|ar|er|ir|an|en|es|os|as|s|o|a|e)$/;
const stemMin = 4;
const stemMax = 8;

function trim(word: string, endings: RegExp): string {
  const match = endings.exec(word);
  const stem = match && match.index >= stemMin ? word.slice(0, match.index) : word;
  return stem.slice(0, stemMax);
}
