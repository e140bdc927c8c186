import { binary, t } from "hub";
import { barcodeAnswer, barcodeFields } from "../../barcode/request.ts";
import { mediaTypes } from "../../media-types.ts";
import qr from "../../plugin.ts";

/** The responses and headers of both endpoints. */
export const barcodeResponse = {
  response: t.Union([
    binary(
      mediaTypes.png,
      mediaTypes.svg,
      mediaTypes.webp,
      mediaTypes.jpeg,
      mediaTypes.pdf,
      mediaTypes.eps,
    ),
    barcodeAnswer,
  ]),
  headers: ["x-barcode-data", "x-barcode-verified"],
};

export default qr.route({
  summary: "Create a barcode",
  keywords: "barcode, ean, upc, code 128, gs1, itf-14, data matrix, pdf417, aztec, micro qr, rmqr",
  description:
    "Returns an EAN, UPC, ITF-14, Code 128, GS1-128, Code 39, Data Matrix, GS1 Data Matrix, PDF417, Aztec, Micro QR or rMQR code. `X-Barcode-Data` is the content with its check digit, percent-encoded. With `verify` or `strict`, the image is read back as for POST, and `X-Barcode-Verified` has the verdict. Otherwise it is `false` if scanners are known to fail (a contrast below 3, light on dark, a narrow quiet zone), and `unknown` if not.",
  query: t.Object({
    ...barcodeFields,
    verify: t.Boolean({
      default: false,
      description: "Whether decoders read the image before it is returned; `strict` implies it",
    }),
  }),
  ...barcodeResponse,
  cache: "forever",
  heavy: true,
  example: { query: { type: "ean_13", data: "401234567890" } },
  gallery: {
    "EAN-13": {},
    "UPC-A": { query: { type: "upc_a", data: "03600029145" } },
    "GS1-128": { query: { type: "gs1_128", data: "(01)04012345678901(10)A-7" } },
    "ITF-14": { query: { type: "itf_14", data: "1540141289864" } },
    "Data Matrix": { query: { type: "data_matrix", data: "https://example.com" } },
    PDF417: { query: { type: "pdf_417", data: "https://example.com" } },
    Aztec: { query: { type: "aztec", data: "https://example.com" } },
    rMQR: { query: { type: "rmqr", data: "https://example.com" } },
  },
  async handler({ query }) {
    const { drawBarcode } = await import("../../barcode/barcode.ts");
    return drawBarcode({ ...query, at: "query" });
  },
});
