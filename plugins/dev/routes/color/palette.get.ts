import { oneOf, t } from "hub";
import { paletteOptions, paletteSpaces, schemes, tailwindSteps } from "../../color/request.ts";
import dev from "../../plugin.ts";

const number = (description: string) => t.Number({ description });
const byte = (description: string) => t.Integer({ description });

export default dev.route({
  summary: "Generate a palette from a colour",
  keywords: "color palette, color scheme, complementary color, shades, tints",
  description:
    "Returns a palette that contains the colour itself, without transparency. `complementary`, `split`, `triadic` and `tetradic` rotate its hue, and repeat the hues in lighter and darker tones. `analogous` has neighbouring hues on both sides, and `mono` a single hue. `shades` fade to black and `tints` to white. `tailwind` has the eleven steps from 50 to 950. A grey has no hue to rotate.",
  query: t.Object({
    color: t.String({
      minLength: 1,
      maxLength: 128,
      description: "The base colour, in any notation of `/color/{color}`",
    }),
    ...paletteOptions.properties,
  }),
  response: t.Object({
    base: t.String({ description: "The base colour as hexadecimal digits" }),
    scheme: oneOf(schemes, { description: "The palette scheme" }),
    space: oneOf(paletteSpaces, { description: "The colour space used" }),
    colors: t.Array(
      t.Object({
        step: t.Integer({
          description: "Position in the palette, starting at 1, or Tailwind's step",
        }),
        is_base: t.Boolean({ description: "Whether it is the base colour" }),
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
        contrast_white: number("The WCAG 2 contrast ratio with white"),
        contrast_black: number("The WCAG 2 contrast ratio with black"),
      }),
      { description: "The palette, in the order of the scheme" },
    ),
    css_variables: t.String({
      description: "The palette as CSS custom properties: `--color-1`, or `--color-50`",
    }),
  }),
  plain: "css_variables",
  cache: "forever",
  example: { query: { color: "tomato", scheme: "tailwind" } },
  async handler({ query: { color, scheme, count, space } }) {
    if (scheme === "tailwind" && count !== undefined && count !== tailwindSteps.length)
      throw dev.error(
        "invalid_input",
        `query.count must be ${tailwindSteps.length} or omitted if query.scheme is "tailwind": it is ${count}`,
        { at: "query.count" },
      );
    const { parseColor } = await import("../../color/parse-color.ts");
    const { makePalette } = await import("../../color/palette.ts");
    return makePalette(parseColor(color, "query.color"), { scheme, count: count ?? 5, space });
  },
});
