import type { Static } from "hub";
import { t } from "hub";
import type { Layout, Rgba } from "hub/drawing";
import {
  fadeColor,
  leastContrast,
  over,
  parseColor,
  plateFor,
  readableContrast,
  readableOnAll,
  white,
} from "../color/color.ts";
import { fromOklch, mix } from "../color/oklab.ts";
import { createDice } from "../dice.ts";
import { fitText } from "../fit.ts";
import image from "../plugin.ts";
import { placeholderFields } from "./options.ts";
import { resolveSize } from "./size.ts";

const _asked = t.Object(placeholderFields);
export type PlaceholderRequest = Static<typeof _asked>;

interface Gradient {
  from: Rgba;
  to: Rgba;
  angle: number;
}

/** A placeholder with everything decided. */
export interface Design {
  width: number;
  height: number;
  scale: number;
  bg: Rgba;
  fg: Rgba;
  gradient: Gradient | undefined;
  text: string;
  border: number;
  radius: number;
  pattern: PlaceholderRequest["pattern"];
  /** How much of the text's colour a pattern has. */
  patternShare: number;
  /** What lies below a text that no colour can be read in otherwise, as on black beside white. */
  plate: { color: Rgba; opacity: number } | undefined;
  contrast: number | undefined;
  /** The text as it is set at a scale. */
  layout(scale: number): Layout | undefined;
}

/** Decides what a request leaves open. */
export function resolveDesign(asked: PlaceholderRequest): Design {
  const { width, height, scale } = resolveSize(asked);
  const bg = parseBackground(asked.bg);
  const gradient = asked.gradient && parseGradient(asked.gradient);
  const text = (asked.text ?? `${width}×${height}`).replaceAll("\\n", "\n").trim();
  const options = {
    family: asked.font,
    weight: asked.bold ? 700 : 400,
    align: "center",
  } as const;
  const layout = (times: number) =>
    text === ""
      ? undefined
      : fitText(text, computeTextArea(asked, { width, height, times }), options);
  const grounds = gradient
    ? alongText(gradient, { width, height, layout: layout(1) })
    : [over(bg, white)];
  const look = selectColors(grounds, asked);
  return {
    ...look,
    width,
    height,
    scale: Math.max(scale ?? 1, asked.scale),
    bg,
    gradient,
    text,
    border: Math.min(asked.border, Math.floor(Math.min(width, height) / 2)),
    radius: Math.min(asked.radius, width / 2, height / 2),
    pattern: asked.pattern,
    contrast: text === "" ? undefined : look.contrast,
    layout,
  };
}

/** How far around its text a plate goes, in ems of it. */
export const plateMargin = 0.3;

type DesignColors = Pick<Design, "fg" | "plate" | "patternShare" | "contrast">;

/** The colours of a text and of the pattern behind it on some grounds. */
function selectColors(
  grounds: readonly Rgba[],
  { color, pattern }: PlaceholderRequest,
): DesignColors {
  const withPattern = (fg: Rgba, share: number) =>
    pattern === "none"
      ? grounds
      : [...grounds, ...grounds.map((ground) => over(fadeColor(fg, share), ground))];
  if (color !== "auto") {
    const fg = parseColor(color, "query.color");
    const behind = withPattern(fg, patternShares[0]);
    const stands = behind.map((ground) => leastContrast(over(fg, ground), [ground]));
    return { fg, plate: undefined, patternShare: patternShares[0], contrast: Math.min(...stands) };
  }
  const strong = readableOnAll(grounds);
  // As faint a pattern as it takes for the text over it to be read.
  const share =
    patternShares.find(
      (share) => leastContrast(strong, withPattern(strong, share)) >= readableContrast,
    ) ?? patternShares[3];
  const behind = withPattern(strong, share);
  const fg = soften(strong, behind);
  const contrast = leastContrast(fg, behind);
  if (contrast >= 4.5) return { fg, plate: undefined, patternShare: share, contrast };
  const plate = plateFor(fg, behind);
  const laid = behind.map((ground) => over(plate.color, ground, plate.opacity));
  return { fg, plate, patternShare: share, contrast: leastContrast(fg, laid) };
}

const patternShares = [0.16, 0.1, 0.05, 0.02] as const;

interface TextPlacement {
  width: number;
  height: number;
  layout: Layout | undefined;
}

/** Where a gradient begins, and which way it goes how far. */
export function computeGradientLine(
  angle: number,
  { width, height }: { width: number; height: number },
) {
  const turn = (angle * Math.PI) / 180;
  const [right, down] = [Math.sin(turn), -Math.cos(turn)];
  const reach = (Math.abs(width * right) + Math.abs(height * down)) / 2;
  return { right, down, reach };
}

/** The colours of a gradient behind a text in the middle. */
function alongText(
  { from, to, angle }: Gradient,
  { width, height, layout }: TextPlacement,
): Rgba[] {
  const { right, down, reach } = computeGradientLine(angle, { width, height });
  const half = { width: (layout?.width ?? 0) / 2, height: (layout?.height ?? 0) / 2 };
  const places = [-1, -0.5, 0, 0.5, 1].flatMap((across) =>
    [-1, 0, 1].map((along) => across * half.width * right + along * half.height * down),
  );
  return places.map((place) => {
    const share = Math.min(Math.max(place / (2 * reach) + 0.5, 0), 1);
    return over(mix(from, to, share), white);
  });
}

/** Where the room for the text begins, which has as much on its other side. */
export function textLeft(width: number): number {
  return width * 0.06;
}

function computeTextArea(
  { font_size: fixed }: PlaceholderRequest,
  { width, height, times }: { width: number; height: number; times: number },
) {
  const largest = fixed ?? Math.floor(Math.min(height * 0.36, width * 0.14, 400));
  return {
    width: (width - 2 * textLeft(width)) * times,
    height: Math.max(1, height * 0.9 * times),
    largest: Math.max(1, largest) * times,
    smallest: Math.min(6, largest) * times,
  };
}

/** The readable colour, half way back to the background as long as that reads well. */
function soften(strong: Rgba, grounds: readonly Rgba[]): Rgba {
  const [ground = white] = grounds;
  for (let share = 0.35; share > 0; share -= 0.05) {
    const soft = mix(strong, ground, share);
    if (leastContrast(soft, grounds) >= readableContrast) return soft;
  }
  return strong;
}

function parseBackground(text: string): Rgba {
  if (!text.startsWith("random:")) return parseColor(text, "query.bg");
  const dice = createDice(text.slice("random:".length));
  return fromOklch(dice.between(0.55, 0.85), dice.between(0.06, 0.16), dice.between(0, 360));
}

function parseGradient([first = "", second = "", third]: readonly string[]) {
  const angle = third === undefined ? 135 : Number(third);
  if (!(angle >= 0 && angle <= 360))
    throw image.error(
      "invalid_input",
      `query.gradient must end in an angle from 0 to 360: it is ${JSON.stringify(third)}`,
      { at: "query.gradient" },
    );
  return {
    from: parseColor(first, "query.gradient.0"),
    to: parseColor(second, "query.gradient.1"),
    angle,
  };
}
