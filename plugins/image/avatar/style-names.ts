/** The styles that avatars are drawn in. */
export const styleNames = [
  "initials",
  "identicon",
  "pixel",
  "beam",
  "marble",
  "rings",
  "bauhaus",
  "sunset",
  "shapes",
  "smiley",
  "robot",
] as const;

export type StyleName = (typeof styleNames)[number];
