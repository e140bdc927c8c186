import type { Safe } from "./draw.ts";
import sizes from "./platforms.json" with { type: "json" };

/** The size of a picture, and the margins that may be covered or cropped. */
export interface PlatformSize {
  width: number;
  height: number;
  safe: Safe;
}

/** The size of the picture on each platform: a link preview, a post, a story or a cover. */
export const platforms: Readonly<Record<keyof typeof sizes.platforms, PlatformSize>> =
  sizes.platforms;

export const platformNames = Object.keys(platforms) as (keyof typeof platforms)[];

/** The sizes of banners. */
export const presets: Readonly<Record<keyof typeof sizes.presets, PlatformSize>> = sizes.presets;

/** The names of the sizes, and `custom` for the caller's. */
export const presetNames = [
  ...(Object.keys(presets) as (keyof typeof presets)[]),
  "custom",
] as const;
