import { svg } from "hub/drawing";
import { formatCss } from "../../color/color.ts";
import { type AvatarContext, paints } from "./look.ts";

const width = 8;

/** Draws rings around a centre, each of arcs rotated against those of the next. */
export function rings(context: AvatarContext) {
  const { dice, background, color } = context;
  const paint = paints(context);
  const drawn = [44, 35, 26, 17].flatMap((radius, ring) => {
    const pieces = 1 + dice.integer(3);
    const start = dice.integer(360);
    return Array.from({ length: pieces }, (_, piece) =>
      drawArc({
        radius,
        from: start + (piece * 360) / pieces,
        to: start + ((piece + dice.between(0.55, 1)) * 360) / pieces - 10,
        stroke: paint(ring + piece),
      }),
    );
  });
  return [
    svg("rect", { width: 100, height: 100, fill: background ? formatCss(background) : "#f7f7fa" }),
    ...drawn,
    svg("circle", {
      cx: 50,
      cy: 50,
      r: 8.5,
      fill: color ? formatCss(color) : paint(dice.integer(4)),
    }),
  ];
}

function drawArc({
  radius,
  from,
  to,
  stroke,
}: {
  radius: number;
  from: number;
  to: number;
  stroke: string;
}) {
  const point = (angle: number) => {
    const radians = (angle * Math.PI) / 180;
    return `${(50 + radius * Math.cos(radians)).toFixed(2)} ${(50 + radius * Math.sin(radians)).toFixed(2)}`;
  };
  const isLong = to - from > 180 ? 1 : 0;
  return svg("path", {
    d: `M${point(from)}A${radius} ${radius} 0 ${isLong} 1 ${point(to)}`,
    fill: "none",
    stroke,
    "stroke-width": width - 1.5,
    "stroke-linecap": "round",
  });
}
