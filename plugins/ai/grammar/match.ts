/** A likely mistake, by its place, after LanguageTool's matches. */
export interface Match {
  start: number;
  end: number;
  text: string;
  message: string;
  category: string;
  rule: string;
  replacements: string[];
}

/** How strict to be. */
export const levels = ["default", "picky"] as const;

/** The kinds of English there are. */
export const dialects = ["en-US", "en-GB", "en-AU", "en-CA", "en-IN"] as const;

export type Level = (typeof levels)[number];
export type Dialect = (typeof dialects)[number];
