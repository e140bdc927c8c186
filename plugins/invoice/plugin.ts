import { definePlugin } from "hub";

export default definePlugin({
  title: "Invoices",
  summary:
    "PDF invoices, receipts and quotes from JSON, and electronic invoices (EN 16931), written and read.",
  permissions: { net: "public", kv: true },
  limits: {
    itemsMax: 500,
    descriptionMax: 4000,
    notesMax: 4000,
    amountMax: 1e12,
    customFieldsMax: 12,
    pagesMax: 100,
    documentsMax: 20,
    xmlDepthMax: 60,
    xmlElementsMax: 300_000,
    receivedBytesMax: 16_777_216,
    logoBytesMax: 2_097_152,
    logoPixelsMax: 16_000_000,
    bodyBytesMax: 8_388_608,
    timeoutMs: 30_000,
  },
  errors: {
    amount_too_large: { status: 422, title: "The amounts are too large for exact sums" },
    logo_unreachable: { status: 422, title: "The logo cannot be fetched" },
    logo_forbidden_address: { status: 403, title: "The logo is not on the public internet" },
    logo_too_large: { status: 413, title: "The logo has too many bytes or pixels" },
    unsupported_logo: {
      status: 422,
      title: "The logo is damaged, or not a PNG, JPEG, WebP or SVG image",
    },
    glyph_missing: { status: 422, title: "No font has a glyph for some of the characters" },
    too_many_pages: { status: 422, title: "The document has too many pages" },
    invalid_payment: { status: 422, title: "The payment data is invalid" },
    invalid_xml: { status: 422, title: "The XML cannot be read" },
    invalid_pdf: { status: 422, title: "The PDF cannot be read" },
    no_einvoice: { status: 422, title: "The file contains no electronic invoice" },
    rules_unavailable: { status: 503, title: "The hub has no official rules of EN 16931" },
    einvoice_rule_violation: { status: 422, title: "The invoice violates rules of EN 16931" },
  },
  first: ["generate.post", "einvoice.post", "read.post"],
});
