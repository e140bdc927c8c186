import { clamp } from "../stage/noise.ts";
import type { Stage } from "../stage/stage.ts";

/** Finishes a scene as a cartoon: even colours, and dark lines where one layer ends at another. */
export function finishAsCartoon({ canvas, width, height, unit }: Stage): Float32Array {
  const out = new Float32Array(width * height * 3);
  const ink = findOutlines(canvas.layer, { width, height, thick: Math.max(1, 1.35 * unit) });
  for (let at = 0; at < width * height; at++) {
    const line = ink[at]! * 0.86;
    const [red, green, blue] = [
      canvas.color[at * 3]!,
      canvas.color[at * 3 + 1]!,
      canvas.color[at * 3 + 2]!,
    ];
    const grey = 0.299 * red + 0.587 * green + 0.114 * blue;
    const vivid = (value: number) => grey + (value - grey) * 1.22;
    out[at * 3] = vivid(red) * (1 - line) + 28 * line;
    out[at * 3 + 1] = vivid(green) * (1 - line) + 26 * line;
    out[at * 3 + 2] = vivid(blue) * (1 - line) + 44 * line;
  }
  return out;
}

/** Returns the ink of each pixel: most on an edge, less next to it. */
function findOutlines(
  layer: Uint8Array,
  { width, height, thick }: { width: number; height: number; thick: number },
): Float32Array {
  const ink = new Float32Array(width * height);
  const reach = Math.ceil(thick);
  for (let y = 1; y < height - 1; y++)
    for (let x = 1; x < width - 1; x++) {
      const at = y * width + x;
      const own = layer[at]!;
      const others = [layer[at + 1]!, layer[at + width]!];
      if (others.every((other) => other === own)) continue;
      // Lightning is a line itself.
      if ([own, ...others].includes(41)) continue;
      for (let dy = -reach; dy <= reach; dy++)
        for (let dx = -reach; dx <= reach; dx++) {
          const to = (y + dy) * width + x + dx;
          if (to < 0 || to >= ink.length) continue;
          const share = clamp(thick - Math.hypot(dx, dy) + 0.6);
          if (share > ink[to]!) ink[to] = share;
        }
    }
  return ink;
}
