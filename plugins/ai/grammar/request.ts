import type { Span } from "hub";
import { oneOf, type Static, t } from "hub";

/** A likely mistake, with its position. Modelled on LanguageTool's matches. */
export interface Match {
  start: number;
  end: number;
  text: string;
  message: string;
  category: string;
  rule: string;
  replacements: string[];
  /** Whether the first replacement is certain enough to be applied automatically. */
  sure: boolean;
}

/** The sentences of a text by their start position. */
export type Starts = ReadonlyMap<number, Span>;

/** English dialects, in the order of Harper's numbers for them. */
export const dialects = ["en-US", "en-GB", "en-AU", "en-CA", "en-IN"] as const;

/** The options of the grammar check. */
export const grammarOptions = t.Object({
  dialect: oneOf(dialects, { default: "en-US", description: "English variety to check against" }),
  level: oneOf(["default", "picky"], {
    default: "default",
    description: "Whether to report style (`picky`) as well as mistakes",
  }),
  ignore_rules: t.Array(t.String({ minLength: 1, maxLength: 100 }), {
    maxItems: 100,
    default: [],
    description: "Rules to ignore, by the names in `rule`",
  }),
  dictionary: t.Array(t.String({ minLength: 1, maxLength: 60 }), {
    maxItems: 500,
    default: [],
    description: "Words to accept as correctly spelled",
  }),
});

export type GrammarOptions = Static<typeof grammarOptions>;

export type Level = GrammarOptions["level"];
export type Dialect = GrammarOptions["dialect"];
