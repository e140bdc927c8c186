import type { Rgb } from "../../color/rgb.ts";
import type { Stage } from "./stage.ts";

interface Dot {
  x: number;
  y: number;
  radius: number;
  /** The height as a share of the width. */
  flat?: number;
  share: number;
  color: Rgb;
}

/** Paints a soft round or flat spot. */
export function paintDot(
  { canvas, width, height }: Stage,
  { x, y, radius, flat = 1, share, color }: Dot,
): void {
  const reach = Math.ceil(radius * 2);
  const high = Math.ceil(radius * flat * 2);
  for (let py = Math.max(0, Math.floor(y - high)); py <= Math.min(height - 1, y + high); py++)
    for (let px = Math.max(0, Math.floor(x - reach)); px <= Math.min(width - 1, x + reach); px++) {
      const away = ((px - x) ** 2 + ((py - y) / flat) ** 2) / (radius * radius);
      const part = share * Math.exp(-away * 1.4);
      if (part > 0.01) canvas.paint(py * width + px, color, part);
    }
}
