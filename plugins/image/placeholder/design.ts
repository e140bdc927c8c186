import type { Static } from "hub";
import { t } from "hub";
import type { Layout, Rgba } from "hub/drawing";
import { contrast, over, parseColor, readableOn, white } from "../color/color.ts";
import { fromOklch, mix } from "../color/oklab.ts";
import { diceOf } from "../dice.ts";
import { fitText } from "../fit.ts";
import image from "../plugin.ts";
import { placeholderFields } from "./options.ts";
import { sizeOf } from "./size.ts";

const _asked = t.Object(placeholderFields);
export type Asked = Static<typeof _asked>;

/** A placeholder with everything decided. */
export interface Design {
  width: number;
  height: number;
  scale: number;
  bg: Rgba;
  fg: Rgba;
  gradient: { from: Rgba; to: Rgba; angle: number } | undefined;
  text: string;
  border: number;
  radius: number;
  pattern: Asked["pattern"];
  contrast: number | undefined;
  /** The text as it is set at a scale. */
  layout(scale: number): Layout | undefined;
}

/** Decides what a request leaves open. */
export function designOf(asked: Asked): Design {
  const { width, height, scale } = sizeOf(asked);
  const bg = backgroundOf(asked.bg);
  const gradient = asked.gradient && gradientOf(asked.gradient);
  const ground = over(gradient ? mix(gradient.from, gradient.to, 0.5) : bg, white);
  const fg = asked.color === "auto" ? softened(ground) : parseColor(asked.color, "query.color");
  const text = (asked.text ?? `${width}×${height}`).replaceAll("\\n", "\n").trim();
  const options = {
    family: asked.font,
    weight: asked.bold ? 700 : 400,
    align: "center",
  } as const;
  return {
    width,
    height,
    scale: Math.max(scale ?? 1, asked.scale),
    bg,
    fg,
    gradient,
    text,
    border: Math.min(asked.border, Math.floor(Math.min(width, height) / 2)),
    radius: Math.min(asked.radius, width / 2, height / 2),
    pattern: asked.pattern,
    contrast: text === "" ? undefined : contrast(over(fg, ground), ground),
    layout: (times) =>
      text === "" ? undefined : fitText(text, roomOf(asked, { width, height, times }), options),
  };
}

/** Where the room for the text begins, which has as much on its other side. */
export function textLeft(width: number): number {
  return width * 0.06;
}

function roomOf(
  { font_size: fixed }: Asked,
  { width, height, times }: { width: number; height: number; times: number },
) {
  const largest = fixed ?? Math.floor(Math.min(height * 0.36, width * 0.14, 400));
  return {
    width: (width - 2 * textLeft(width)) * times,
    height: Math.max(1, height * 0.9 * times),
    largest: Math.max(1, largest) * times,
    smallest: (fixed ?? Math.min(6, largest)) * times,
  };
}

/** The readable colour, half way back to the background as long as that reads well. */
function softened(ground: Rgba): Rgba {
  const strong = readableOn(ground);
  for (let share = 0.35; share > 0; share -= 0.05) {
    const soft = mix(strong, ground, share);
    if (contrast(soft, ground) >= 4.5) return soft;
  }
  return strong;
}

function backgroundOf(text: string): Rgba {
  if (!text.startsWith("random:")) return parseColor(text, "query.bg");
  const dice = diceOf(text.slice("random:".length));
  return fromOklch(dice.between(0.55, 0.85), dice.between(0.06, 0.16), dice.between(0, 360));
}

function gradientOf([first, second, third]: readonly string[]) {
  const angle = third === undefined ? 135 : Number(third);
  if (!(angle >= 0 && angle <= 360))
    throw image.error(
      "invalid_input",
      `query.gradient must end in an angle from 0 to 360: it is ${JSON.stringify(third)}`,
      { at: "query.gradient" },
    );
  return {
    from: parseColor(first!, "query.gradient.0"),
    to: parseColor(second!, "query.gradient.1"),
    angle,
  };
}
