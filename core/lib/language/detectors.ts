import { loadModule } from "cld3-asm";
import { eld } from "eld/medium";
import { francAll } from "franc-all";
import { languageCodes } from "./codes.ts";

/** A language and how much speaks for it, from 0 to 1. */
export type Score = readonly [code: string, score: number];

/** What three detectors of different make say of a text. */
export interface Opinions {
  /** N-grams of 60 languages: the best of the three for those. */
  byNgrams: readonly Score[];
  /** A neural network for a hundred languages, which names one whatever the text. */
  byNetwork: Score | undefined;
  /** Trigrams of four hundred languages: the best has 1, those that nobody else here knows included. */
  byTrigrams(): readonly Score[];
}

const bytesMax = 8000;
const network = (await loadModule()).create(0, bytesMax);

/** Languages that ISO 639-3 counts as one of several behind a code of 639-1. */
const members: Readonly<Record<string, string>> = {
  arb: "ar",
  azb: "az",
  azj: "az",
  pes: "fa",
  prs: "fa",
  ekk: "et",
  als: "sq",
  lvs: "lv",
  khk: "mn",
  cmn: "zh",
  nob: "no",
  nno: "no",
  npi: "ne",
  pbu: "ps",
  plt: "mg",
  swh: "sw",
  uzn: "uz",
  zlm: "ms",
  ckb: "ku",
  ydd: "yi",
  hnj: "hmn",
  hms: "hmn",
  cnr: "sr",
};
const shortCodes: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(languageCodes).map(([code, long]) => [long, code])),
  ...members,
};
/** What the network calls otherwise. */
const renamed: Readonly<Record<string, string>> = { iw: "he", fil: "tl", nb: "no", jw: "jv" };

/** Asks all three. The text is in small letters and without what is no language. */
export function ask(text: string): Opinions {
  const { language, probability } = network.findLanguage(text);
  const code = renamed[language] ?? language;
  let best: readonly Score[] | undefined;
  return {
    byNgrams: Object.entries(eld.detect(text).getScores()),
    byNetwork: languageCodes[code] ? [code, probability] : undefined,
    byTrigrams() {
      if (best) return best;
      const scores = new Map<string, number>();
      for (const [name, score] of francAll(text)) {
        const known = shortCodes[name] ?? name;
        if (!scores.has(known)) scores.set(known, score);
      }
      best = [...scores];
      return best;
    },
  };
}
