import { t } from "hub";
import { contrastOptions } from "../../color/options.ts";
import dev from "../../plugin.ts";

const color = (description: string) =>
  t.String({
    minLength: 1,
    maxLength: 128,
    description: `${description}, as \`/color/{color}\` takes it`,
  });

export default dev.route({
  summary: "Measure the contrast of text, by WCAG 2 and APCA",
  description:
    "Where the pair falls short of `target`, the suggestion is the nearest colour of the same hue that does not. Transparency counts: the text is laid on its background, and that on white.",
  query: t.Object({
    foreground: color("The colour of the text"),
    background: color("The colour behind it"),
    ...contrastOptions.properties,
  }),
  response: t.Object({
    foreground: t.String({ description: "The colour of the text as it is seen" }),
    background: t.String({ description: "The colour behind it as it is seen" }),
    ratio: t.Number({ description: "The contrast ratio of WCAG 2, from 1 to 21" }),
    wcag: t.Object(
      {
        aa_normal: t.Boolean({ description: "AA for text: 4.5" }),
        aa_large: t.Boolean({ description: "AA for large text: 3" }),
        aaa_normal: t.Boolean({ description: "AAA for text: 7" }),
        aaa_large: t.Boolean({ description: "AAA for large text: 4.5" }),
        ui: t.Boolean({ description: "AA for what is not text, such as borders and icons: 3" }),
      },
      { description: "What the ratio is enough for; rounding does not count" },
    ),
    apca_lc: t.Number({
      description: "The lightness contrast of APCA 0.0.98G-4g: negative for light text on dark",
    }),
    apca_lc_needed: t.Integer({
      description: "The least lightness contrast, either way, for text of this size",
    }),
    large_text: t.Boolean({
      description: "Whether WCAG counts it as large: from 24 px, or from 18.67 px in bold",
    }),
    passes: t.Boolean({ description: "Whether the pair meets `target` at this size" }),
    suggestion: t.Union(
      [
        t.Object({
          foreground: t.String({ description: "A colour for the text that passes" }),
          ratio: t.Number({ description: "Its contrast ratio" }),
          apca_lc: t.Number({ description: "Its lightness contrast" }),
          delta_e: t.Number({ description: "How far it is from the colour given, as ΔEOK" }),
        }),
        t.Null(),
      ],
      { description: "Null where the pair passes, or where no colour does on this background" },
    ),
  }),
  plain: "ratio",
  cache: "forever",
  example: { query: { foreground: "tomato", background: "white" } },
  async handler({ query: { foreground, background, ...options } }) {
    const { parseColor } = await import("../../color/parse-color.ts");
    const { measureContrast } = await import("../../color/contrast.ts");
    const pair = {
      foreground: parseColor(foreground, "query.foreground"),
      background: parseColor(background, "query.background"),
    };
    return measureContrast(pair, options);
  },
});
