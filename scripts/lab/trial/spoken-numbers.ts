import { readFileSync } from "node:fs";
import { loadNormalizer } from "../../../plugins/tts/normalize/load.ts";
import { applyReadings, findReadings } from "../../../plugins/tts/normalize/normalize.ts";
import { importPackage } from "./kit/judges.ts";
import type { Row } from "./kit/row.ts";

interface Case {
  language: string;
  category: string;
  written: string;
  spoken: string[];
}

/** The languages of the set that the service reads by itself. */
const locales: Record<string, string> = {
  de: "de-DE",
  en: "en-US",
  es: "es-ES",
  fr: "fr-FR",
  hi: "hi-IN",
  it: "it-IT",
  pt: "pt-PT",
  ru: "ru-RU",
  sv: "sv-SE",
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
    ) => {
      let right = 0;
      for (const one of asked) {
        const said = normalize((await speak(one)) ?? "");
        if (one.spoken.some((reading) => normalize(reading) === said)) right++;
      }
      return right;
    };
    const set = "half of NeMo's test files for 10 languages";
    return [
      {
        set: `${set}: whole numbers`,
        inputs: numbers.length,
        figure: "right readings",
        ours: await count(numbers, speakByUs),
        theirs: { n2words: await count(numbers, theirs) },
      },
      {
        set: `${set}: all categories`,
        inputs: cases.length,
        figure: "right readings",
        ours: await count(cases, speakByUs),
        theirs: { n2words: await count(cases, theirs) },
      },
    ];
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
  const normalizer = await loadNormalizer(language, written);
  return normalizer && applyReadings(written, findReadings(written, normalizer));
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

/** Case, hyphens and spaces make no difference to what is heard. */
function normalize(text: string): string {
  return text.toLowerCase().replaceAll(/[\s\-\u00ad,.]+/g, "");
}
