/** The fonts that a text may be stamped in; each falls back to others for scripts that it lacks. */
export const stampFonts = [
  "sans",
  "sans-bold",
  "serif",
  "serif-bold",
  "mono",
  "mono-bold",
] as const;

export type StampFont = (typeof stampFonts)[number];
