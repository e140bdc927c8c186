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
import { fitText } from "../fit.ts";
import image from "../plugin.ts";
import { createDice } from "../random.ts";
import { placeholderFields } from "./request.ts";
import { resolveSize } from "./size.ts";

const _request = t.Object(placeholderFields);
export type PlaceholderRequest = Static<typeof _request>;

interface Gradient {
  from: Rgba;
  to: Rgba;
  angle: number;
}

/** A placeholder with all defaults resolved. */
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
  /** The opacity of the pattern in the colour of the text. */
  patternShare: number;
  /**
   * The plate behind a text that no colour is readable in otherwise, such as on black next to
   * white.
   */
  plate: { color: Rgba; opacity: number } | undefined;
  contrast: number | undefined;
  /** Lays out the text at a scale. */
  layout(scale: number): Layout | undefined;
}

/** Resolves the defaults of a request. */
export function resolveDesign(request: PlaceholderRequest): Design {
  const { width, height, scale } = resolveSize(request);
  const bg = parseBackground(request.bg);
  const gradient = request.gradient && parseGradient(request.gradient);
  const text = (request.text ?? `${width}×${height}`).replaceAll("\\n", "\n").trim();
  const options = {
    family: request.font,
    weight: request.bold ? 700 : 400,
    align: "center",
  } as const;
  const layout = (factor: number) =>
    text === ""
      ? undefined
      : fitText(text, computeTextArea(request, { width, height, factor }), options);
  const backgrounds = gradient
    ? sampleBehindText(gradient, { width, height, layout: layout(1) })
    : [over(bg, white)];
  const colors = selectColors(backgrounds, request);
  return {
    ...colors,
    width,
    height,
    scale: Math.max(scale ?? 1, request.scale),
    bg,
    gradient,
    text,
    border: Math.min(request.border, Math.floor(Math.min(width, height) / 2)),
    radius: Math.min(request.radius, width / 2, height / 2),
    pattern: request.pattern,
    contrast: text === "" ? undefined : colors.contrast,
    layout,
  };
}

/** The margin of the plate around the text, in ems. */
export const plateMargin = 0.3;

type DesignColors = Pick<Design, "fg" | "plate" | "patternShare" | "contrast">;

/** Chooses the colours of the text and the pattern behind it, for these backgrounds. */
function selectColors(
  backgrounds: readonly Rgba[],
  { color, pattern }: PlaceholderRequest,
): DesignColors {
  const withPattern = (fg: Rgba, share: number) =>
    pattern === "none"
      ? backgrounds
      : [
          ...backgrounds,
          ...backgrounds.map((background) => over(fadeColor(fg, share), background)),
        ];
  if (color !== "auto") {
    const fg = parseColor(color, "query.color");
    const allBackgrounds = withPattern(fg, patternShares[0]);
    const contrasts = allBackgrounds.map((background) =>
      leastContrast(over(fg, background), [background]),
    );
    return {
      fg,
      plate: undefined,
      patternShare: patternShares[0],
      contrast: Math.min(...contrasts),
    };
  }
  const strong = readableOnAll(backgrounds);
  // Chooses the strongest pattern on which the text is readable.
  const share =
    patternShares.find(
      (share) => leastContrast(strong, withPattern(strong, share)) >= readableContrast,
    ) ?? patternShares[3];
  const allBackgrounds = withPattern(strong, share);
  const fg = soften(strong, allBackgrounds);
  const contrast = leastContrast(fg, allBackgrounds);
  if (contrast >= 4.5) return { fg, plate: undefined, patternShare: share, contrast };
  const plate = plateFor(fg, allBackgrounds);
  const covered = allBackgrounds.map((background) => over(plate.color, background, plate.opacity));
  return { fg, plate, patternShare: share, contrast: leastContrast(fg, covered) };
}

const patternShares = [0.16, 0.1, 0.05, 0.02] as const;

interface TextPlacement {
  width: number;
  height: number;
  layout: Layout | undefined;
}

/** Computes the direction of a gradient and half its length. */
export function computeGradientLine(
  angle: number,
  { width, height }: { width: number; height: number },
) {
  const radians = (angle * Math.PI) / 180;
  const [right, down] = [Math.sin(radians), -Math.cos(radians)];
  const reach = (Math.abs(width * right) + Math.abs(height * down)) / 2;
  return { right, down, reach };
}

/** Returns the colours of a gradient behind a centred text. */
function sampleBehindText(
  { from, to, angle }: Gradient,
  { width, height, layout }: TextPlacement,
): Rgba[] {
  const { right, down, reach } = computeGradientLine(angle, { width, height });
  const half = { width: (layout?.width ?? 0) / 2, height: (layout?.height ?? 0) / 2 };
  const offsets = [-1, -0.5, 0, 0.5, 1].flatMap((across) =>
    [-1, 0, 1].map((along) => across * half.width * right + along * half.height * down),
  );
  return offsets.map((offset) => {
    const share = Math.min(Math.max(offset / (2 * reach) + 0.5, 0), 1);
    return over(mix(from, to, share), white);
  });
}

/** Returns the left margin of the text. The right one is the same. */
export function textLeft(width: number): number {
  return width * 0.06;
}

function computeTextArea(
  { font_size: fixed }: PlaceholderRequest,
  { width, height, factor }: { width: number; height: number; factor: number },
) {
  const largest = fixed ?? Math.floor(Math.min(height * 0.36, width * 0.14, 400));
  return {
    width: (width - 2 * textLeft(width)) * factor,
    height: Math.max(1, height * 0.9 * factor),
    largest: Math.max(1, largest) * factor,
    smallest: Math.min(6, largest) * factor,
  };
}

/** Moves the readable colour towards the background, as far as it stays readable. */
function soften(strong: Rgba, backgrounds: readonly Rgba[]): Rgba {
  const [background = white] = backgrounds;
  for (let share = 0.35; share > 0; share -= 0.05) {
    const soft = mix(strong, background, share);
    if (leastContrast(soft, backgrounds) >= readableContrast) return soft;
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
      `query.gradient must end with an angle from 0 to 360: it is ${JSON.stringify(third)}`,
      { at: "query.gradient" },
    );
  return {
    from: parseColor(first, "query.gradient.0"),
    to: parseColor(second, "query.gradient.1"),
    angle,
  };
}
