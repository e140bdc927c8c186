import { clampRgb, oklch, rgb } from "culori";
import {
  contrast,
  formatCss,
  leastContrast,
  legible,
  over,
  type Rgba,
  readableOnAll,
  roomyContrast,
  white,
} from "../color/color.ts";

/** The colours of a card, each by what it is for. */
export interface Palette {
  ground: string;
  /** What lies on the ground, as a window does. */
  raised: string;
  ink: string;
  soft: string;
  line: string;
  accent: string;
  /** A neighbour of the accent, for gradients. */
  accent2: string;
  /** What is read on the accent. */
  onAccent: string;
  /** What a face without a picture goes from and to: the accents, such as `onAccent` is read on. */
  face: readonly [string, string];
  /** What a panel on the ground goes from and to, and what is read on it. */
  panel: readonly [string, string];
  onPanel: string;
  /** The accent as a text: as light or dark as the ground asks for. */
  accentInk: string;
  isDark: boolean;
}

/** What an accent is where nobody says. */
export const usualAccent: Rgba = [32, 96, 246, 255];

const night: Rgba = [11, 14, 22, 255];
const black: Rgba = [0, 0, 0, 255];

/** The palette of a light or dark card. */
export function buildThemePalette(theme: "light" | "dark", accent: Rgba): Palette {
  const isDark = theme === "dark";
  const ground = mixColors(isDark ? night : white, accent, isDark ? 0.05 : 0.025);
  return buildPalette(ground, {
    accent,
    isDark,
    ink: isDark ? [246, 248, 252, 255] : [15, 20, 33, 255],
  });
}

/** The palette of a card whose ground is a colour, or colours that are nearly as light. */
export function paletteOn(grounds: readonly Rgba[], accent: Rgba): Palette {
  const ground = average(grounds);
  const ink = readableOnAll(mixes(grounds));
  const isDark = ink[0] > 128;
  const isSeen = contrast(accent, ground) >= 1.6;
  const deep = mixColors(ground, night, 0.3);
  const panel = isSeen
    ? accent
    : contrast(deep, ground) > 1.25
      ? deep
      : mixColors(ground, white, 0.22);
  return buildPalette(ground, {
    accent: isSeen ? accent : ink,
    panel,
    isDark,
    ink,
    grounds: mixes(grounds),
  });
}

interface Base {
  accent: Rgba;
  panel?: Rgba;
  isDark: boolean;
  ink: Rgba;
  /** All colours that texts may stand on. */
  grounds?: readonly Rgba[];
}

function buildPalette(
  ground: Rgba,
  { accent, panel = accent, isDark, ink, grounds = [ground] }: Base,
): Palette {
  const tinted = mixColors(ink, accent, 0.12);
  const panels = tameStops([panel, neighbour(panel)]);
  return {
    ground: formatCss(ground),
    raised: formatCss(mixColors(ground, white, isDark ? 0.055 : 0.85)),
    ink: formatCss(ink),
    soft: formatCss(legible(mixColors(ground, tinted, 0.66), grounds)),
    line: formatCss(mixColors(ground, tinted, isDark ? 0.16 : 0.12)),
    accent: formatCss(accent),
    accent2: formatCss(neighbour(accent)),
    onAccent: formatCss(readableOnAll([accent])),
    face: pair(tameStops([accent, neighbour(accent)])),
    panel: pair(panels),
    onPanel: formatCss(readableOnAll(mixes(panels))),
    accentInk: formatCss(legible(accent, grounds)),
    isDark,
  };
}

function pair([from = white, to = from]: readonly Rgba[]): readonly [string, string] {
  return [formatCss(from), formatCss(to)];
}

/**
 * The stops of a gradient on which one ink can be read everywhere: as they are, or those that stand
 * against it as much darker or lighter as that takes.
 */
export function tameStops(stops: readonly Rgba[]): readonly Rgba[] {
  const tries = [white, black].map((ink) => {
    for (let share = 0; ; share += 0.04) {
      const turned = stops.map((stop) =>
        contrast(stop, ink) >= roomyContrast
          ? stop
          : mixColors(stop, ink === white ? black : white, share),
      );
      if (share >= 1 || leastContrast(ink, mixes(turned)) >= roomyContrast)
        return { share, turned };
    }
  });
  return tries.toSorted((a, b) => a.share - b.share)[0]?.turned ?? stops;
}

/** What a gradient's stops are mixed to between them. */
function mixes(stops: readonly Rgba[]): Rgba[] {
  return stops.flatMap((stop, at) => {
    const next = stops[at + 1];
    return next ? [0, 0.2, 0.4, 0.6, 0.8].map((share) => mixColors(stop, next, share)) : [stop];
  });
}

/**
 * A colour of a near hue that is as light and as strong, in OKLCh: of greens the bluer one and of
 * all others the one before, as orange goes to red rather than to mustard.
 */
export function neighbour(color: Rgba): Rgba {
  const [r, g, b] = color.map((channel) => channel / 255) as [number, number, number, number];
  const { l, c, h = 0 } = oklch({ mode: "rgb", r, g, b });
  const near = clampRgb(rgb({ mode: "oklch", l, c, h: h + (h > 110 && h < 200 ? 42 : -40) }));
  const byte = (share: number) => Math.round(share * 255);
  return [byte(near.r), byte(near.g), byte(near.b), 255];
}

/** A colour with a share of another. */
function mixColors(one: Rgba, two: Rgba, share: number): Rgba {
  return over([two[0], two[1], two[2], Math.round(share * 255)], one);
}

function average(colors: readonly Rgba[]): Rgba {
  const mean = (at: 0 | 1 | 2) =>
    Math.round(colors.reduce((sum, color) => sum + color[at], 0) / colors.length);
  return [mean(0), mean(1), mean(2), 255];
}
