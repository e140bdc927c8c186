import { svg } from "hub/drawing";
import { formatCss, type Rgba } from "../../color/color.ts";
import { type AvatarContext, strongest } from "./look.ts";

const paper: Rgba = [240, 241, 244, 255];

/** Draws five by five squares, mirrored horizontally. */
export function identicon({ dice, colors, background, color }: AvatarContext) {
  const backdrop = background ?? paper;
  const fill = color ?? strongest(colors.slice(0, 3), backdrop);
  const side = 15;
  const margin = (100 - 5 * side) / 2;
  let d = "";
  let filled = 0;
  for (let column = 2; column >= 0; column--)
    for (let row = 0; row < 5; row++) {
      // Ensures that at least one square is filled.
      if (dice.next() < 0.5 && !(filled === 0 && column === 0 && row === 4)) continue;
      filled++;
      for (const x of column === 2 ? [2] : [column, 4 - column])
        d += `M${margin + x * side} ${margin + row * side}h${side}v${side}h-${side}z`;
    }
  return [
    svg("rect", { width: 100, height: 100, fill: formatCss(backdrop) }),
    svg("path", { fill: formatCss(fill), d, "shape-rendering": "crispEdges" }),
  ];
}
