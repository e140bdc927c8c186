import { oneOf, type Static, t } from "hub";
import { pdfFields } from "../input/fields.ts";
import pdf from "../plugin.ts";

/** How strongly a PDF is compressed. */
const levels = ["lossless", "low", "medium", "high", "extreme"] as const;

/** What may be taken out of a PDF while it is compressed. */
const strippables = [
  "metadata",
  "xmp",
  "thumbnails",
  "attachments",
  "javascript",
  "bookmarks",
  "annotations",
  "unused",
] as const;

/** What compressing a PDF takes. */
export const compressBody = t.Object({
  ...pdfFields,
  level: oneOf(levels, {
    default: "medium",
    description:
      "`lossless` leaves images unchanged; the other levels reduce them to 200, 150, 110 and 72 dpi, with decreasing quality",
  }),
  target_bytes: t.Optional(
    t.Integer({
      minimum: 10_000,
      maximum: pdf.limits.fileBytesMax,
      description:
        "The maximum size of the answer, in bytes; replaces `level`. Found with the least loss in at most 6 passes, down to 72 dpi",
    }),
  ),
  image_dpi: t.Optional(
    t.Integer({
      minimum: 36,
      maximum: 600,
      description: "The resolution of images; overrides `level`",
    }),
  ),
  image_quality: t.Optional(
    t.Integer({
      minimum: 1,
      maximum: 100,
      description: "The quality of images; overrides `level`",
    }),
  ),
  grayscale: t.Boolean({
    default: false,
    description: "Converts images to grey; text and lines keep their colours",
  }),
  linearize: t.Boolean({
    default: false,
    description:
      "Optimizes the file for the web: its first page is shown before the whole file has arrived",
  }),
  strip: t.Array(oneOf(strippables), {
    default: ["unused"],
    uniqueItems: true,
    maxItems: strippables.length,
    description: "What to remove",
  }),
  keep_smaller: t.Boolean({
    default: true,
    description: "Returns the input unchanged if compressing does not make it smaller",
  }),
});

export type CompressBody = Static<typeof compressBody>;

export type Level = (typeof levels)[number];

export type Strippable = (typeof strippables)[number];
