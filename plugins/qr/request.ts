import { group, oneOf, type Static, t } from "hub";
import { payloadSchema } from "./payload/request.ts";
import qr from "./plugin.ts";

const { dataMax, logoBytesMax, sizeMin, sizeMax } = qr.limits;

/** Pattern of a colour: three, six or eight hexadecimal digits. */
export const colorPattern = "^#?(?:[0-9A-Fa-f]{3}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})$";

/** Shapes of the modules. */
export const styles = [
  "standard",
  "rounded",
  "extra-rounded",
  "classy",
  "classy-rounded",
  "dots",
  "diamond",
  "star",
  "heart",
] as const;

export type Style = (typeof styles)[number];

/** Shapes of the three finder patterns. */
export const eyeStyles = ["square", "rounded", "extra-rounded", "circle"] as const;

export type EyeStyle = (typeof eyeStyles)[number];

const hex = "(?:[0-9A-Fa-f]{3}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})";

/** The content of a code. Texts beyond any code's capacity are rejected later, with a more specific error. */
const dataField = t.String({
  minLength: 1,
  maxLength: dataMax,
  description:
    "Content of the code: a text or URL. At most 7089 digits, 4296 characters of digits, capitals and ` $%*+-./:`, 2953 UTF-8 bytes, or 1817 Japanese characters; less with stronger error correction",
});

/** How `data` is written. */
const encodingField = oneOf(["text", "base64"], {
  default: "text",
  description:
    "`text` encodes `data` as it is, `base64` the bytes that it decodes to. Bytes are one segment in byte mode",
});

/** The content of a code: a text, bytes, or a structured payload. */
export const contentFields = {
  data: t.Optional(dataField),
  encoding: encodingField,
  payload: t.Optional(payloadSchema),
};

/** Appearance and error correction, for all endpoints that draw codes. */
export const lookFields = {
  style: oneOf([...styles, "blocks", "square"], {
    default: "standard",
    description: "Shape of the modules; `blocks` and `square` are aliases of `standard`",
  }),
  size: t.Integer({
    minimum: sizeMin,
    maximum: sizeMax,
    default: 300,
    description: "Width in pixels. Modules are whole pixels; remaining pixels widen the margin",
  }),
  ...group("Print", {
    width_mm: t.Optional(
      t.Number({
        minimum: 5,
        maximum: 1000,
        description:
          "Width of a PDF or EPS in millimetres, with the margin. It replaces `size`. 40 by default; a Swiss QR-bill has 46 without the margin",
      }),
    ),
  }),
  ...group("Colours", {
    fg_color: t.String({
      pattern: colorPattern,
      errorMessage: "a colour such as 0a7c5a or fff, with 3, 6 or 8 hexadecimal digits",
      default: "000000",
      description:
        "Colour of the modules: 3, 6 or 8 hexadecimal digits; of 8, the last two are the opacity",
    }),
    bg_color: t.String({
      pattern: `^(?:transparent|#?${hex})$`,
      errorMessage:
        "transparent, or a colour such as 0a7c5a or fff, with 3, 6 or 8 hexadecimal digits",
      default: "FFFFFF",
      description: "Colour of the background, in the same notation, or `transparent`",
    }),
  }),
  ...group("Error correction and version", {
    ecc: oneOf(["L", "M", "Q", "H", "auto"], {
      default: "auto",
      description:
        "Error correction: up to 7, 15, 25 or 30% of the code may be lost. `auto` is H with a logo, M for standard and rounded, otherwise Q, and lower if the data needs the space",
    }),
  }),
  ...group("Margin and corners", {
    margin: t.Integer({
      minimum: 0,
      maximum: 20,
      default: 4,
      description: "Width of the quiet zone around the code in modules; the standard requires 4",
    }),
    eye_style: t.Optional(
      oneOf(eyeStyles, {
        description:
          "Shape of the three finder patterns; by default `rounded` for rounded, extra-rounded and dots, otherwise `square`. Codes with a `circle` are never verified",
      }),
    ),
  }),
  ...group("Colours", {
    eye_color: t.Optional(
      t.String({
        pattern: colorPattern,
        errorMessage: "a colour such as 0a7c5a or fff, with 3, 6 or 8 hexadecimal digits",
        description: "Colour of the finder patterns; the colour of the modules by default",
      }),
    ),
  }),
  ...group("Colours", {
    gradient: t.Optional(
      t.String({
        pattern: `^#?${hex}-#?${hex}(?:-(?:[0-9]|[1-9][0-9]|[12][0-9][0-9]|3[0-5][0-9]))?$`,
        errorMessage: "two colours and perhaps an angle, such as 0a7c5a-1b2a49-45",
        description:
          "Gradient of the modules, as `hex-hex` or `hex-hex-angle`; the angle is in degrees clockwise, 0 runs from left to right. Replaces `fg_color`",
      }),
    ),
  }),
  ...group("Error correction and version", {
    boost_ecc: t.Boolean({
      default: true,
      description: "Whether to use stronger error correction if the code does not become larger",
    }),
    min_version: t.Integer({
      minimum: 1,
      maximum: 40,
      default: 1,
      description: "Smallest version to use; version v has 17 + 4v modules per side",
    }),
    eci: oneOf(["auto", "never"], {
      default: "auto",
      description:
        "Whether to declare UTF-8 in codes with characters outside ASCII, so that all readers return the same text. `never` suits scanners that do not support this header",
    }),
    mask: t.Optional(
      t.Integer({
        minimum: 0,
        maximum: 7,
        description: "Mask pattern; by default the one with the fewest penalty points",
      }),
    ),
  }),
};

