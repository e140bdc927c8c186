import { oneOf, type Static, t } from "hub";

/** Orders of object members: unchanged, by code unit, or by code unit with numbers compared by value. */
const keyOrders = ["none", "asc", "natural"] as const;

/** Options for formatting a JSON text. */
export const formatOptions = t.Object({
  indent: t.Union([t.Integer({ minimum: 0, maximum: 8 }), t.Literal("tab")], {
    default: 2,
    description: "Spaces per level, or a tab",
  }),
  sort_keys: oneOf(keyOrders, {
    default: "none",
    description:
      "Order of keys: `asc` by code unit, or `natural` with numbers in keys compared by value",
  }),
  minify: t.Boolean({ default: false, description: "Removes whitespace and comments" }),
  ascii: t.Boolean({ default: false, description: "Escapes non-ASCII characters in strings" }),
  jsonc: t.Boolean({
    default: false,
    description:
      "Accepts comments, which are preserved, trailing commas, which are removed, and JSON5, which is rewritten as JSON",
  }),
});

export type FormatOptions = Static<typeof formatOptions>;

/** Options for texts that aren't one JSON value. */
export const textOptions = t.Object({
  repair: t.Boolean({
    default: false,
    description:
      "Repairs text that is almost JSON: missing quotes, commas and brackets, Python literals, Markdown fences. The repair is a guess, which `warnings` names",
  }),
  jsonl: t.Boolean({
    default: false,
    description: "Reads JSON Lines, and returns each value on a line of its own",
  }),
});

export type TextOptions = FormatOptions & Static<typeof textOptions>;
