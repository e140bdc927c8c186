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
} from "../../color/color.ts";

/** The colours of a card, by purpose. */
export interface Palette {
  ground: string;
  /** The colour of elements on the background, such as a window. */
  raised: string;
  ink: string;
  soft: string;
  line: string;
  accent: string;
  /** A neighbouring hue of the accent, for gradients. */
  accent2: string;
  /** The text colour on the accent. */
  onAccent: string;
  /**
   * The gradient of an author without a picture: the accents, adjusted so that `onAccent` is
   * readable.
   */
  face: readonly [string, string];
  /** The gradient of a panel, and the text colour on it. */
  panel: readonly [string, string];
  onPanel: string;
  /** The accent as a text colour: lightened or darkened for the background. */
  accentInk: string;
  isDark: boolean;
}

/** The default accent. */
export const usualAccent: Rgba = [32, 96, 246, 255];

const night: Rgba = [11, 14, 22, 255];
const black: Rgba = [0, 0, 0, 255];

/** Builds the palette of a light or dark card. */
export function buildThemePalette(theme: "light" | "dark", accent: Rgba): Palette {
  const isDark = theme === "dark";
  const ground = mixColors(isDark ? night : white, accent, isDark ? 0.05 : 0.025);
  return buildPalette(ground, {
    accent,
    isDark,
    ink: isDark ? [246, 248, 252, 255] : [15, 20, 33, 255],
  });
}

/**
 * Builds the palette of a card whose background is a colour, or several colours of similar
 * lightness.
 */
export function paletteOn(grounds: readonly Rgba[], accent: Rgba): Palette {
  const ground = average(grounds);
  const ink = readableOnAll(sampleMixes(grounds));
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
    grounds: sampleMixes(grounds),
  });
}

interface Base {
  accent: Rgba;
  panel?: Rgba;
  isDark: boolean;
  ink: Rgba;
  /** All colours that texts may be drawn on. */
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
    onPanel: formatCss(readableOnAll(sampleMixes(panels))),
    accentInk: formatCss(legible(accent, grounds)),
    isDark,
  };
}

function pair([from = white, to = from]: readonly Rgba[]): readonly [string, string] {
  return [formatCss(from), formatCss(to)];
}

/**
 * Adjusts the stops of a gradient so that one text colour is readable on all of them. Stops with
 * too little contrast are darkened or lightened as much as needed.
 */
export function tameStops(stops: readonly Rgba[]): readonly Rgba[] {
  const candidates = [white, black].map((ink) => {
    for (let share = 0; ; share += 0.04) {
      const adjusted = stops.map((stop) =>
        contrast(stop, ink) >= roomyContrast
          ? stop
          : mixColors(stop, ink === white ? black : white, share),
      );
      if (share >= 1 || leastContrast(ink, sampleMixes(adjusted)) >= roomyContrast)
        return { share, adjusted };
    }
  });
  return candidates.toSorted((a, b) => a.share - b.share)[0]?.adjusted ?? stops;
}

/** Returns the colours between a gradient's stops. */
function sampleMixes(stops: readonly Rgba[]): Rgba[] {
  return stops.flatMap((stop, at) => {
    const next = stops[at + 1];
    return next ? [0, 0.2, 0.4, 0.6, 0.8].map((share) => mixColors(stop, next, share)) : [stop];
  });
}

/**
 * Returns a colour of a neighbouring hue with the same lightness and chroma, in OKLCh. The hue
 * moves towards blue for greens, and towards red for all others: orange becomes red rather than
 * mustard.
 */
export function neighbour(color: Rgba): Rgba {
  const [r, g, b] = color.map((channel) => channel / 255) as [number, number, number, number];
  const { l, c, h = 0 } = oklch({ mode: "rgb", r, g, b });
  const neighbourRgb = clampRgb(
    rgb({ mode: "oklch", l, c, h: h + (h > 110 && h < 200 ? 42 : -40) }),
  );
  const byte = (share: number) => Math.round(share * 255);
  return [byte(neighbourRgb.r), byte(neighbourRgb.g), byte(neighbourRgb.b), 255];
}

/** Mixes a colour with a share of another. */
function mixColors(one: Rgba, two: Rgba, share: number): Rgba {
  return over([two[0], two[1], two[2], Math.round(share * 255)], one);
}

function average(colors: readonly Rgba[]): Rgba {
  const mean = (at: 0 | 1 | 2) =>
    Math.round(colors.reduce((sum, color) => sum + color[at], 0) / colors.length);
  return [mean(0), mean(1), mean(2), 255];
}