/** Response options. */
export const answerFields = {
  ...group("Response", {
    strict: t.Boolean({
      default: false,
      description:
        "Whether to return 422 `unscannable` instead of a code whose `X-QR-Verified` would not be `true`",
    }),
    download: t.Boolean({
      default: false,
      description: "Whether to return the file as a download with a file name",
    }),
  }),
};

/** Response options of a GET, which doesn't read its image back unless the caller wants a verdict. */
const verdictFields = {
  ...answerFields,
  ...group("Response", {
    verify: t.Boolean({
      default: false,
      description:
        "Whether two decoders read the image before it is returned, as for POST; `strict` implies it. Takes longer",
    }),
  }),
};

/** Response format of a single code. */
export const formatField = oneOf(
  ["png", "svg", "base64", "json", "webp", "jpeg", "text", "pdf", "eps"],
  {
    default: "png",
    description:
      "Response format: an image, JSON with an image, `text` for a terminal, or `pdf` and `eps` for print, with outlines and a width in millimetres",
  },
);

/** The query of a GET that draws a code. */
export const queryFields = {
  data: dataField,
  encoding: encodingField,
  ...lookFields,
  ...verdictFields,
};

/** A text below a code. */
export const captionField = t.String({
  minLength: 1,
  maxLength: qr.limits.captionMax,
  pattern: "\\S",
  errorMessage: `a text that is not blank, of at most ${qr.limits.captionMax} characters`,
  description: "Text below the code, in any script that the hub's fonts support",
});

/** A logo for the centre of a code. */
export const logoSchema = t.Object(
  {
    data: t.String({
      minLength: 1,
      // Four characters for three bytes, and the header of a data URI.
      maxLength: Math.ceil(logoBytesMax / 3) * 4 + 64,
      description:
        "A PNG, JPEG, WebP or GIF image of at most 1 MB and 4 megapixels, as base64 or a data URI",
    }),
    size_ratio: t.Number({
      minimum: 0.05,
      maximum: 0.3,
      default: 0.2,
      description: "Side of the logo relative to the side of the code, without the margin",
    }),
    margin: t.Integer({
      minimum: 0,
      maximum: 2,
      default: 1,
      description: "Width of the free space around the logo in modules",
    }),
    shape: oneOf(["square", "rounded", "circle"], {
      default: "square",
      description: "Shape to which the logo is cut",
    }),
  },
  { description: "An image for the centre of the code; the modules below it are omitted" },
);

export type LogoOptions = Static<typeof logoSchema>;

/** Fields of one code in a batch. Missing appearance fields come from the batch. */
export const itemSchema = t.Object({
  caption: t.Optional(captionField),
  filename: t.Optional(
    t.String({
      maxLength: 255,
      description: "File name, with or without the extension",
    }),
  ),
  ...t.Partial(t.Object(withoutDefaults({ ...contentFields, ...lookFields }))).properties,
});

export type BatchItem = Static<typeof itemSchema>;

/** Returns the fields without their defaults. */
function withoutDefaults<Fields extends object>(fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, schema]) => [name, { ...schema, default: undefined }]),
  ) as Fields;
}
