import { definePlugin } from "hub";

export default definePlugin({
  title: "QR codes",
  summary:
    "Creates QR codes in nine styles, one at a time or in batches, and fourteen types of barcodes, and reads them.",
  permissions: {
    net: ["public"],
    headers: ["content-security-policy", "cross-origin-resource-policy"],
  },
  limits: {
    // Far more than any code holds: the error for longer texts depends on their encoding mode.
    dataMax: 11_812,
    barcodeDataMax: 3000,
    sizeMin: 64,
    sizeMax: 2000,
    logoBytesMax: 1_048_576,
    logoPixelsMax: 4_000_000,
    logoAddressMax: 44_000,
    captionMax: 80,
    batchMax: 50,
    batchPixelsMax: 50_000_000,
    bodyBytesMax: 1_572_864,
    imageBytesMax: 5_242_880,
    imagePixelsMax: 25_000_000,
  },
  errors: {
    data_too_long: {
      status: 422,
      title: "The data exceeds the capacity of a QR code with this error correction",
    },
    size_too_small: { status: 422, title: "The code has more modules than the image has pixels" },
    unscannable: {
      status: 422,
      title: 'The code is not verified to scan, and "strict" rejects such codes',
    },
    invalid_payload: { status: 422, title: "The payload is invalid for its type" },
    batch_failed: { status: 422, title: "Some items of the batch cannot be drawn" },
    logo_too_large: { status: 413, title: "The logo has too many bytes or pixels" },
    batch_too_large: { status: 413, title: "The batch has too many items or pixels" },
    unsupported_logo: {
      status: 415,
      title: "The logo is damaged, or not a PNG, JPEG, WebP or GIF image",
    },
    unsupported_image: {
      status: 400,
      title: "The image is damaged, or not a PNG, JPEG, WebP, GIF, AVIF, HEIC, TIFF or BMP image",
    },
    image_too_large: { status: 413, title: "The image has too many bytes or pixels" },
    no_qr_found: { status: 404, title: "The image has no readable code" },
  },
  first: [
    "generate/index.get",
    "generate/svg.get",
    "generate/base64.get",
    "generate/index.post",
    "decode.post",
    "barcode/index.get",
    "barcode/index.post",
  ],
  optionalAliases: { quickchart: { "/qr": "quickchart/qr.get" } },
  try: { "/qr": "generate/index.get" },
});
