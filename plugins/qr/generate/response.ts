import { reply } from "hub";
import { formatContent } from "../content.ts";
import { type AnswerFormat, imageIn, mediaTypes } from "../media-types.ts";
import { renderTerminal } from "../render/terminal.ts";
import { buildHeaders, type Drawing, type Image } from "./drawing.ts";

const extensions: Readonly<Record<AnswerFormat, string>> = {
  png: "png",
  svg: "svg",
  webp: "webp",
  jpeg: "jpg",
  pdf: "pdf",
  eps: "eps",
  text: "txt",
  base64: "json",
  json: "json",
};

/** Returns a drawing in the requested form. */
export function answerWith(
  drawing: Drawing,
  { format, download }: { format: AnswerFormat; download: boolean },
) {
  const image = imageIn(format);
  const headers = buildHeaders(drawing, { extension: extensions[format], download });
  const finish = (bytes: Image) => {
    if (image === format)
      return reply(bytes, {
        type: mediaTypes[image],
        headers,
        alternatives: { "text/plain": () => renderTerminal(drawing.picture) },
      });
    const form = format === "json" ? describeDrawing : encodeDrawing;
    return reply(form(drawing, bytes), { headers });
  };
  const encoded = drawing.image();
  return encoded instanceof Promise ? encoded.then(finish) : finish(encoded);
}

/** Returns the body of a response with the image in a JSON string. */
export function encodeDrawing({ picture: { design }, format }: Drawing, bytes: Image) {
  const buffer = Buffer.from(bytes as Uint8Array<ArrayBuffer>);
  const [mime_type = ""] = mediaTypes[format].split(";");
  return {
    base64: `data:${mime_type};base64,${buffer.toString("base64")}`,
    mime_type,
    bytes: buffer.length,
    size: design.size,
    style: design.style,
  };
}

function describeDrawing(drawing: Drawing, image: Image) {
  const { content, picture, verdict } = drawing;
  const { matrix, design, pixels } = picture;
  return {
    data: formatContent(content),
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
    scannability: verdict.scannability,
    image: encodeDrawing(drawing, image).base64,
  };
}
