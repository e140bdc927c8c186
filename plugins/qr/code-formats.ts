/** Formats that can be decoded: QR codes, and other codes on request. */
export const codeFormats = [
  "qr",
  "micro_qr",
  "rmqr",
  "data_matrix",
  "aztec",
  "pdf_417",
  "ean_13",
  "ean_8",
  "upc_e",
  "code_128",
  "code_39",
  "code_93",
  "codabar",
  "itf",
  "databar",
  "databar_limited",
  "databar_expanded",
  "maxicode",
  "micro_pdf_417",
  "telepen",
  "dx_film_edge",
] as const;

/** A format of a decoded code. */
export type CodeFormat = (typeof codeFormats)[number];
