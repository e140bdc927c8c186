import { binary, t } from "hub";
import { convertAnswer, convertFields, outputTypes } from "../convert/request.ts";
import image from "../plugin.ts";

const { convertBytesMax, convertPixelsMax, convertFramesMax, convertSideMax } = image.limits;

/** A picture of 32 × 20 pixels. */
const sample =
  '<svg xmlns="http://www.w3.org/2000/svg" width="320" height="200"><rect width="320" height="200" fill="#0b3954"/><circle cx="220" cy="80" r="50" fill="#ff6663"/><path d="M0 200 90 90 170 200z" fill="#bfd7ea"/></svg>';

export default image.route({
  summary: "Resize and convert a picture",
  keywords:
    "resize image, compress image, convert heic to jpg, webp converter, avif, thumbnail, watermark, crop, blurhash",
  description: `Resizes, crops, turns, blurs and marks a picture, and returns it as JPEG, PNG, WebP, AVIF, GIF or TIFF. It reads these formats, SVG and HEIC. With \`max_bytes\`, the file has the best quality that fits. \`sizes\` returns several widths in one ZIP, for example for \`srcset\`. The steps are: the stored orientation, \`rotate\`, \`crop\`, the size, \`flip\`, \`blur\`, the watermark. A file has at most ${convertBytesMax / 2 ** 20} MiB and ${convertPixelsMax / 1e6} million pixels, over up to ${convertFramesMax} frames, and sides of the output have at most ${convertSideMax} pixels. An SVG cannot refer to other files, and its text has the fonts of the server. Animations and HEIC keep no metadata.`,
  body: t.Object(convertFields),
  raw: {
    ...Object.fromEntries(Object.values(outputTypes).map((type) => [type, "file"] as const)),
    "image/svg+xml": "file",
    "image/heic": "file",
    "image/heif": "file",
  },
  response: t.Union([
    binary(
      outputTypes.jpg,
      outputTypes.png,
      outputTypes.webp,
      outputTypes.avif,
      outputTypes.gif,
      outputTypes.tiff,
      "application/zip",
    ),
    convertAnswer,
  ]),
  heavy: true,
  timeoutMs: 60_000,
  memoryMbMax: 1536,
  bodyBytesMax: Math.ceil(convertBytesMax * 1.4),
  headers: ["x-image-size", "x-image-quality"],
  tool: {
    title: "Resize or convert a picture",
    fields: ["file", "width", "height", "format", "fit"],
    labels: { file: "Picture" },
  },
  example: {
    body: {
      file: new File([sample], "hills.svg", { type: "image/svg+xml" }),
      width: 160,
      height: 160,
      fit: "cover",
      format: "webp",
    },
  },
  async handler({ body }) {
    const { convertPicture } = await import("../convert/convert.ts");
    return convertPicture(body);
  },
});
