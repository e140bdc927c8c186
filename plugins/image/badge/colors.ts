import type { Rgba } from "hub/drawing";
import { parseColor } from "../color/color.ts";
import { mix } from "../color/oklab.ts";

/** One colour, or a gradient between two. */
export interface Paint {
  from: Rgba;
  to: Rgba | undefined;
}

// The names and the values are those of shields.io, where they are other colours than in CSS.
const named: Readonly<Record<string, string>> = {
  brightgreen: "4b0",
  success: "4b0",
  green: "67ac09",
  yellowgreen: "95991a",
  yellow: "d8b800",
  orange: "ea7233",
  important: "ea7233",
  red: "dd4343",
  critical: "dd4343",
  blue: "007ec6",
  informational: "007ec6",
  grey: "555",
  gray: "555",
  lightgrey: "939393",
  lightgray: "939393",
  inactive: "939393",
};

/** Reads a colour, or two with `..` between them. */
export function paintOf(text: string, at: string): Paint {
  const [from, to, ...more] = text.split("..");
  const read = (part: string) => parseColor(named[part.trim().toLowerCase()] ?? part, at);
  if (more.length > 0 || to === undefined) return { from: read(text), to: undefined };
  return { from: read(from!), to: read(to) };
}

/** The colour that a text on a paint stands out from. */
export function meanOf({ from, to }: Paint): Rgba {
  return to ? mix(from, to, 0.5) : from;
}

/** Whether dark letters are to stand on a colour: as shields.io judges, so that badges match. */
export function isBright([red, green, blue]: Rgba): boolean {
  return Math.round((red * 299 + green * 587 + blue * 114) / 2550) / 100 > 0.69;
}
