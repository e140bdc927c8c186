import { file, group, oneOf, type Static, t } from "hub";
import { colorField } from "../formats.ts";
import image from "../plugin.ts";

const { convertSideMax, convertSizesMax, watermarkTextMax } = image.limits;

/** The formats of the output, mapped to their media types. */
export const outputTypes = {
  jpg: "image/jpeg",
  png: "image/png",
  webp: "image/webp",
  avif: "image/avif",
  gif: "image/gif",
  tiff: "image/tiff",
} as const;

export type OutputFormat = keyof typeof outputTypes;

const outputFormats = Object.keys(outputTypes) as OutputFormat[];

/** The formats of the input. */
const inputFormats = [...outputFormats, "svg", "heic"] as const;

export type InputFormat = (typeof inputFormats)[number];

const positions = [
  "center",
  "top",
  "right top",
  "right",
  "right bottom",
  "bottom",
  "left bottom",
  "left",
  "left top",
] as const;

const side = (description: string) =>
  t.Optional(t.Integer({ minimum: 1, maximum: convertSideMax, description }));
const share = (description: string) =>
  t.Optional(t.Number({ minimum: 0, maximum: 1, description }));

/** The fields of the request. */
export const convertFields = {
  file: t.Optional(file({ description: "The picture, as a form part or the raw body" })),
  image: t.Optional(
    t.String({ minLength: 1, description: "The picture as base64 or a `data:` URI" }),
  ),
  format: t.Optional(
    oneOf(outputFormats, {
      description: "The file format. By default that of the input; PNG for SVG, and JPEG for HEIC",
    }),
  ),
  ...group("Size", {
    width: side("The width, in pixels"),
    height: side("The height, in pixels"),
    sizes: t.Optional(
      t.Array(t.String({ maxLength: 11 }), {
        minItems: 1,
        maxItems: convertSizesMax,
        description:
          "Several sizes instead of `width` and `height`, such as `640`, `640x480` or `x480`. The response is a ZIP",
      }),
    ),
    fit: oneOf(["inside", "outside", "cover", "contain", "fill"], {
      default: "inside",
      description:
        "How the picture fits into `width` and `height`: `inside` is at most that size, `outside` at least, `cover` cuts off the rest, `contain` adds a background, `fill` distorts",
    }),
    focus: oneOf([...positions, "attention", "entropy"], {
      default: "center",
      description:
        "The part that `cover` shows, or the position for `contain`. `attention` finds bright colours and skin tones, `entropy` the most detail",
    }),
    focus_x: share("The point that `cover` shows: from 0 at the left to 1 at the right"),
    focus_y: share("The point that `cover` shows: from 0 at the top to 1 at the bottom"),
    enlarge: t.Boolean({
      default: false,
      description: "Whether to enlarge a picture that is smaller than `width` and `height`",
    }),
  }),
  ...group("Changes", {
    rotate: oneOf(["0", "90", "180", "270"], {
      default: "0",
      description:
        "Degrees to turn clockwise. The orientation that a camera has stored is always applied first",
    }),
    crop: t.Optional(
      t.Object(
        {
          x: t.Integer({ minimum: 0, description: "Distance from the left, in pixels" }),
          y: t.Integer({ minimum: 0, description: "Distance from the top, in pixels" }),
          width: t.Integer({ minimum: 1, description: "The width, in pixels" }),
          height: t.Integer({ minimum: 1, description: "The height, in pixels" }),
        },
        { description: "The part to keep, after the turn and before the resize" },
      ),
    ),
    flip: oneOf(["none", "horizontal", "vertical"], {
      default: "none",
      description: "Mirrors the picture left to right, or top to bottom",
    }),
    blur: t.Optional(
      t.Number({ minimum: 0.3, maximum: 100, description: "The radius of a blur, in pixels" }),
    ),
    background: t.Optional(
      colorField(
        "The colour behind transparent parts and around `contain`. By default transparent, and white in JPEG",
      ),
    ),
  }),
  ...group("Watermark", {
    watermark: t.Optional(file({ description: "A picture to draw over this one" })),
    watermark_text: t.Optional(
      t.String({
        minLength: 1,
        maxLength: watermarkTextMax,
        description: "A text to draw over the picture: white with a dark edge",
      }),
    ),
    watermark_position: oneOf([...positions, "tile"], {
      default: "right bottom",
      description: "The position of the watermark, or `tile` to repeat it",
    }),
    watermark_width: t.Number({
      minimum: 0.02,
      maximum: 1,
      default: 0.25,
      description: "The width of the watermark, as a share of the picture's",
    }),
    watermark_opacity: t.Number({
      minimum: 0.05,
      maximum: 1,
      default: 0.6,
      description: "The opacity of the watermark",
    }),
  }),
  ...group("Encoding", {
    quality: t.Optional(
      t.Integer({
        minimum: 1,
        maximum: 100,
        description:
          "The quality. By default 82 for JPEG and WebP and 55 for AVIF. PNG is lossless, or has a palette below 100",
      }),
    ),
    max_bytes: t.Optional(
      t.Integer({
        minimum: 500,
        description:
          "The largest size of each file: it has the best quality, at most `quality`, that fits",
      }),
    ),
    lossless: t.Boolean({
      default: false,
      description: "Whether WebP and AVIF keep each pixel",
    }),
    animated: t.Boolean({
      default: true,
      description: "Whether GIF and WebP keep all frames. Other formats have the first",
    }),
    metadata: oneOf(["strip", "keep"], {
      default: "strip",
      description:
        "Whether to keep EXIF and XMP data, such as the camera, the place and the copyright",
    }),
    profile: oneOf(["srgb", "keep"], {
      default: "srgb",
      description: "Converts the colours to sRGB, or keeps the colour profile",
    }),
  }),
  ...group("Response", {
    response: oneOf(["binary", "json"], {
      default: "binary",
      description:
        "The file (a ZIP for several sizes), or JSON with the files, their colours and a BlurHash",
    }),
  }),
};

