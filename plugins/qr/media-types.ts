/** The images a code may be drawn as, with their media types. */
export const mediaTypes = {
  png: "image/png",
  svg: "image/svg+xml;charset=utf-8",
  webp: "image/webp",
  jpeg: "image/jpeg",
  text: "text/plain;charset=utf-8",
} as const;

export type ImageFormat = keyof typeof mediaTypes;
