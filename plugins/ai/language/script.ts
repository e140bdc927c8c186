interface Script {
  /** ISO 15924. */
  code: string;
  of: RegExp;
  /** The one language that is written in it, as good as. */
  language?: string;
  rtl?: true;
}

const scripts: readonly Script[] = [
  { code: "Latn", of: /\p{Script=Latin}/u },
  { code: "Cyrl", of: /\p{Script=Cyrillic}/u },
  { code: "Arab", of: /\p{Script=Arabic}/u, rtl: true },
  { code: "Hani", of: /\p{Script=Han}/u },
  { code: "Kana", of: /[\p{Script=Hiragana}\p{Script=Katakana}]/u },
  { code: "Kore", of: /\p{Script=Hangul}/u, language: "ko" },
  { code: "Deva", of: /\p{Script=Devanagari}/u },
  { code: "Grek", of: /\p{Script=Greek}/u, language: "el" },
  { code: "Hebr", of: /\p{Script=Hebrew}/u, language: "he", rtl: true },
  { code: "Thai", of: /\p{Script=Thai}/u, language: "th" },
  { code: "Geor", of: /\p{Script=Georgian}/u, language: "ka" },
  { code: "Armn", of: /\p{Script=Armenian}/u, language: "hy" },
  { code: "Beng", of: /\p{Script=Bengali}/u, language: "bn" },
  { code: "Taml", of: /\p{Script=Tamil}/u, language: "ta" },
  { code: "Telu", of: /\p{Script=Telugu}/u, language: "te" },
  { code: "Knda", of: /\p{Script=Kannada}/u, language: "kn" },
  { code: "Mlym", of: /\p{Script=Malayalam}/u, language: "ml" },
  { code: "Gujr", of: /\p{Script=Gujarati}/u, language: "gu" },
  { code: "Guru", of: /\p{Script=Gurmukhi}/u, language: "pa" },
  { code: "Orya", of: /\p{Script=Oriya}/u, language: "or" },
  { code: "Sinh", of: /\p{Script=Sinhala}/u, language: "si" },
  { code: "Khmr", of: /\p{Script=Khmer}/u, language: "km" },
  { code: "Laoo", of: /\p{Script=Lao}/u, language: "lo" },
  { code: "Mymr", of: /\p{Script=Myanmar}/u, language: "my" },
  { code: "Ethi", of: /\p{Script=Ethiopic}/u, language: "am" },
  { code: "Tibt", of: /\p{Script=Tibetan}/u, language: "bo" },
  { code: "Thaa", of: /\p{Script=Thaana}/u, language: "dv", rtl: true },
];

interface Sign {
  script: string;
  /** Letters or words that the language has … */
  of: RegExp;
  /** … and those that it has not. */
  not?: RegExp;
  language: string;
}

/** What tells one language of a script from the others. */
const signs: readonly Sign[] = [
  { script: "Hebr", of: /[װױײ]/, language: "yi" },
  { script: "Arab", of: /[ټډړښ]/, language: "ps" },
  { script: "Arab", of: /[ۆێ]/, language: "ku" },
  { script: "Arab", of: /[ٹڈڑںے]/, language: "ur" },
  { script: "Arab", of: /[پچژگیک]/, not: /[ةأإ]/, language: "fa" },
  { script: "Arab", of: /[ةأإيك]|ال/, not: /[پچژگیک]/, language: "ar" },
  { script: "Deva", of: /ळ|आहे|नाही/, not: /हैं|है/, language: "mr" },
  { script: "Deva", of: /है|नहीं|में|मुझे/, not: /ळ|आहे/, language: "hi" },
  { script: "Cyrl", of: /[ғұқ]/, language: "kk" },
  { script: "Cyrl", of: /[ҷӣӯ]/, language: "tg" },
  { script: "Cyrl", of: /[ѓќѕ]/, language: "mk" },
  { script: "Cyrl", of: /[ђћ]/, language: "sr" },
  { script: "Cyrl", of: /ў/, language: "be" },
  { script: "Cyrl", of: /[їєґі]/, not: /[ыэўёъ]/, language: "uk" },
  { script: "Cyrl", of: /[ыэ]/, not: /[іїєўөүң]/, language: "ru" },
];
// The commonest characters that the simplification of 1956 changed, in both forms.
const simplified = /[们这个说对时来会国为学没见还过发现让开问关样东车长马书乐爱汉语话认识钱]/gu;
const traditional = /[們這個說對時來會國為學沒見還過發現讓開問關樣東車長馬書樂愛漢語話認識錢]/gu;
const looked = 2000;

export interface FoundScript {
  /** ISO 15924, `Zyyy` where there are no letters. */
  script: string;
  direction: "ltr" | "rtl";
  /** The language, where the script tells it alone. */
  language?: string;
  letters: number;
}

/** The script of most of the first letters of a text, and its language where that follows. */
export function dominantScript(text: string): FoundScript {
  const counts = new Map<Script, number>();
  let letters = 0;
  let last = scripts[0]!;
  for (const char of text.slice(0, looked)) {
    if (char <= "@" || (char > "Z" && char < "a")) continue;
    if (!last.of.test(char)) {
      const found = scripts.find(({ of }) => of.test(char));
      if (!found) continue;
      last = found;
    }
    letters++;
    counts.set(last, (counts.get(last) ?? 0) + 1);
  }
  return described(counts, letters, text.slice(0, looked));
}

function described(counts: Map<Script, number>, letters: number, text: string): FoundScript {
  const count = (code: string) => counts.get(scripts.find((one) => one.code === code)!) ?? 0;
  const [first] = [...counts].toSorted((a, b) => b[1] - a[1]);
  if (!first) return { script: "Zyyy", direction: "ltr", letters };
  const [{ code, language, rtl }] = first;
  const direction = rtl ? "rtl" : "ltr";
  if (code === "Kana" || (code === "Hani" && count("Kana") * 8 >= count("Hani")))
    return { script: "Jpan", direction, language: "ja", letters };
  if (code === "Hani") return { script: chinese(text), direction, language: "zh", letters };
  const lower = text.toLowerCase();
  const sign = signs.find((one) => one.script === code && one.of.test(lower));
  const told = sign && !sign.not?.test(lower) ? sign.language : language;
  return { script: code, direction, letters, ...(told && { language: told }) };
}

function chinese(text: string): string {
  const many = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
  return many(traditional) > many(simplified) ? "Hant" : "Hans";
}
