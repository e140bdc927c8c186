import { expect, test } from "bun:test";
import fc from "fast-check";
import { cases } from "hub/testing";
import { dominantScript } from "./script.ts";

type Row = [text: string, script: string, language: string | undefined, direction: "ltr" | "rtl"];

// The names of languages in their own language.
const names: Row[] = [
  ["English", "Latn", undefined, "ltr"],
  ["Русский", "Cyrl", undefined, "ltr"],
  ["العربية", "Arab", undefined, "rtl"],
  ["中文", "Hans", "zh", "ltr"],
  ["繁體漢語", "Hant", "zh", "ltr"],
  ["ひらがな", "Jpan", "ja", "ltr"],
  ["カタカナ", "Jpan", "ja", "ltr"],
  ["한국어", "Kore", "ko", "ltr"],
  ["हिन्दी", "Deva", undefined, "ltr"],
  ["Ελληνικά", "Grek", "el", "ltr"],
  ["עברית", "Hebr", undefined, "rtl"],
  ["ไทย", "Thai", "th", "ltr"],
  ["ქართული", "Geor", "ka", "ltr"],
  ["Հայերեն", "Armn", "hy", "ltr"],
  ["বাংলা", "Beng", undefined, "ltr"],
  ["தமிழ்", "Taml", "ta", "ltr"],
  ["తెలుగు", "Telu", "te", "ltr"],
  ["ಕನ್ನಡ", "Knda", "kn", "ltr"],
  ["മലയാളം", "Mlym", "ml", "ltr"],
  ["ગુજરાતી", "Gujr", "gu", "ltr"],
  ["ਪੰਜਾਬੀ", "Guru", "pa", "ltr"],
  ["ଓଡ଼ିଆ", "Orya", "or", "ltr"],
  ["සිංහල", "Sinh", "si", "ltr"],
  ["ភាសាខ្មែរ", "Khmr", "km", "ltr"],
  ["ລາວ", "Laoo", "lo", "ltr"],
  ["မြန်မာ", "Mymr", undefined, "ltr"],
  ["አማርኛ", "Ethi", undefined, "ltr"],
  ["བོད་ཡིག", "Tibt", undefined, "ltr"],
  ["ދިވެހި", "Thaa", "dv", "rtl"],
  ["ᐃᓄᒃᑎᑐᑦ", "Cans", undefined, "ltr"],
  ["ᏣᎳᎩ", "Cher", undefined, "ltr"],
  ["ꦧꦱꦗꦮ", "Java", undefined, "ltr"],
  ["ᠮᠣᠩᠭᠣᠯ", "Mong", undefined, "ltr"],
  ["ߒߞߏ", "Nkoo", undefined, "rtl"],
  ["ܣܘܪܝܝܐ", "Syrc", undefined, "rtl"],
  ["ⵜⴰⵎⴰⵣⵉⵖⵜ", "Tfng", undefined, "ltr"],
  ["ᬪᬵᬱᬩᬮᬶ", "Zzzz", undefined, "ltr"],
];

test.each(names)("%s is written in %s", (text, script, language, direction) => {
  const { letters, ...found } = dominantScript(text);
  expect<object>(found).toEqual({ script, direction, ...(language && { language }) });
  expect(letters).toBeGreaterThan(0);
});

test.each(["", "1984", "+49 (30) 901820 – 5 %", "🎉🎉", "@[`{|}~"])("%j has no letters", (text) => {
  expect(dominantScript(text)).toEqual({ script: "Zyyy", direction: "ltr", letters: 0 });
});

test("each letter of an alphabet counts, from first to last", () => {
  for (const letter of "AZazÀÿĀɏАяЀӿΑωאת")
    expect([letter, dominantScript(letter).letters]).toEqual([letter, 1]);
});

test("the script of a text is that of most letters, in any position", () => {
  const letters = fc.constantFrom(..."abcXYZé");
  const others = fc.constantFrom(..."жшщюя");
  const marks = fc.constantFrom(..." .,!0123456789-–()");
  fc.assert(
    fc.property(
      fc.array(fc.oneof(letters, others, marks), { minLength: 1, maxLength: 60 }),
      (characters) => {
        const count = (pattern: RegExp) => characters.filter((one) => pattern.test(one)).length;
        const [latin, cyrillic] = [count(/[a-zé]/i), count(/[а-я]/)];
        const found = dominantScript(characters.join(""));
        expect(found.letters).toBe(latin + cyrillic);
        if (latin !== cyrillic) expect(found.script).toBe(latin > cyrillic ? "Latn" : "Cyrl");
      },
    ),
    cases(200),
  );
});

test("Chinese characters with some kana are Japanese, with hardly any kana Chinese", () => {
  expect(dominantScript(`${"漢".repeat(8)}の`).language).toBe("ja");
  expect(dominantScript(`${"漢".repeat(9)}の`).language).toBe("zh");
});

test("a long text is identified by its start", () => {
  const { script, letters } = dominantScript("ж".repeat(4000) + "a".repeat(9000));
  expect({ script, letters }).toEqual({ script: "Cyrl", letters: 4000 });
});
