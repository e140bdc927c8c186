/** The language a text is probably written in. */
export interface Language {
  /** BCP 47, as `en`, or `und` where it cannot be told. */
  code: string;
  confidence: number;
}

/** Guesses the language of a text from the three-letter sequences of its first 2048 characters. */
export async function guessLanguage(text: string): Promise<Language> {
  const { francAll } = await import("franc-min");
  const sample = text.slice(0, sampleMax);
  const [first, second] = francAll(sample, sample.length < shortText ? { only: WIDESPREAD } : {});
  const [name, score] = first ?? ["und", 0];
  if (name === "und" || score === 0) return { code: "und", confidence: 0 };
  // The best score is always 1, so that the lead over the next tells, and more so in a long text.
  const lead = 1 - (second?.[1] ?? 0);
  return {
    code: Intl.getCanonicalLocales(NAMES[name] ?? name)[0] ?? name,
    confidence: Math.min(1, lead * Math.sqrt(sample.length)),
  };
}

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
