import { oneOf, type Static, t } from "hub";
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

/** The kinds of English, in the order of Harper's own numbers for them. */
export const dialects = ["en-US", "en-GB", "en-AU", "en-CA", "en-IN"] as const;

/** By which rules a text is checked. */
export const grammarOptions = t.Object({
  dialect: oneOf(dialects, { default: "en-US", description: "Which English spelling is correct" }),
  level: oneOf(["default", "picky"], {
    default: "default",
    description: "Whether to report style (`picky`) as well as mistakes",
  }),
  ignore_rules: t.Array(t.String({ minLength: 1, maxLength: 100 }), {
    maxItems: 100,
    default: [],
    description: "Rules to ignore, by the names that answers give",
  }),
  dictionary: t.Array(t.String({ minLength: 1, maxLength: 60 }), {
    maxItems: 500,
    default: [],
    description: "Additional words that are spelled correctly",
  }),
});

export type GrammarOptions = Static<typeof grammarOptions>;

export type Level = GrammarOptions["level"];
export type Dialect = GrammarOptions["dialect"];
