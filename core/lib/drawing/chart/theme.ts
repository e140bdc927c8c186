import { contrast } from "../color/color.ts";
import type { Chart } from "./chart.ts";
import themes from "./themes.json" with { type: "json" };

/** The colours of a chart, except those of its data. */
export interface Theme {
  ground: string;
  /** The assumed background if the ground is transparent. */
  halo: string;
  ink: string;
  soft: string;
  grid: string;
  axis: string;
  series: readonly string[];
  /** From the lowest to the highest value. */
  heat: readonly string[];
  /** From negative values through zero to positive ones. */
  diverging: readonly string[];
}

// The first seven are Okabe and Ito's, which remain distinguishable with colour blindness. Yellow is
// darkened on white and blue lightened on black, so that nearly all have a contrast of 3:1.
const { light, dark }: Readonly<Record<"light" | "dark", Theme>> = themes;

/** Returns the theme of a chart, with its background and colours. */
export function resolveTheme({
  theme = "light",
  background,
  colors,
}: Pick<Chart, "theme" | "background" | "colors">): Theme {
  const base = theme === "dark" ? dark : light;
  return {
    ...base,
    ...(background !== undefined && applyBackground(base, background)),
    ...(colors && colors.length > 0 && { series: colors }),
    ...(colors && colors.length > 1 && { heat: colors, diverging: colors }),
  };
}

/** Applies a background. Keeps the theme's text and line colours if they are legible on it. */
function applyBackground(base: Theme, background: string): Partial<Theme> {
  const rest = { ground: background };
  if (!background.startsWith("#")) return rest;
  const opacity = background.length > 7 ? Number.parseInt(background.slice(7), 16) / 255 : 1;
  const ground = mix(base.ground, background, opacity);
  const { ink, soft, axis, grid } = [base, light, dark].find(
    (one) => getContrast(one.ink, ground) >= 4.5 && getContrast(one.soft, ground) >= 4.5,
  ) ?? { ...base, ink: inkOn(ground), soft: inkOn(ground) };
  if (ink === base.ink && soft === base.soft && opacity < 1) return rest;
  const isUsual = getContrast(grid, ground) < 1.6 && getContrast(axis, ground) < 4;
  return {
    ...rest,
    ink,
    soft,
    grid,
    axis,
    ...(!isUsual && { grid: mix(ground, ink, 0.1), axis: mix(ground, ink, 0.4) }),
  };
}

/** Returns the background of a chart, and the colours of text outside of shapes. */
export function textColors(chart: Chart): { ground: string; inks: readonly string[] } {
  const base = chart.theme === "dark" ? dark : light;
  const { ground, ink, soft } = resolveTheme(chart);
  const opacity = ground.length > 7 ? Number.parseInt(ground.slice(7), 16) / 255 : 1;
  return {
    ground: ground.startsWith("#") ? mix(base.ground, ground, opacity) : base.ground,
    inks: [ink, soft],
  };
}

/** Returns the colour around letters in front of shapes. */
export function getHaloColor({ ground, halo }: Theme): string {
  return ground.length === 7 ? ground : halo;
}

/** Returns the colour of a series or slice by its index. */
export function colorAt({ series }: Theme, index: number): string {
  // Safe: every theme has colours.
  return series[index % series.length]!;
}

/** Interpolates a colour ramp at a share from 0 to 1. */
export function rampColor(ramp: readonly string[], share: number): string {
  const position = Math.min(Math.max(share, 0), 1) * (ramp.length - 1);
  const index = Math.min(Math.floor(position), ramp.length - 2);
  // Safe: a ramp has at least two colours.
  return mix(ramp[index]!, ramp[index + 1]!, position - index);
}

/** Mixes a colour with a share of another. */
export function mix(one: string, two: string, share: number): string {
  const [from, to] = [parseChannels(one), parseChannels(two)];
  const mixChannel = (at: 0 | 1 | 2) => Math.round(from[at] + (to[at] - from[at]) * share);
  const digits = [mixChannel(0), mixChannel(1), mixChannel(2)].map((channel) =>
    channel.toString(16).padStart(2, "0"),
  );
  return `#${digits.join("")}`;
}

/** Returns a legible text colour: white, near-black or black. */
export function inkOn(color: string): string {
  return ["#ffffff", "#16202e"].find((ink) => getContrast(ink, color) >= 4.5) ?? "#000000";
}

function getContrast(one: string, two: string): number {
  return contrast(parseChannels(one), parseChannels(two));
}

function parseChannels(color: string): [number, number, number] {
  const number = Number.parseInt(color.slice(1, 7), 16);
  return [number >> 16, (number >> 8) & 255, number & 255];
}
