import { asTable } from "hub";
import { openWords } from "hub/data-file";
import { getLanguage, type Voice } from "./voice.ts";

/**
 * eSpeak NG's languages: its code, the BCP 47 tag if it differs, and the accent that distinguishes it. Facts of
 * https://github.com/espeak-ng/espeak-ng/blob/master/docs/languages.md. Not listed are languages whose phonemes
 * the WebAssembly build lacks, tests, private languages, and those that only spell their own script: "kok" and
 * "shn".
 */
const readVoices = openWords(new URL("./espeak.txt", import.meta.url), ["languages"]);

/** Voice variants of every language. The first one is the language's default. */
const variants = ["", "f1", "f2", "f3", "f4", "f5", "m1", "m2", "m3", "m4", "m5", "m6", "m7", "m8"];

/**
 * ISO 15924 codes of scripts that every voice reads as words: in its own language, or in the script's, because the
 * engine switches by itself.
 */
const readByAll = [
  "Latn",
  "Deva",
  "Beng",
  "Guru",
  "Gujr",
  "Taml",
  "Knda",
  "Mlym",
  "Sinh",
  "Geor",
  "Hang",
  "Zyyy",
  "Zinh",
];
/** Languages with names for Greek letters, so that Greek words are spelled. */
const spellsGreek = new Set(["af", "bs", "en", "hr", "lt", "mk", "sr", "vi"]);
/** Scripts that are read in addition to CLDR's script for a language, or instead of it. */
const otherScripts: Readonly<Record<string, readonly string[]>> = asTable({
  bs: ["Cyrl"],
  hr: ["Cyrl"],
  lfn: ["Cyrl"],
  uz: ["Cyrl"],
  ka: ["Cyrl"],
  ltg: ["Cyrl"],
  lv: ["Cyrl"],
  hak: [],
});
/** CLDR's codes for combined scripts, as far as eSpeak NG reads them. Japanese kanji are written as kana before. */
const combinedScripts: Readonly<Record<string, readonly string[]>> = asTable({
  Jpan: ["Hira", "Kana", "Hani"],
  Kore: ["Hang"],
  Hans: ["Hani"],
  Hant: ["Hani"],
});

/** Returns the ISO 15924 codes of the scripts that eSpeak NG reads as words in a language. */
export function listReadableScripts(locale: string): ReadonlySet<string> {
  const language = getLanguage(locale);
  const own = new Intl.Locale(locale).maximize().script ?? "Latn";
  const others = otherScripts[language];
  return new Set([
    ...readByAll,
    ...(spellsGreek.has(language) ? [] : ["Grek"]),
    ...(others?.length === 0 ? [] : (combinedScripts[own] ?? [own])),
    ...(others ?? []),
  ]);
}

/** Returns the languages that eSpeak NG can read in a script. */
export function findLanguagesOfScript(script: string): string[] {
  const locales = [...new Set(listEspeakVoices().map(({ locale }) => locale))];
  const own = locales.filter((locale) => {
    const usual = new Intl.Locale(locale).maximize().script ?? "";
    return (
      (combinedScripts[usual] ?? [usual]).includes(script) &&
      listReadableScripts(locale).has(script)
    );
  });
  return [...new Set(own.map(getLanguage))].sort();
}

/** Returns eSpeak NG's voices: each language in each variant. */
export function listEspeakVoices(): Voice[] {
  return [...readVoices().languages].flatMap(parseVoices);
}

function parseVoices(line: string): Voice[] {
  const [code = "", tag = code, ...words] = line.split(" ");
  const accent = words.length > 0 ? ` (${words.join(" ")})` : "";
  return variants.map((variant) => ({
    // The engine's "+" would be a space in a query, and "en" alone would be ambiguous.
    id: `espeak-${code === "en" ? "en-gb" : code.toLowerCase()}${variant && `-${variant}`}`,
    name: `eSpeak${variant && ` ${variant.toUpperCase()}`}${accent}`,
    locale: tag,
    gender: variant.startsWith("f") ? "female" : "male",
    provider: "embedded",
    multilingual: false,
    neural: false,
    quality: "formants, 22 kHz",
    licence: "GPL-3.0-or-later",
    offline: true,
    engineName: `${code}${variant && `+${variant}`}`,
  }));
}
