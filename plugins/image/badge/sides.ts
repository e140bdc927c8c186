import { type Child, svg } from "hub/drawing";
import { cssOf } from "../color/color.ts";
import type { Badge } from "./design.ts";

/** What a badge consists of: what both sides stand on, and what stands there. */
export interface Sides {
  definitions: Child;
  ground: Child;
  left: Child;
  right: Child;
}

/** The logo, 14 pixels high and in the middle of the height. */
export function logoMark({ logo, place }: Badge): Child {
  if (!logo) return undefined;
  const { drawn, color, width } = logo;
  const y = (place.height - 14) / 2;
  if (drawn.kind === "picture")
    return svg("image", { x: place.logoLeft, y, width, height: 14, href: drawn.uri });
  const scale = Math.min(width, 14) / 24;
  const [dx, dy] = [(width - 24 * scale) / 2, (14 - 24 * scale) / 2];
  const transform = `translate(${place.logoLeft + dx} ${y + dy})scale(${Math.round(scale * 1e4) / 1e4})`;
  return svg("path", { fill: cssOf(color), transform, d: drawn.path });
}
