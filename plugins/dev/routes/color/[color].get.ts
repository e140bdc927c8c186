import { oneOf, t } from "hub";
import { cssNotations, notations } from "../../color/request.ts";
import dev from "../../plugin.ts";

const text = (description: string) => t.String({ description });
const channel = (name: string) => t.Number({ description: `The channel ${name}` });
const fields = <Name extends string, Field>(names: readonly Name[], field: (name: Name) => Field) =>
  Object.fromEntries(names.map((name) => [name, field(name)])) as Record<Name, Field>;
const numbers = <Name extends string>(description: string, names: readonly Name[]) =>
  t.Object(fields(names, channel), { description });

export default dev.route({
  summary: "Convert a colour to all spaces and notations, and name it",
  keywords:
    "color converter, hex to rgb, rgb to hex, hsl, color picker, cmyk, oklch, color name, parse colour code",
  description:
    "Returns a colour in all spaces and notations, with its nearest names. Accepts CSS Color 4: `tomato`, `rgb(255 99 71 / 50%)`, `hsl(9deg 100% 64%)`, `hwb()`, `lab()`, `lch()`, `oklab()`, `oklch()` and `color(display-p3 1 0.4 0.3)`, including `rgb()` and `hsl()` with commas, and of CSS Color 5 `color-mix(in oklch, red 30%, blue)`, relative colours such as `oklch(from red calc(l * 0.8) c h)`, and `calc()` with `pi`, `e`, `infinity` and `NaN`. Also accepts 3, 4, 6 or 8 hexadecimal digits with or without `#` (`%23` in a URL). `none` counts as 0.",
  params: t.Object({
    color: t.String({ minLength: 1, maxLength: 256, description: "The colour" }),
  }),
  query: t.Object({
    to: oneOf(notations, { default: "hex", description: "The notation of `converted`" }),
  }),
  response: t.Object({
    hex: text(
      "`#rrggbb` without transparency; the nearest sRGB colour if the colour is out of gamut",
    ),
    hex8: text("`#rrggbbaa`"),
    rgb: numbers("Bytes of sRGB, from 0 to 255", ["r", "g", "b"]),
    hsl: numbers("Hue in degrees, saturation and lightness in percent", ["h", "s", "l"]),
    hsv: numbers("Hue in degrees, saturation and value in percent", ["h", "s", "v"]),
    hwb: numbers("Hue in degrees, whiteness and blackness in percent", ["h", "w", "b"]),
    cmyk: numbers("Inks in percent, converted without a printer profile", ["c", "m", "y", "k"]),
    lab: numbers("CIE Lab under D50, as in CSS: `l` from 0 to 100", ["l", "a", "b"]),
    lch: numbers("CIE LCh under D50, as in CSS: hue in degrees", ["l", "c", "h"]),
    oklab: numbers("OKLab: `l` from 0 to 1", ["l", "a", "b"]),
    oklch: numbers("OKLCh: `l` from 0 to 1, hue in degrees", ["l", "c", "h"]),
    xyz: numbers("CIE XYZ under D65: white has `y` 1", ["x", "y", "z"]),
    display_p3: numbers("Display P3. From 0 to 1 if the colour is in its gamut", ["r", "g", "b"]),
    css: t.Object(
      fields(cssNotations, (name) => text(`As ${name}`)),
      { description: "The colour in CSS notations, including opacity" },
    ),
    name: t.Object(
      {
        exact: t.Union([t.String(), t.Null()], {
          description: "Exact match in a list of 30,000 names, if there is one",
        }),
        css: t.Union([t.String(), t.Null()], { description: "CSS keyword, if there is one" }),
        nearest: text("The nearest name in the list"),
        nearest_hex: text("The colour of the nearest name"),
        delta_e: t.Number({
          description: "Distance to the nearest name as ΔEOK; 0.02 is just noticeable",
        }),
      },
      { description: "Names of the colour in `hex`" },
    ),
    luminance: t.Number({ description: "Relative luminance as defined by WCAG 2, from 0 to 1" }),
    is_dark: t.Boolean({
      description: "Whether white text has more contrast on it than black text",
    }),
    in_srgb_gamut: t.Boolean({
      description:
        "Whether the colour is in the sRGB gamut; if not, hex, rgb, hsl, hsv, hwb and cmyk are of the nearest sRGB colour",
    }),
    alpha: t.Number({ description: "Opacity, from 0 to 1" }),
    converted: text("The colour in the requested notation"),
  }),
  plain: "converted",
  cache: "forever",
  example: { params: { color: "ff6347" }, query: { to: "oklch" } },
  async handler({ params, query }) {
    // Imported on the first call, because the conversions are 150 files.
    const { parseColor } = await import("../../color/parse-color.ts");
    const { describeColor } = await import("../../color/describe-color.ts");
    return describeColor(parseColor(params.color, "path.color"), query);
  },
});
