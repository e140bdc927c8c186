import type { Safe } from "./draw.ts";

/** The size of a picture, and the margins that may be covered or cropped. */
export interface Size {
  width: number;
  height: number;
  safe: Safe;
}

export const platformNames = [
  "twitter",
  "facebook",
  "linkedin",
  "instagram-post",
  "instagram-story",
  "pinterest",
  "youtube-thumbnail",
  "tiktok",
  "whatsapp",
  "discord",
  "reddit",
  "threads",
] as const;

/** The size of the picture on each platform: a link preview, a post, a story or a cover. */
export const platforms: Readonly<Record<(typeof platformNames)[number], Size>> = {
  twitter: createSize(1200, 675),
  facebook: createSize(1200, 630),
  linkedin: createSize(1200, 627),
  // The profile grid crops 4:5 to 3:4.
  "instagram-post": createSize(1080, 1350, { left: 34, right: 34 }),
  // The author is shown at the top, and the reply field at the bottom: 14 % and 20 %.
  "instagram-story": createSize(1080, 1920, { top: 270, bottom: 384 }),
  pinterest: createSize(1000, 1500),
  // The video's duration covers the lower right corner.
  "youtube-thumbnail": createSize(1280, 720, { bottom: 40 }),
  // Buttons are on the right, and the caption is at the bottom.
  tiktok: createSize(1080, 1920, { top: 130, right: 130, bottom: 440, left: 44 }),
  // Link previews are cropped to a square.
  whatsapp: createSize(1080, 1080),
  discord: createSize(1280, 640),
  reddit: createSize(1200, 628),
  threads: createSize(1080, 1350),
};

export const presetNames = [
  "github",
  "twitter-header",
  "linkedin",
  "facebook-cover",
  "youtube",
  "discord",
  "email",
  "custom",
] as const;

/** The sizes of banners. `custom` uses the caller's. */
export const presets: Readonly<Record<Exclude<(typeof presetNames)[number], "custom">, Size>> = {
  github: createSize(1280, 640, { top: 40, right: 40, bottom: 40, left: 40 }),
  // The avatar covers the lower left corner.
  "twitter-header": createSize(1500, 500, { bottom: 90 }),
  linkedin: createSize(1584, 396, { left: 420 }),
  // Phones crop the sides, computers the top and bottom.
  "facebook-cover": createSize(1640, 856, { top: 116, right: 100, bottom: 116, left: 100 }),
  // Only the centre is visible on every screen.
  youtube: createSize(2560, 1440, { top: 508, right: 507, bottom: 509, left: 507 }),
  discord: createSize(960, 540),
  email: createSize(1200, 400),
};

function createSize(width: number, height: number, safe: Partial<Safe> = {}): Size {
  return { width, height, safe: { top: 0, right: 0, bottom: 0, left: 0, ...safe } };
}
