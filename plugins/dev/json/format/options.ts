import { oneOf, type Static, t } from "hub";

/** In which order members stand: as they came, by code units, or with numbers by their value. */
const keyOrders = ["none", "asc", "natural"] as const;

/** How a JSON text is laid out. */
export const formatOptions = t.Object({
  indent: t.Union([t.Integer({ minimum: 0, maximum: 8 }), t.Literal("tab")], {
    default: 2,
    description: "Blanks for each level, or a tab",
  }),
  sort_keys: oneOf(keyOrders, {
    default: "none",
    description: "By code units, or `natural`: with the numbers in keys by their value",
  }),
  minify: t.Boolean({ default: false, description: "Leaves out blanks and comments" }),
  ascii: t.Boolean({ default: false, description: "Escapes what strings hold beyond ASCII" }),
  jsonc: t.Boolean({
    default: false,
    description: "Reads comments, which are kept, and trailing commas, which are not",
  }),
});

export type FormatOptions = Static<typeof formatOptions>;
