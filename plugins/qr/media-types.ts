/** The images a code may be drawn as, with their media types. */
export const mediaTypes = {
  png: "image/png",
  svg: "image/svg+xml;charset=utf-8",
  webp: "image/webp",
  jpeg: "image/jpeg",
  text: "text/plain;charset=utf-8",
} as const;

export type ImageFormat = keyof typeof mediaTypes;

/** The forms an answer may take: an image, or JSON with the image in it. */
export type AnswerFormat = ImageFormat | "base64" | "json";

/** The image that an answer has or carries. */
export function imageIn(format: AnswerFormat): ImageFormat {
  return format === "base64" || format === "json" ? "png" : format;
}
