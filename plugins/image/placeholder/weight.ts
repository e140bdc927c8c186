import { isLightText } from "../light-text.ts";
import type { Asked } from "./design.ts";
import { sizeOf } from "./size.ts";

const pixelsMax = 2_000_000;

/** Whether a placeholder takes more than a moment: most SVGs and plain PNGs do not. */
export function isHeavy(asked: Asked): boolean {
  if (asked.response === "json" || !isLightText(asked.text ?? "")) return true;
  if (asked.format !== "png") return asked.format !== "svg";
  if (asked.gradient || asked.pattern !== "none" || asked.radius > 0) return true;
  const { width, height, scale = 1 } = sizeOf(asked);
  return width * height * Math.max(scale, asked.scale) ** 2 > pixelsMax;
}
