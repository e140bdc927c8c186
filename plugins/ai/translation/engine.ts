/** Segments in one language, for an engine to translate. */
export interface Job {
  source: string;
  target: string;
  segments: readonly string[];
  formality: "default" | "more" | "less";
  alternatives: number;
}

/** What became of a segment. */
export interface Translated {
  text: string;
  alternatives: string[];
  /** Words that the engine does not know. */
  unknown: string[];
}

/** What an engine made of a job. */
export interface Done {
  segments: Translated[];
  /** The languages it went through, the first and the last included. */
  path: string[];
}

/** A translation that an engine makes, and the languages that it goes through. */
export interface Pair {
  source: string;
  target: string;
  path: string[];
}

/** Something that translates. */
export interface Engine {
  id: "openai" | "libretranslate" | "apertium";
  quality: "neural" | "rule";
  kind: "network" | "program";
  /** Why it cannot be asked for a translation from each of these to a target. */
  cannot(pairs: { sources: readonly string[]; target: string }): Promise<string | undefined>;
  /** The pairs that it has; undefined where it takes any. */
  pairs(): Promise<Pair[] | undefined>;
  /** Translates. `survive` tells whether the masks of a segment are all in a translation of it. */
  translate(
    job: Job,
    given: { timeoutMs: number; survive(index: number, translated: string): boolean },
  ): Promise<Done>;
}

/** The words of a segment. */
export function splitWords(text: string): string[] {
  return text.match(/\p{L}[\p{L}\p{M}'’]*/gu) ?? [];
}

/** Puts texts into groups that are not too large, in order; a text that is too large has its own. */
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

/** A language by its shortest code, without its region: `eng` and `en-GB` are `en`. */
export function getShortLanguage(tag: string): string {
  return new Intl.Locale(tag).language;
}