const body = t.Object(convertFields);

/** A request to convert a picture. */
export type ConvertRequest = Static<typeof body>;

const text = (description: string) => t.String({ description });
const integer = (description: string) => t.Integer({ description });

/** The JSON response. */
export const convertAnswer = t.Object({
  input: t.Object(
    {
      format: oneOf(inputFormats, { description: "The file format" }),
      width: integer("The width, in pixels, after the stored orientation is applied"),
      height: integer("The height, in pixels, after the stored orientation is applied"),
      frames: integer("The number of frames or pages"),
      bytes: integer("The file size, in bytes"),
    },
    { description: "The picture that was sent" },
  ),
  files: t.Array(
    t.Object({
      name: text("The name of the file in the ZIP"),
      format: oneOf(outputFormats, { description: "The file format" }),
      media_type: text("The media type"),
      width: integer("The width, in pixels"),
      height: integer("The height, in pixels"),
      frames: integer("The number of frames"),
      bytes: integer("The file size, in bytes"),
      quality: t.Union([t.Integer(), t.Null()], {
        description: "The quality of the encoding; null if it is lossless",
      }),
      data_uri: text("The file as a `data:` URI"),
    }),
    { description: "One file for each size" },
  ),
  blurhash: text("A BlurHash: a blurred picture in some 30 characters"),
  lqip: text("The picture 16 pixels wide as a `data:` URI, to show while the full one loads"),
  dominant_color: text("The most frequent colour, as `#rrggbb`"),
  colors: t.Array(
    t.Object({
      color: text("The colour, as `#rrggbb`"),
      share: t.Number({ description: "Its share of the picture, from 0 to 1" }),
    }),
    { description: "Up to six frequent colours that differ clearly, most frequent first" },
  ),
});
