import { oneOf, t } from "hub";
import { colorPattern } from "./color.ts";
import { payloadSchema } from "./payload/schema.ts";
import qr from "./plugin.ts";
import { eyeStyles, styles } from "./shape/styles.ts";

const { sizeMin, sizeMax } = qr.limits;
const hex = "(?:[0-9A-Fa-f]{3}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})";

/** What a code says. Longer texts are no fault of form: no code holds them. */
export const dataField = t.String({
  minLength: 1,
  maxLength: qr.limits.dataMax,
  description:
    "What the code says: a text or an address, at most 7089 digits, 4296 of digits, capitals and ` $%*+-./:`, or 2953 bytes of UTF-8, and fewer with higher error correction",
});

/** What a code says: a text, or the fields of something that phones know. */
export const contentFields = {
  data: t.Optional(dataField),
  payload: t.Optional(payloadSchema),
};

/** How a code may look and how strong it may be: the same fields for every endpoint that draws. */
export const lookFields = {
  style: oneOf([...styles, "blocks"], {
    default: "standard",
    description: "The shape of the modules; `blocks` is another name of `standard`",
  }),
  size: t.Integer({
    minimum: sizeMin,
    maximum: sizeMax,
    default: 300,
    description:
      "Width in pixels. Modules are whole pixels, so what is left over widens the margin",
  }),
  fg_color: t.String({
    pattern: colorPattern,
    default: "000000",
    description: "Colour of the modules: 3, 6 or 8 hexadecimal digits, the last two for opacity",
  }),
  bg_color: t.String({
    pattern: `^(?:transparent|#?${hex})$`,
    default: "FFFFFF",
    description: "Colour behind them, written likewise, or `transparent`",
  }),
  ecc: oneOf(["L", "M", "Q", "H", "auto"], {
    default: "auto",
    description:
      "Error correction: 7, 15, 25 or 30 % of the code may be lost. `auto` takes H under a logo, Q for dots, diamond, star and heart, M else, and less where the data needs the room",
  }),
  margin: t.Integer({
    minimum: 0,
    maximum: 20,
    default: 4,
    description: "Quiet zone around the code, in modules; the standard asks for 4",
  }),
  eye_style: t.Optional(
    oneOf(eyeStyles, {
      description:
        "Shape of the three finder patterns; without it `rounded` for rounded and dots, else `square`",
    }),
  ),
  eye_color: t.Optional(
    t.String({
      pattern: colorPattern,
      description: "Colour of the finder patterns; without it that of the modules",
    }),
  ),
  gradient: t.Optional(
    t.String({
      pattern: `^#?${hex}-#?${hex}(?:-(?:[0-9]|[1-9][0-9]|[12][0-9][0-9]|3[0-5][0-9]))?$`,
      description:
        "Colours of the modules from one side to the other, as `hex-hex` or `hex-hex-angle`, with the angle in degrees clockwise, 0 from left to right; in place of `fg_color`",
    }),
  ),
  boost_ecc: t.Boolean({
    default: true,
    description: "Takes a higher error correction where the code grows no larger by it",
  }),
  min_version: t.Integer({
    minimum: 1,
    maximum: 40,
    default: 1,
    description: "Least version: version v has 17 + 4v modules along a side",
  }),
  mask: t.Optional(
    t.Integer({
      minimum: 0,
      maximum: 7,
      description: "Mask pattern; without it the one with the fewest penalty points",
    }),
  ),
};

/** What is asked of the answer besides the look of the code. */
export const answerFields = {
  strict: t.Boolean({
    default: false,
    description:
      "Answers 422 unscannable in place of a code whose `X-QR-Verified` would not be `true`",
  }),
  download: t.Boolean({
    default: false,
    description: "Names the answer as a file to save",
  }),
};
