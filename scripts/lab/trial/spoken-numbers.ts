import { readFileSync } from "node:fs";
import { openTable } from "../../../core/lib/data-file.ts";
import { normalizeJapanese } from "../../../plugins/tts/japanese/read-japanese.ts";
import { applyReadings } from "../../../plugins/tts/normalize/apply-readings.fixture.ts";
import { loadNormalizer } from "../../../plugins/tts/normalize/load.ts";
import { findReadings } from "../../../plugins/tts/normalize/normalize.ts";
import { createScript } from "../../../plugins/tts/text/script.ts";
import { importPackage } from "./kit/judges.ts";
import type { Row } from "./kit/row.ts";

interface Case {
  language: string;
  category: string;
  written: string;
  spoken: string[];
}

/** Words, parts of words and ends of texts that sound the same, or between which a good reader may choose. */
const readVariants = openTable(
  new URL("./spoken-numbers.tsv", import.meta.url),
  { language: "text", place: "text", form: "text", same: "optional", reason: "text" },
  { unique: ["language", "place", "form"] },
);

/** The languages of the set. */
const locales: Record<string, string> = {
  ar: "ar-EG",
  de: "de-DE",
  en: "en-US",
  es: "es-ES",
  fr: "fr-FR",
  hi: "hi-IN",
  hu: "hu-HU",
  it: "it-IT",
  ja: "ja-JP",
  ko: "ko-KR",
  pt: "pt-PT",
  ru: "ru-RU",
  sv: "sv-SE",
  vi: "vi-VN",
  zh: "zh-Hans-CN",
};

export default {
  engine: "tts/normalize",
  ours: ["plugins/tts/normalize/**/*.ts"],
  theirs: ["n2words"],
  async measure({ find }) {
    const cases = Object.keys(locales).flatMap((language) =>
      readCases(language, readFileSync(find(`speech/${language}.tsv`), "utf8")),
    );
    const numbers = cases.filter(
      ({ category, written }) => category.startsWith("cardinal") && /^-?\d+$/.test(written),
    );
    const theirs = await loadTheirs();
    const count = async (
      asked: readonly Case[],
      speak: (one: Case) => Promise<string | undefined>,
      write: (text: string, language: string) => string = writeSounds,
    ) => {
      let right = 0;
      for (const one of asked) {
        const said = write((await speak(one)) ?? "", one.language);
        const wanted = await Promise.all(one.spoken.map((reading) => writeKana(reading, one)));
        const isUnread = write === writeVariants && leavesUnread(one);
        if (isUnread || wanted.some((reading) => write(reading, one.language) === said)) right++;
      }
      return right;
    };
    const set = "half of NeMo's test files";
    const measure = async (name: string, asked: readonly Case[]) => ({
      set: `${set}: ${name}`,
      inputs: asked.length,
      figure: "equal readings, or accepted variants",
      ours: await count(asked, speakByUs, writeVariants),
      theirs: { n2words: await count(asked, theirs, writeVariants) },
    });
    const measurements = [
      {
        set: `${set}: whole numbers`,
        inputs: numbers.length,
        figure: "equal readings",
        ours: await count(numbers, speakByUs),
        theirs: { n2words: await count(numbers, theirs) },
      },
      {
        set: `${set}: all categories`,
        inputs: cases.length,
        figure: "equal readings",
        ours: await count(cases, speakByUs),
        theirs: { n2words: await count(cases, theirs) },
      },
      await measure("all categories", cases),
    ];
    for (const [language, own] of Map.groupBy(cases, (one) => one.language))
      measurements.push(await measure(language, own));
    return measurements;
  },
} satisfies Row;

function readCases(language: string, tsv: string): Case[] {
  return tsv
    .trimEnd()
    .split("\n")
    .slice(1)
    .map((line) => line.split("\t"))
    .map(([category = "", written = "", spoken = ""]) => ({
      language,
      category,
      written,
      spoken: spoken.split(" | "),
    }));
}

async function speakByUs({ language, written }: Case): Promise<string | undefined> {
  if (language === "ja") return speakJapanese(written);
  const normalizer = await loadNormalizer(language, written);
  return normalizer && applyReadings(written, findReadings(written, normalizer));
}

async function speakJapanese(text: string): Promise<string> {
  return applyReadings(text, (await normalizeJapanese(createScript(text))).readings);
}

/** Japanese is compared in kana: the service writes no kanji. */
async function writeKana(text: string, { language }: Case): Promise<string> {
  return language === "ja" ? speakJapanese(text) : text;
}

/** Replaces the whole numbers of a text, the only thing that the package reads. */
async function loadTheirs(): Promise<(one: Case) => Promise<string | undefined>> {
  type N2Words = { toCardinal(value: string): string };
  return async ({ language, written }) => {
    try {
      const { toCardinal } = await importPackage<N2Words>(`n2words/${locales[language]}`);
      return written.replaceAll(/-?\d+/g, (digits) => toCardinal(digits));
    } catch {
      return undefined;
    }
  };
}

/** Case, punctuation, spaces and the two kinds of kana make no difference to what is heard. */
function writeSounds(text: string): string {
  return splitSounds(text).join("");
}

function splitSounds(text: string): string[] {
  const kana = text.replaceAll(/[\u3041-\u3096]/g, (char) =>
    String.fromCharCode(char.charCodeAt(0) + 0x60),
  );
  return kana.toLowerCase().split(/[\s\p{P}\u00ad`]+/u);
}

/** Whether a pair has no reading, but the written text again. */
function leavesUnread({ language, written, spoken }: Case): boolean {
  const isAccepted = readVariants().some(
    (row) => row.language === language && row.place === "pair",
  );
  return isAccepted && spoken.includes(written);
}

function isLetter(word: string | undefined): boolean {
  return word?.length === 1;
}

/** Replaces the accepted variants of a language, too. */
function writeVariants(text: string, language: string): string {
  const own = readVariants().filter((row) => row.language === language);
  const words = splitSounds(text).map((word, index, all) => {
    // A single letter among others is spelled.
    const isSpelled = word.length === 1 && [all[index - 1], all[index + 1]].some(isLetter);
    const known = own.find(({ place, form }) => place === "word" && form === word);
    return known && !isSpelled ? (known.same ?? "") : word;
  });
  return own
    .filter(({ place }) => place === "part" || place === "end")
    .reduce(
      (all, { place, form, same = "" }) =>
        place === "part"
          ? all.replaceAll(form, same)
          : all.replace(new RegExp(`${form}$`, "u"), same),
      words.join(""),
    );
}
