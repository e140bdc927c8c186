import type { Span } from "../text/sentences.ts";

/** A likely mistake, by its place, after LanguageTool's matches. */
export interface Match {
  start: number;
  end: number;
  text: string;
  message: string;
  category: string;
  rule: string;
  replacements: string[];
  /** Whether the first replacement is right beyond doubt, so that it may be made unasked. */
  sure: boolean;
}

/** The sentences of a text by where they begin. */
export type Starts = ReadonlyMap<number, Span>;

/** How strict to be. */
export const levels = ["default", "picky"] as const;

/** The kinds of English there are. */
export const dialects = ["en-US", "en-GB", "en-AU", "en-CA", "en-IN"] as const;

export type Level = (typeof levels)[number];
export type Dialect = (typeof dialects)[number];
