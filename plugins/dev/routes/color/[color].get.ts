import { oneOf, t } from "hub";
import { cssNotations, notations } from "../../color/options.ts";
import dev from "../../plugin.ts";

const text = (description: string) => t.String({ description });
const channel = (name: string) => t.Number({ description: `The channel ${name}` });
const fields = <Name extends string, Field>(names: readonly Name[], field: (name: Name) => Field) =>
  Object.fromEntries(names.map((name) => [name, field(name)])) as Record<Name, Field>;
const numbers = <Name extends string>(description: string, names: readonly Name[]) =>
  t.Object(fields(names, channel), { description });

export default dev.route({
  summary: "Convert a colour to every space and notation, and name it",
  description:
    "Takes what CSS Color 4 takes: `tomato`, `rgb(255 99 71 / 50%)`, `hsl(9deg 100% 64%)`, `hwb()`, `lab()`, `lch()`, `oklab()`, `oklch()` and `color(display-p3 1 0.4 0.3)`, with the comma forms of `rgb()` and `hsl()`; and 3, 4, 6 or 8 hexadecimal digits with or without `#` (written `%23` in an address). `none` counts as 0.",
  params: t.Object({
    color: t.String({ minLength: 1, maxLength: 128, description: "The colour" }),
  }),
  query: t.Object({
    to: oneOf(notations, { default: "hex", description: "The notation of `converted`" }),
  }),
  response: t.Object({
    hex: text(
      "`#rrggbb`: the colour without its transparency; the nearest one where sRGB has it not",
    ),
    hex8: text("`#rrggbbaa`"),
    rgb: numbers("Bytes of sRGB, from 0 to 255", ["r", "g", "b"]),
    hsl: numbers("Hue in degrees, saturation and lightness in percent", ["h", "s", "l"]),
    hsv: numbers("Hue in degrees, saturation and value in percent", ["h", "s", "v"]),
    hwb: numbers("Hue in degrees, whiteness and blackness in percent", ["h", "w", "b"]),
    cmyk: numbers("Inks in percent, by sum alone: no printer's profile", ["c", "m", "y", "k"]),
    lab: numbers("CIE Lab under D50, as in CSS: `l` from 0 to 100", ["l", "a", "b"]),
    lch: numbers("CIE LCh under D50, as in CSS: hue in degrees", ["l", "c", "h"]),
    oklab: numbers("OKLab: `l` from 0 to 1", ["l", "a", "b"]),
    oklch: numbers("OKLCh: `l` from 0 to 1, hue in degrees", ["l", "c", "h"]),
    xyz: numbers("CIE XYZ under D65: white has `y` 1", ["x", "y", "z"]),
    display_p3: numbers("Display P3. From 0 to 1 if the colour is in its gamut", ["r", "g", "b"]),
    css: t.Object(
      fields(cssNotations, (name) => text(`As ${name}`)),
      { description: "The colour as CSS writes it, with its opacity" },
    ),
    name: t.Object(
      {
        exact: t.Union([t.String(), t.Null()], {
          description: "Its name in a list of 30,000, if it has one",
        }),
        css: t.Union([t.String(), t.Null()], { description: "Its keyword in CSS, if it has one" }),
        nearest: text("The name in the list that comes nearest"),
        nearest_hex: text("The colour of that name"),
        delta_e: t.Number({
          description: "Distance as ΔEOK. 0.02 is just noticeable",
        }),
      },
      { description: "What the colour of `hex` is called" },
    ),
    luminance: t.Number({ description: "Relative luminance after WCAG 2, from 0 to 1" }),
    is_dark: t.Boolean({
      description: "Whether white text has more contrast on it than black text",
    }),
    in_srgb_gamut: t.Boolean({
      description: "Whether sRGB has it: if not, hex, rgb, hsl, hsv, hwb and cmyk are the nearest",
    }),
    alpha: t.Number({ description: "Opacity, from 0 to 1" }),
    converted: text("The colour in the notation asked for"),
  }),
  plain: "converted",
  cache: "forever",
  example: { params: { color: "ff6347" }, query: { to: "oklch" } },
  async handler({ params, query }) {
    // At the first call, not at start: the conversions are 150 files.
    const { parseColor } = await import("../../color/parse-color.ts");
    const { describeColor } = await import("../../color/describe-color.ts");
    return describeColor(parseColor(params.color, "path.color"), query);
  },
});
