import { asTable } from "hub";

/**
 * Writes Cyrillic and Greek letters in lower case with Latin letters, and Latin letters with marks the way their
 * language does without: German `ä` becomes `ae`, Danish `å` becomes `aa`. Other letters stay as they are.
 */
export function transliterate(text: string, locale: string): string {
  const language = new Intl.Locale(locale).language;
  const latin = LATIN[language];
  const cyrillic = { ...CYRILLIC, ...CYRILLIC_BY_LANGUAGE[language] };
  const initial = INITIAL_BY_LANGUAGE[language] ?? {};
  let result = "";
  let isStart = true;
  const source = language === "uk" ? text.replaceAll("зг", "zgh") : text;
  for (const letter of transliterateGreek(source.normalize("NFC"))) {
    result +=
      (isStart ? initial[letter] : undefined) ?? latin?.[letter] ?? cyrillic[letter] ?? letter;
    isStart = !/[\p{L}\p{M}'’]/u.test(letter);
  }
  return result;
}

type Letters = Readonly<Record<string, string>>;

const danish: Letters = { æ: "ae", ø: "oe", å: "aa" };

/** Official spellings without marks. Other languages drop the marks. */
const LATIN: Readonly<Record<string, Letters>> = asTable({
  da: danish,
  de: { ä: "ae", ö: "oe", ü: "ue", ß: "ss" },
  is: { þ: "th", ð: "d", æ: "ae", ö: "o" },
  nb: danish,
  nn: danish,
  no: danish,
});

/** Pairs each letter of one text with the word at the same place in another. */
function pair(letters: string, words: string): Letters {
  const latin = words.split(" ");
  return Object.fromEntries([...letters].map((letter, index) => [letter, latin[index] ?? ""]));
}

/** BGN/PCGN for Russian without apostrophes, and the letters of neighbouring languages. */
const CYRILLIC: Letters = {
  ...pair(
    "абвгдеёжзийклмнопрстуфхцчшщыэюя",
    "a b v g d e yo zh z i y k l m n o p r s t u f kh ts ch sh shch y e yu ya",
  ),
  ...pair("ґєіїўђјљњћџѓќѕѐѝ", "g ye i yi u dj j lj nj c dz g k dz e i"),
  ъ: "",
  ь: "",
};

const CYRILLIC_BY_LANGUAGE: Readonly<Record<string, Letters>> = asTable({
  // Transliteration Act of 2009.
  bg: { ...pair("хщъь", "h sht a y") },
  // Instruction of 2000 on geographical names, without marks.
  be: { ...pair("гіыёйхюя", "h i y io i ch iu ia") },
  mk: { ...pair("жцчшхѓќџ", "zh c ch sh h gj kj dj") },
  // The Latin alphabet of Serbian, without marks.
  sr: { ...pair("жцчшхђ", "z c c s h dj") },
  // Resolution 55 of the Cabinet of Ministers, 2010.
  uk: { ...pair("гєиїйюя", "h ie y i i iu ia") },
});

/** Letters that are written differently at the start of a word. */
const INITIAL_BY_LANGUAGE: Readonly<Record<string, Letters>> = asTable({
  uk: pair("єїйюя", "ye yi y yu ya"),
});

/** ELOT 743 without accents. */
const GREEK = pair(
  "αβγδεζηθικλμνξοπρσςτυφχψω",
  "a v g d e z i th i k l m n x o p r s s t y f ch ps o",
);

function transliterateGreek(text: string): string {
  if (!/\p{Script=Greek}/u.test(text)) return text;
  return (
    text
      .normalize("NFD")
      // A diaeresis separates the vowels that would otherwise be one sound.
      .replace(/([αεηο])(\u0301?)υ(?![\u0301]?\u0308)/g, (_, vowel) => `${vowel}\ue000`)
      .replace(/(\p{Script=Greek})[\u0300\u0301\u0308\u0313\u0314\u0342\u0345]+/gu, "$1")
      .replace(/([αεη])\ue000[\u0301\u0342]?(.?)/gu, (_, vowel: string, next: string) => {
        const isVoiced = next !== "" && "αβγδεζηιλμνορυω".includes(next);
        return `${GREEK[vowel]}${isVoiced ? "v" : "f"}${next}`;
      })
      .replace(/ο\ue000[\u0301\u0342]?/g, "ou")
      .replace(/γ(?=[γξχ])/g, "n")
      .replace(/(?<!\p{L})μπ/gu, "b")
      .replace(/\p{Script=Greek}/gu, (letter) => GREEK[letter] ?? letter)
      .normalize("NFC")
  );
}
