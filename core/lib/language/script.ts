interface Script {
  /** The ISO 15924 code. */
  code: string;
  of: RegExp;
  /** The only language that is commonly written in it. */
  language?: string;
  rtl?: true;
}

const scripts: readonly [Script, ...Script[]] = [
  { code: "Latn", of: /\p{Script=Latin}/u },
  { code: "Cyrl", of: /\p{Script=Cyrillic}/u },
  { code: "Arab", of: /\p{Script=Arabic}/u, rtl: true },
  { code: "Hani", of: /\p{Script=Han}/u },
  { code: "Kana", of: /[\p{Script=Hiragana}\p{Script=Katakana}]/u },
  { code: "Kore", of: /\p{Script=Hangul}/u, language: "ko" },
  { code: "Deva", of: /\p{Script=Devanagari}/u },
  { code: "Grek", of: /\p{Script=Greek}/u, language: "el" },
  { code: "Hebr", of: /\p{Script=Hebrew}/u, rtl: true },
  { code: "Thai", of: /\p{Script=Thai}/u, language: "th" },
  { code: "Geor", of: /\p{Script=Georgian}/u, language: "ka" },
  { code: "Armn", of: /\p{Script=Armenian}/u, language: "hy" },
  { code: "Beng", of: /\p{Script=Bengali}/u },
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
  { code: "Mymr", of: /\p{Script=Myanmar}/u },
  { code: "Ethi", of: /\p{Script=Ethiopic}/u },
  { code: "Tibt", of: /\p{Script=Tibetan}/u },
  { code: "Thaa", of: /\p{Script=Thaana}/u, language: "dv", rtl: true },
  { code: "Cans", of: /\p{Script=Canadian_Aboriginal}/u },
  { code: "Cher", of: /\p{Script=Cherokee}/u },
  { code: "Java", of: /\p{Script=Javanese}/u },
  { code: "Mong", of: /\p{Script=Mongolian}/u },
  { code: "Nkoo", of: /\p{Script=Nko}/u, rtl: true },
  { code: "Syrc", of: /\p{Script=Syriac}/u, rtl: true },
  { code: "Tfng", of: /\p{Script=Tifinagh}/u },
  { code: "Zzzz", of: /(?=\p{L})[^\p{Script=Common}\p{Script=Inherited}]/u },
];

// The most common characters that the simplification of 1956 changed, in both forms.
const simplified = /[们这个说对时来会国为学没见还过发现让开问关样东车长马书乐爱汉语话认识钱]/gu;
const traditional = /[們這個說對時來會國為學沒見還過發現讓開問關樣東車長馬書樂愛漢語話認識錢]/gu;
const sampleLength = 4000;

interface FoundScript {
  /** The ISO 15924 code; `Zyyy` without letters, `Zzzz` for rare scripts. */
  script: string;
  direction: "ltr" | "rtl";
  /** The language, if the script determines it. */
  language?: string;
  letters: number;
}

/** Returns the dominant script at the start of a text, and its language if the script determines it. */
export function dominantScript(text: string): FoundScript {
  const counts = new Map<Script, number>();
  let letters = 0;
  let [last] = scripts;
  for (const char of text.slice(0, sampleLength)) {
    if (char <= "@" || (char > "Z" && char < "a")) continue;
    if (!last.of.test(char)) {
      const found = scripts.find(({ of }) => of.test(char));
      if (!found) continue;
      if (found.code !== "Zzzz") last = found;
      counts.set(found, (counts.get(found) ?? 0) + 1);
      letters++;
      continue;
    }
    letters++;
    counts.set(last, (counts.get(last) ?? 0) + 1);
  }
  return describeScript(counts, letters, text.slice(0, sampleLength));
}

function describeScript(counts: Map<Script, number>, letters: number, text: string): FoundScript {
  const count = (code: string) => [...counts].find(([script]) => script.code === code)?.[1] ?? 0;
  const [first] = [...counts].toSorted((a, b) => b[1] - a[1]);
  if (!first) return { script: "Zyyy", direction: "ltr", letters };
  const [{ code, language, rtl }] = first;
  const direction = rtl ? "rtl" : "ltr";
  if (code === "Kana" || (code === "Hani" && count("Kana") * 8 >= count("Hani")))
    return { script: "Jpan", direction, language: "ja", letters };
  if (code === "Hani")
    return { script: detectChineseScript(text), direction, language: "zh", letters };
  return { script: code, direction, letters, ...(language && { language }) };
}

function detectChineseScript(text: string): string {
  const countMatches = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
  return countMatches(traditional) > countMatches(simplified) ? "Hant" : "Hans";
}
