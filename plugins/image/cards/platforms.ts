import type { Safe } from "./draw.ts";

/** The size of a picture, and how much of each edge may be covered or cut off. */
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

/** What each platform shows: a link's picture, a post, a story or a cover. */
export const platforms: Readonly<Record<(typeof platformNames)[number], Size>> = {
  twitter: size(1200, 675),
  facebook: size(1200, 630),
  linkedin: size(1200, 627),
  // The grid of a profile cuts 4:5 to 3:4.
  "instagram-post": size(1080, 1350, { left: 34, right: 34 }),
  // Above is whose story it is, below where it is answered: 14 % and 20 %.
  "instagram-story": size(1080, 1920, { top: 270, bottom: 384 }),
  pinterest: size(1000, 1500),
  // The length of the film is written over the lower right corner.
  "youtube-thumbnail": size(1280, 720, { bottom: 40 }),
  // Buttons are at the right, and the words of the film below.
  tiktok: size(1080, 1920, { top: 130, right: 130, bottom: 440, left: 44 }),
  // A link's picture is cut to a square.
  whatsapp: size(1080, 1080),
  discord: size(1280, 640),
  reddit: size(1200, 628),
  threads: size(1080, 1350),
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

/** The sizes of banners; `custom` has the caller's. */
export const presets: Readonly<Record<Exclude<(typeof presetNames)[number], "custom">, Size>> = {
  github: size(1280, 640, { top: 40, right: 40, bottom: 40, left: 40 }),
  // The avatar lies over the lower left corner.
  "twitter-header": size(1500, 500, { bottom: 90 }),
  linkedin: size(1584, 396, { left: 420 }),
  // Phones cut the sides, computers the top and the bottom.
  "facebook-cover": size(1640, 856, { top: 116, right: 100, bottom: 116, left: 100 }),
  // Only the middle is seen on every screen.
  youtube: size(2560, 1440, { top: 508, right: 507, bottom: 509, left: 507 }),
  discord: size(960, 540),
  email: size(1200, 400),
};

function size(width: number, height: number, safe: Partial<Safe> = {}): Size {
  return { width, height, safe: { top: 0, right: 0, bottom: 0, left: 0, ...safe } };
}
