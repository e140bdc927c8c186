/** JSON Schema drafts that callers can choose. */
export const drafts = ["auto", "draft-04", "draft-06", "draft-07", "2019-09", "2020-12"] as const;

export type DraftChoice = (typeof drafts)[number];
export type Draft = Exclude<DraftChoice, "auto">;

/** Whether `format` is checked. `auto` checks it unless the schema declares a draft in which it is an annotation. */
export const formatModes = ["auto", "assert", "annotate"] as const;

export type FormatMode = (typeof formatModes)[number];

/** Output formats of the specification: only the verdict, a flat list of errors, or nested errors. */
export const outputs = ["flag", "basic", "detailed"] as const;

export type OutputFormat = (typeof outputs)[number];
