import type { Chart } from "./chart.ts";

/** The colours of a chart that mean nothing. */
export interface Theme {
  ground: string;
  ink: string;
  soft: string;
  grid: string;
  axis: string;
  series: readonly string[];
  /** From least to most. */
  heat: readonly string[];
  /** From below zero, over zero, to above. */
  diverging: readonly string[];
}

// The first seven are Okabe and Ito's, told apart by those who do not see red or green; yellow is
// darkened on white and blue lightened on black, so that each keeps 3:1 to the ground or nearly.
const light: Theme = {
  ground: "#ffffff",
  ink: "#16202e",
  soft: "#5b6677",
  grid: "#e8ecf1",
  axis: "#9aa5b4",
  series: [
    ...["#0072b2", "#e69f00", "#009e73", "#cc79a7", "#d55e00", "#56b4e9"],
    ...["#6a51a3", "#a89a00", "#7f3b08", "#35978f", "#7d8794", "#b2182b"],
  ],
  heat: ["#eef5fb", "#bcd9ee", "#7db8dd", "#3d8fc4", "#0f649f", "#08386b"],
  diverging: ["#8c3b00", "#d9772b", "#f5c99a", "#f4f5f6", "#a8cfe8", "#3d8fc4", "#08386b"],
};

const dark: Theme = {
  ground: "#11161d",
  ink: "#f1f4f8",
  soft: "#9ba8b9",
  grid: "#252e3a",
  axis: "#566378",
  series: [
    ...["#4da3e0", "#f0b73a", "#2bc299", "#e19bc4", "#f07f3c", "#8ad0f5"],
    ...["#a692e0", "#d6c838", "#c98a5b", "#6cc7be", "#b0b7c0", "#f07178"],
  ],
  heat: ["#1a2735", "#1d4363", "#216a9d", "#3d94cf", "#85c1ea", "#dceefb"],
  diverging: ["#f5b27a", "#c96f2a", "#6d4526", "#242b34", "#1f4f75", "#3d94cf", "#a9d8f7"],
};

/** The theme of a chart, with the ground and the colours that it asks for. */
export function themeOf({ theme = "light", background, colors }: Chart): Theme {
  const base = theme === "dark" ? dark : light;
  return {
    ...base,
    ...(background !== undefined && { ground: background }),
    ...(colors && colors.length > 0 && { series: colors }),
    ...(colors && colors.length > 1 && { heat: colors, diverging: colors }),
  };
}

/** The colour of the series or slice at a place. */
export function colorAt({ series }: Theme, index: number): string {
  return series[index % series.length]!;
}

/** A colour between those of a ramp, by its share from 0 to 1. */
export function rampColor(ramp: readonly string[], share: number): string {
  const place = Math.min(Math.max(share, 0), 1) * (ramp.length - 1);
  const index = Math.min(Math.floor(place), ramp.length - 2);
  return mixed(ramp[index]!, ramp[index + 1]!, place - index);
}

/** One colour mixed with a share of another. */
export function mixed(one: string, two: string, share: number): string {
  const [from, to] = [channels(one), channels(two)];
  return `#${from
    .map((channel, at) => Math.round(channel + (to[at]! - channel) * share))
    .map((channel) => channel.toString(16).padStart(2, "0"))
    .join("")}`;
}

/** White or near black, whichever is read more easily on a colour. */
export function inkOn(color: string): string {
  const [red, green, blue] = channels(color).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  // Where both have the same contrast to it, after WCAG 2.2.
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.19 ? "#16202e" : "#ffffff";
}

function channels(color: string): [number, number, number] {
  const number = Number.parseInt(color.slice(1, 7), 16);
  return [number >> 16, (number >> 8) & 255, number & 255];
}
