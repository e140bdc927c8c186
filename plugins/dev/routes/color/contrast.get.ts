import { t } from "hub";
import { contrastOptions } from "../../color/request.ts";
import dev from "../../plugin.ts";
import { failIfNegative, failQuery } from "../../verdict.ts";

const color = (description: string) =>
  t.String({
    minLength: 1,
    maxLength: 128,
    description: `${description}, in any notation of \`/color/{color}\``,
  });

export default dev.route({
  summary: "Measure the contrast of text, by WCAG 2 and APCA",
  keywords: "contrast checker, wcag, accessibility contrast, apca, color contrast",
  description:
    "Returns the WCAG 2 ratio and the APCA lightness contrast of two colours. If the pair misses `target`, the suggestion is the nearest colour of the same hue that meets it. Transparent text is blended with its background, and a transparent background with white.",
  query: t.Object({
    foreground: color("The text colour"),
    background: color("The background colour"),
    ...contrastOptions.properties,
    ...failQuery.properties,
  }),
  response: t.Object({
    foreground: t.String({ description: "The text colour after blending" }),
    background: t.String({ description: "The background colour after blending" }),
    ratio: t.Number({ description: "The contrast ratio of WCAG 2, from 1 to 21" }),
    wcag: t.Object(
      {
        aa_normal: t.Boolean({ description: "AA for text: 4.5" }),
        aa_large: t.Boolean({ description: "AA for large text: 3" }),
        aaa_normal: t.Boolean({ description: "AAA for text: 7" }),
        aaa_large: t.Boolean({ description: "AAA for large text: 4.5" }),
        ui: t.Boolean({ description: "AA for non-text elements, such as borders and icons: 3" }),
      },
      { description: "The WCAG levels that the unrounded ratio meets" },
    ),
    apca_lc: t.Number({
      description: "The lightness contrast of APCA 0.0.98G-4g: negative for light text on dark",
    }),
    apca_lc_needed: t.Integer({
      description: "The minimum absolute lightness contrast for text of this size",
    }),
    large_text: t.Boolean({
      description: "Whether WCAG counts the text as large: from 24 px, or from 18.67 px in bold",
    }),
    passes: t.Boolean({ description: "Whether the pair meets `target` at this size" }),
    suggestion: t.Union(
      [
        t.Object({
          foreground: t.String({ description: "A text colour that passes" }),
          ratio: t.Number({ description: "Its contrast ratio" }),
          apca_lc: t.Number({ description: "Its lightness contrast" }),
          delta_e: t.Number({ description: "Distance from the given colour as ΔEOK" }),
        }),
        t.Null(),
      ],
      {
        description:
          "A passing text colour; null if the pair passes, or if no colour passes on this background",
      },
    ),
  }),
  plain: "ratio",
  cache: "forever",
  example: { query: { foreground: "tomato", background: "white" } },
  async handler({ query: { foreground, background, fail, ...options } }) {
    const { parseColor } = await import("../../color/parse-color.ts");
    const { measureContrast } = await import("../../color/contrast.ts");
    const pair = {
      foreground: parseColor(foreground, "query.foreground"),
      background: parseColor(background, "query.background"),
    };
    const result = measureContrast(pair, options);
    failIfNegative(
      { fail },
      {
        isNegative: !result.passes,
        detail: `The contrast does not meet the target: the ratio is ${result.ratio}`,
        result,
      },
    );
    return result;
  },
});
