import { oneOf, reply, t } from "hub";
import { type Drawing, headersOf, type Image, type ImageFormat, mediaTypes } from "./drawing.ts";
import { levels } from "./matrix/capacity.ts";
import { styles } from "./shape/shapes.ts";
import { terminalOf } from "./terminal.ts";

/** The forms an answer may take: an image, or JSON with the image in it. */
export type AnswerFormat = ImageFormat | "base64" | "json";

/** An image in a JSON string. */
export const base64Answer = t.Object({
  success: t.Literal(true, { description: "Always true: failures have another shape" }),
  base64: t.String({ description: "The image as a data URI, ready for the source of an <img>" }),
  mime_type: t.String({ description: "The image's media type" }),
  bytes: t.Integer({ description: "The image's size in bytes" }),
  size: t.Integer({ description: "Its width in pixels" }),
  style: oneOf(styles, { description: "The shape of its modules" }),
});

/** How well a code should scan. */
const scannability = t.Object(
  {
    score: t.Integer({ description: "0 to 100; every warning costs some" }),
    contrast_ratio: t.Number({
      description: "Contrast of the least visible module to the background, 1 to 21 as in WCAG",
    }),
    quiet_zone_ok: t.Boolean({ description: "Whether the margin is 4 modules or more" }),
    decoded_ok: t.Union([t.Boolean(), t.Null()], {
      description:
        "Whether a decoder read this very image back; null where it was not tried, as in every GET",
    }),
    warnings: t.Array(t.String(), { description: "What may keep scanners from reading it" }),
  },
  { description: "How well the code should scan" },
);

/** A code with all there is to know about it. */
export const jsonAnswer = t.Object({
  success: t.Literal(true, { description: "Always true: failures have another shape" }),
  data: t.String({ description: "What the code says" }),
  version: t.Integer({ description: "1 to 40" }),
  modules: t.Integer({ description: "Modules along a side, without the margin" }),
  ecc: oneOf(levels, { description: "The error correction that was used" }),
  mask: t.Integer({ description: "The mask pattern that was used, 0 to 7" }),
  size: t.Integer({ description: "Width of the image in pixels" }),
  module_px: t.Integer({ description: "Pixels along the side of a module" }),
  style: oneOf(styles, { description: "The shape of the modules" }),
  matrix: t.Array(t.String(), { description: "The modules row by row, 1 for dark" }),
  scannability,
  image: t.String({ description: "The image as PNG in a data URI" }),
});

const extensions: Readonly<Record<AnswerFormat, string>> = {
  png: "png",
  svg: "svg",
  webp: "webp",
  jpeg: "jpg",
  text: "txt",
  base64: "json",
  json: "json",
};

/** Answers with a drawing in the form that was asked for. */
export function answerWith(
  drawing: Drawing,
  { format, download }: { format: AnswerFormat; download: boolean },
) {
  const image = format === "base64" || format === "json" ? "png" : format;
  const headers = headersOf(drawing, { extension: extensions[format], download });
  const finish = (bytes: Image) => {
    if (image === format)
      return reply(bytes, {
        type: mediaTypes[image],
        headers,
        plain: () => terminalOf(drawing.picture),
      });
    const form = format === "json" ? described : inBase64;
    return reply(form(drawing, { bytes, format: image }), { headers });
  };
  const drawn = drawing.image(image);
  return drawn instanceof Promise ? drawn.then(finish) : finish(drawn);
}

interface Written {
  bytes: Image;
  format: ImageFormat;
}

/** The body of an answer that carries its image in a JSON string. */
export function inBase64({ picture: { design } }: Drawing, { bytes, format }: Written) {
  const buffer = Buffer.from(bytes as Uint8Array<ArrayBuffer>);
  const mime_type = mediaTypes[format].split(";")[0]!;
  return {
    success: true as const,
    base64: `data:${mime_type};base64,${buffer.toString("base64")}`,
    mime_type,
    bytes: buffer.length,
    size: design.size,
    style: design.style,
  };
}

function described(drawing: Drawing, image: Written) {
  const { data, picture, verdict } = drawing;
  const { matrix, design, pixels } = picture;
  const { known: _, ...scannability } = verdict;
  return {
    success: true as const,
    data,
    version: matrix.version,
    modules: matrix.size,
    ecc: matrix.level,
    mask: matrix.mask,
    size: design.size,
    module_px: pixels,
    style: design.style,
    matrix: Array.from({ length: matrix.size }, (_, row) =>
      matrix.modules.subarray(row * matrix.size, (row + 1) * matrix.size).join(""),
    ),
    scannability,
    image: inBase64(drawing, image).base64,
  };
}
