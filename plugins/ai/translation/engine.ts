/** Segments in one language to translate. */
export interface Job {
  source: string;
  target: string;
  segments: readonly string[];
  formality: "default" | "more" | "less";
  alternatives: number;
}

/** The translation of a segment. */
export interface Translated {
  text: string;
  alternatives: string[];
  /** Words that the engine doesn't know. */
  unknown: string[];
}

/** The result of a job. */
export interface Done {
  segments: Translated[];
  /** The languages of the translation path, including source and target. */
  path: string[];
}

/** A language pair that an engine supports, and its path. */
export interface Pair {
  source: string;
  target: string;
  path: string[];
}

/** A translation engine. */
export interface Engine {
  id: "openai" | "libretranslate" | "apertium";
  quality: "neural" | "rule";
  kind: "network" | "program";
  /** Returns why it can't translate from all sources to the target, or undefined. */
  cannot(pairs: { sources: readonly string[]; target: string }): Promise<string | undefined>;
  /** Returns the supported pairs, or undefined if it accepts any. */
  pairs(): Promise<Pair[] | undefined>;
  /** Translates a job. `survive` checks that a translation has all masks of its segment. */
  translate(
    job: Job,
    given: { timeoutMs: number; survive(index: number, translated: string): boolean },
  ): Promise<Done>;
}

/** Returns the words of a segment. */
export function splitWords(text: string): string[] {
  return text.match(/\p{L}[\p{L}\p{M}'’]*/gu) ?? [];
}

/** Groups texts into batches of limited size, in order. An oversized text gets its own batch. */
export function groupTexts(
  texts: readonly string[],
  { charactersMax, countMax }: { charactersMax: number; countMax: number },
): string[][] {
  const batches: string[][] = [];
  let size = 0;
  for (const text of texts) {
    const last = batches.at(-1);
    if (last && last.length < countMax && size + text.length <= charactersMax) {
      last.push(text);
      size += text.length;
    } else {
      batches.push([text]);
      size = text.length;
    }
  }
  return batches;
}

/** Returns the shortest code of a language, without its region: `eng` and `en-GB` become `en`. */
export function getShortLanguage(tag: string): string {
  return new Intl.Locale(tag).language;
}
