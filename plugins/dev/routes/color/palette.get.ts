import { oneOf, t } from "hub";
import { paletteOptions, paletteSpaces, schemes, tailwindSteps } from "../../color/options.ts";
import dev from "../../plugin.ts";

const number = (description: string) => t.Number({ description });
const byte = (description: string) => t.Integer({ description });

export default dev.route({
  summary: "Make a palette from a colour",
  description:
    "The colour itself is one of the palette, without its transparency. `complementary`, `split`, `triadic` and `tetradic` turn its hue, and go on with lighter and darker rounds of the same hues; `analogous` takes its neighbours on both sides; `mono` keeps its hue; `shades` fade to black and `tints` to white; `tailwind` has the eleven steps from 50 to 950. A grey has no hue to turn.",
  query: t.Object({
    color: t.String({
      minLength: 1,
      maxLength: 128,
      description: "The colour to start from, as `/color/{color}` takes it",
    }),
    ...paletteOptions.properties,
  }),
  response: t.Object({
    base: t.String({ description: "The colour given, as hexadecimal digits" }),
    scheme: oneOf(schemes, { description: "The rule followed" }),
    space: oneOf(paletteSpaces, { description: "The space it was followed in" }),
    colors: t.Array(
      t.Object({
        step: t.Integer({ description: "Its place from 1, or Tailwind's number for it" }),
        is_base: t.Boolean({ description: "Whether it is the colour given" }),
        hex: t.String({ description: "`#rrggbb`" }),
        rgb: t.Object(
          { r: byte("Red"), g: byte("Green"), b: byte("Blue") },
          { description: "Bytes of sRGB" },
        ),
        hsl: t.Object(
          { h: number("Hue"), s: number("Saturation"), l: number("Lightness") },
          { description: "Degrees and percent" },
        ),
        oklch: t.Object(
          { l: number("Lightness, from 0 to 1"), c: number("Chroma"), h: number("Hue") },
          { description: "OKLCh, the hue in degrees" },
        ),
        name: t.String({ description: "The nearest of 30,000 names" }),
        is_dark: t.Boolean({
          description: "Whether white text has more contrast on it than black text",
        }),
        contrast_white: number("The contrast ratio of white on it, after WCAG 2"),
        contrast_black: number("The contrast ratio of black on it"),
      }),
      { description: "The palette, in the order of the scheme" },
    ),
    css_variables: t.String({
      description: "The palette as custom properties of CSS: `--color-1`, or `--color-50`",
    }),
  }),
  plain: "css_variables",
  cache: "forever",
  example: { query: { color: "tomato", scheme: "tailwind" } },
  async handler({ query: { color, scheme, count, space } }) {
    if (scheme === "tailwind" && count !== undefined && count !== tailwindSteps.length)
      throw dev.error(
        "invalid_input",
        `query.count must be ${tailwindSteps.length} or left out where query.scheme is "tailwind": it is ${count}`,
        { at: "query.count" },
      );
    const { parseColor } = await import("../../color/parse-color.ts");
    const { makePalette } = await import("../../color/palette.ts");
    return makePalette(parseColor(color, "query.color"), { scheme, count: count ?? 5, space });
  },
});
