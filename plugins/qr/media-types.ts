/** Image formats with their media types. */
export const mediaTypes = {
  png: "image/png",
  svg: "image/svg+xml;charset=utf-8",
  webp: "image/webp",
  jpeg: "image/jpeg",
  pdf: "application/pdf",
  eps: "application/postscript",
  text: "text/plain;charset=utf-8",
} as const;

export type ImageFormat = keyof typeof mediaTypes;

/** Formats for print, with their width in millimetres. */
export type PrintFormat = "pdf" | "eps";

/** Returns whether a format is for print. */
export function isPrint(format: ImageFormat): format is PrintFormat {
  return format === "pdf" || format === "eps";
}

/** Response formats: an image, or JSON with an image. */
export type AnswerFormat = ImageFormat | "base64" | "json";

/** Returns the image format of a response. */
export function imageIn(format: AnswerFormat): ImageFormat {
  return format === "base64" || format === "json" ? "png" : format;
}

/** The headers of a response with one code. */
export const qrHeaders = ["x-qr-ecc", "x-qr-style", "x-qr-verified", "x-qr-version"];
