import { file, oneOf, t } from "hub";
import { urlWarnings } from "../answer-schemas.ts";
import { codeFormats } from "../code-formats.ts";
import { parsedTypes } from "../payload/kind.ts";
import qr from "../plugin.ts";

const { imageBytesMax, imagePixelsMax } = qr.limits;
const megabytes = imageBytesMax / 1_048_576;

const point = t.Object({
  x: t.Integer({ description: "Distance from the left in pixels" }),
  y: t.Integer({ description: "Distance from the top in pixels" }),
});

/** A QR code as a PNG, in base64. */
const sampleImage =
  "iVBORw0KGgoAAAANSUhEUgAAAEIAAABCAQMAAADZmpKrAAAABlBMVEX///8AAABVwtN+AAAACXBIWXMAAAsSAAALEgHS3X78AAAAlUlEQVQoz63PMQoFIQwE0MC2gVxFsBW8+oBtwKsItoH8bSzG3+5Ur5sZka+TMeZMkKBdXFjTi3rcivzXsFvQVVRYGe6n90hk+dl1hLmtL5BG2Va2sNrO3lhezaqxwtF6B2lJTAwhyay5g6XD6jNZqbEzWO/WBrDel+KXoMWRrOnZMnFJ0e1Wz6hCgj7FkpURuxlI3+YHog/BG4L8liYAAAAASUVORK5CYII=";

export default qr.route({
  summary: "Read the QR codes in an image",
  keywords: "scan qr, read qr code, qr reader, qr scanner",
  description:
    `Reads codes in photos, scans and screenshots. Send a PNG, JPEG, WebP, GIF, AVIF, HEIC, TIFF or BMP image of up to ${megabytes} MB and ${imagePixelsMax / 1e6} million ` +
    "pixels as `file` in a form, as `image` in a JSON body, or as the raw body with the other " +
    "fields in the query. Micro QR and rectangular Micro QR codes are supported, too, and with " +
    "`other_codes` Data Matrix, Aztec, PDF417, MicroPDF417, MaxiCode, EAN, UPC, Code 128, Code 39, " +
    "Code 93, Codabar, ITF, DataBar, Telepen and DX film edge. Only the first frame of an animation is read.",
  body: t.Object({
    file: t.Optional(file({ description: `The image, at most ${imageBytesMax} bytes` })),
    image: t.Optional(
      t.String({
        minLength: 1,
        maxLength: 7_000_000,
        description: "The image as base64 or a `data:` URI",
      }),
    ),
    try_harder: t.Boolean({
      default: false,
      description: "Whether to make further attempts for blurred and noisy codes if none is found",
    }),
    other_codes: t.Boolean({
      default: false,
      description: "Whether to read codes of other formats than QR, too",
    }),
    multiple: t.Boolean({
      default: true,
      description: "Whether to read all codes instead of the first one found",
    }),
  }),
  raw: {
    "image/avif": "file",
    "image/bmp": "file",
    "image/heic": "file",
    "image/heif": "file",
    "image/tiff": "file",
    "image/png": "file",
    "image/jpeg": "file",
    "image/webp": "file",
    "image/gif": "file",
  },
  response: t.Object({
    count: t.Integer({ description: "Number of codes read" }),
    codes: t.Array(
      t.Object({
        text: t.String({ description: "Content of the code" }),
        bytes_base64: t.String({ description: "The raw bytes of the code" }),
        format: oneOf(codeFormats, {
          description: "Format of the code. UPC-A is an `ean_13` whose text starts with 0",
        }),
        ecc: t.Union([oneOf(["L", "M", "Q", "H"]), t.Null()], {
          description:
            "Error correction level; null for the smallest Micro QR code and other formats",
        }),
        version: t.Union([t.Integer(), t.String(), t.Null()], {
          description:
            "Version 1 to 40; `M1` to `M4` for a Micro QR code, and for example `R11x43` for an rMQR code; null for formats without versions",
        }),
        mask: t.Union([t.Integer(), t.Null()], { description: "Mask pattern" }),
        position: t.Array(point, {
          minItems: 4,
          maxItems: 4,
          description:
            "Corners of the code in the displayed image, clockwise from the code's own top left corner",
        }),
        inverted: t.Boolean({ description: "Whether modules are light on dark" }),
        mirrored: t.Boolean({ description: "Whether the code is mirrored" }),
        sequence: t.Union(
          [
            t.Object({
              index: t.Integer({ description: "Position in the sequence, starting at 0" }),
              size: t.Integer({ description: "Number of codes in the sequence" }),
              id: t.String({ description: "Identifier shared by the codes of the sequence" }),
            }),
            t.Null(),
          ],
          { description: "Set if several codes form one text (structured append)" },
        ),
        payload: t.Object(
          { type: oneOf(parsedTypes, { description: "Payload type" }) },
          {
            additionalProperties: true,
            description:
              "The text parsed into the fields of `payload` in `POST /api/qr/generate`; they are not validated",
          },
        ),
        url_safety: t.Union(
          [
            t.Object({
              scheme: t.String({ description: "URL scheme, such as `https`" }),
              host: t.Union([t.String(), t.Null()], {
                description: "The host as resolved by DNS",
              }),
              warnings: t.Array(oneOf(urlWarnings), {
                description:
                  "Suspicious properties of the URL; no warnings do not mean that it is safe",
              }),
            }),
            t.Null(),
          ],
          {
            description: "Analysis of the text if it is a URL, without network requests",
          },
        ),
      }),
      { description: "The codes" },
    ),
  }),
  heavy: true,
  timeoutMs: 20_000,
  memoryMbMax: 1024,
  bodyBytesMax: 7_077_888,
  example: {
    body: {
      file: new File([Uint8Array.fromBase64(sampleImage)], "code.png", { type: "image/png" }),
    },
  },
  async handler({
    body: { file, image, try_harder: tryHarder, other_codes: otherCodes, multiple },
  }) {
    if ((file === undefined) === (image === undefined))
      throw qr.error(
        "invalid_input",
        `body must have one of file and image: it has ${file ? "both" : "neither"}`,
        { at: "body" },
      );
    const at = file ? "body.file" : "body.image";
    const { decodeBase64: decodeImage } = await import("../readers/image.ts");
    const bytes = file ? await file.bytes() : decodeImage(image ?? "", at);
    const { parsePayload } = await import("../payload/payload.ts");
    const { urlSafety } = await import("../decode/url-safety.ts");
    const { readCodes } = await import("../decode/codes.ts");
    const codes = await readCodes(bytes, { at, tryHarder, otherCodes, multiple });
    if (codes.length === 0)
      throw qr.error(
        "no_qr_found",
        `${at} has no readable ${otherCodes ? "" : "QR "}code${tryHarder ? "" : ": try_harder makes further attempts"}`,
        { at },
      );
    return {
      count: codes.length,
      codes: codes.map(({ bytes, spareEcc, ...code }) => {
        const payload = parsePayload(code.text);
        const mayBeUrl = ["url", "text", "whatsapp", "gs1"].includes(payload.type);
        return {
          ...code,
          bytes_base64: bytes.toBase64(),
          payload,
          url_safety: mayBeUrl ? urlSafety(code.text) : null,
        };
      }),
    };
  },
});
