import { t } from "hub";

/** Options for formatting documents and code. */
export const markupOptions = {
  indent: t.Union([t.Integer({ minimum: 1, maximum: 8 }), t.Literal("tab")], {
    default: 2,
    description: "Spaces per level, or a tab",
  }),
};

/** Options for code with lines that break. */
export const codeOptions = {
  width: t.Integer({
    minimum: 20,
    maximum: 1000,
    default: 80,
    description: "Columns to which lines are broken where possible",
  }),
};
