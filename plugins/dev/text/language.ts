import { functionWordShares } from "./function-words.ts";

/** The language a text is probably written in. */
export interface Language {
  /** BCP 47, as `en`, or `und` where it cannot be told. */
  code: string;
  confidence: number;
}

/** Guesses the language of a text's first 2048 characters, from their trigrams and commonest words. */
export async function guessLanguage(text: string): Promise<Language> {
  const { francAll } = await import("franc-min");
  const sample = text.slice(0, sampleMax);
  const shares = functionWordShares(sample);
  const [first, second] = francAll(sample, sample.length < shortText ? { only: WIDESPREAD } : {})
    .map(([name, score]) => ({ name, score: score + wordWeight * (shares.get(name) ?? 0) }))
    .sort((a, b) => b.score - a.score);
  if (!first || first.name === "und") return { code: "und", confidence: 0 };
  // The lead over the next best tells how sure it is, and more so in a long text.
  const lead = 1 - (second?.score ?? 0) / first.score;
  return {
    code: Intl.getCanonicalLocales(NAMES[first.name] ?? first.name)[0] ?? first.name,
    confidence: Math.min(1, Math.round(lead * Math.sqrt(sample.length) * 100) / 100),
  };
}

/** A text of nothing but common words counts twice what its trigrams can. */
const wordWeight = 2;
/** franc reads no further. */
const sampleMax = 2048;
/** Below this a rare language is more often a wrong guess than a right one. */
const shortText = 300;

/** Macrolanguages, which franc names by one of their members. */
const NAMES: Readonly<Record<string, string>> = { cmn: "zh", arb: "ar", pes: "fa", ekk: "et" };

const WIDESPREAD =
  "eng spa fra deu ita por nld pol ces ron hun swe dan nob nno fin tur vie ind hrv srp bos slv slk lit lav ekk rus ukr bel bul mkd kaz arb pes urd hin mar nep ben tam tel kan mal guj pan cmn jpn kor tha ell heb".split(
    " ",
  );
