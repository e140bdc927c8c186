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
      "`lossless` leaves images alone; the others draw them at 200, 150, 110 and 72 dpi and in less and less quality",
  }),
  target_bytes: t.Optional(
    t.Integer({
      minimum: 10_000,
      maximum: pdf.limits.fileBytesMax,
      description:
        "How large the answer may be: with as little loss as reaches it, in at most 6 passes, down to 72 dpi; instead of `level`",
    }),
  ),
  image_dpi: t.Optional(
    t.Integer({ minimum: 36, maximum: 600, description: "The resolution, over that of `level`" }),
  ),
  image_quality: t.Optional(
    t.Integer({ minimum: 1, maximum: 100, description: "The quality, over that of `level`" }),
  ),
  grayscale: t.Boolean({
    default: false,
    description: "Makes images grey; texts and lines stay",
  }),
  linearize: t.Boolean({
    default: false,
    description: "Orders the file so that its first page is shown before all of it is there",
  }),
  strip: t.Array(oneOf(strippables), {
    default: ["unused"],
    uniqueItems: true,
    maxItems: strippables.length,
    description: "What to take out",
  }),
  keep_smaller: t.Boolean({
    default: true,
    description: "Answers the input as it is where nothing is gained",
  }),
});

export type CompressBody = Static<typeof compressBody>;

export type Level = (typeof levels)[number];

export type Strippable = (typeof strippables)[number];
