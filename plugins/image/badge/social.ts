import { svg } from "hub/drawing";
import type { Badge } from "./design.ts";
import { socialGap } from "./geometry.ts";
import { logoMark, type Sides } from "./sides.ts";
import { textOf } from "./text.ts";

const edge = "#d5d5d5";

/** The style of a button and the bubble beside it. */
export function socialSides(badge: Badge, outlined: boolean): Sides {
  const { place, suffix } = badge;
  const side = place.left - 1;
  const bubble = place.right - socialGap;
  const start = side + socialGap;
  return {
    definitions: svg(
      "linearGradient",
      { id: `s${suffix}`, x2: 0, y2: "100%" },
      svg("stop", { offset: 0, "stop-color": "#fcfcfc", "stop-opacity": 0 }),
      svg("stop", { offset: 1, "stop-color": "#000", "stop-opacity": 0.1 }),
    ),
    ground: undefined,
    left: [
      box({ x: 0.5, width: side, fill: "#fcfcfc" }),
      box({ x: 0.5, width: side, fill: `url(#s${suffix})` }),
      logoMark(badge),
      textOf(badge, "label", outlined),
    ],
    right: [
      box({ x: start + 0.5, width: bubble - 1, fill: "#fafafa" }),
      // The bubble's corner, open to the right so that no edge runs through it.
      svg("path", {
        d: `M${start + 1} 6.5l-3.5 3.5l3.5 3.5`,
        fill: "#fafafa",
        stroke: edge,
      }),
      textOf(badge, "message", outlined),
    ],
  };
}

function box(attributes: { x: number; width: number; fill: string }) {
  return svg("rect", { y: 0.5, height: 19, rx: 2, stroke: edge, ...attributes });
}
