import { definePlugin } from "hub";

export default definePlugin({
  title: "QR codes",
  summary: "Draws QR codes in six styles as PNG, SVG and more, in batches too, and reads them.",
  limits: {
    // Far more than any code holds: what is too long is told by its mode.
    dataMax: 11_812,
    sizeMin: 64,
    sizeMax: 2000,
    logoBytesMax: 1_048_576,
    logoPixelsMax: 4_000_000,
    captionMax: 80,
    batchMax: 50,
    batchPixelsMax: 50_000_000,
    bodyBytesMax: 1_572_864,
    imageBytesMax: 5_242_880,
    imagePixelsMax: 25_000_000,
  },
  errors: {
    data_too_long: { status: 422, title: "No QR code of this error correction holds that much" },
    size_too_small: { status: 422, title: "The code has more modules than the image has pixels" },
    unscannable: { status: 422, title: "The code would not scan, and `strict` refuses such codes" },
    invalid_payload: { status: 422, title: "The payload breaks the rules of its kind" },
    batch_failed: { status: 422, title: "Some items of the batch cannot be drawn" },
    logo_too_large: { status: 413, title: "The logo has more bytes or pixels than it may" },
    batch_too_large: { status: 413, title: "The batch has more items or pixels than it may" },
    unsupported_logo: { status: 415, title: "The logo is of a kind that is not read" },
    unsupported_image: { status: 400, title: "The image is of a kind that is not read, or broken" },
    image_too_large: { status: 413, title: "The image has more bytes or pixels than are read" },
    no_qr_found: { status: 404, title: "The image shows no QR code that can be read" },
  },
  try: { "/qr": "generate/index.get" },
});
