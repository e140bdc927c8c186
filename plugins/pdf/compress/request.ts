import { oneOf, type Static, t } from "hub";
import { pdfFields } from "../input/request.ts";
import pdf from "../plugin.ts";

/** The compression levels. */
const levels = ["lossless", "low", "medium", "high", "extreme"] as const;

/** The parts that can be removed from a PDF during compression. */
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

/** The request body for compressing a PDF. */
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
        "The maximum size of the output, in bytes; replaces `level`. Reached with the least loss in at most 6 passes, down to 72 dpi",
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
    description: "Whether to convert images to grey; text and lines keep their colours",
  }),
  linearize: t.Boolean({
    default: false,
    description:
      "Whether to optimize the file for the web: viewers show its first page before the whole file has arrived",
  }),
  strip: t.Array(oneOf(strippables), {
    default: ["unused"],
    uniqueItems: true,
    maxItems: strippables.length,
    description: "The parts to remove",
  }),
  keep_smaller: t.Boolean({
    default: true,
    description: "Whether to return the input unchanged if compressing does not make it smaller",
  }),
});

export type CompressBody = Static<typeof compressBody>;

export type Level = (typeof levels)[number];

export type Strippable = (typeof strippables)[number];
