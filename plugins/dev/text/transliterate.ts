import { asTable } from "hub";
import { openTexts } from "hub/data-file";

const letters = openTexts(new URL("./transliterate.txt", import.meta.url), [
  "cyrillic",
  "greek",
  "da",
  "de",
  "is",
  "bg",
  "be",
  "mk",
  "sr",
  "uk",
  "uk initial",
])();

/**
 * Writes Cyrillic and Greek letters in lower case with Latin letters, and Latin letters with marks the way their
 * language does without: German `ä` becomes `ae`, Danish `å` becomes `aa`. Other letters stay as they are.
 */
export function transliterate(text: string, locale: string): string {
  const language = new Intl.Locale(locale).language;
  const own = Object.entries(letters).find(([name]) => name === (aliases[language] ?? language));
  const latin = { ...letters.cyrillic, ...own?.[1] };
  const initial = language === "uk" ? letters["uk initial"] : {};
  let result = "";
  let isStart = true;
  const source = language === "uk" ? text.replaceAll("зг", "zgh") : text;
  for (const letter of transliterateGreek(source.normalize("NFC"))) {
    result += (isStart ? initial[letter] : undefined) ?? latin[letter] ?? letter;
    isStart = !/[\p{L}\p{M}'’]/u.test(letter);
  }
  return result;
}

/** Languages that are written like others. */
const aliases: Readonly<Record<string, string>> = asTable({ nb: "da", nn: "da", no: "da" });

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
        return `${letters.greek[vowel]}${isVoiced ? "v" : "f"}${next}`;
      })
      .replace(/ο\ue000[\u0301\u0342]?/g, "ou")
      .replace(/γ(?=[γξχ])/g, "n")
      .replace(/(?<!\p{L})μπ/gu, "b")
      .replace(/\p{Script=Greek}/gu, (letter) => letters.greek[letter] ?? letter)
      .normalize("NFC")
  );
}
