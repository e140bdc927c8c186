import { svg } from "hub/drawing";
import { formatCss } from "../../color/color.ts";
import { type AvatarContext, getColor, inkOn } from "./look.ts";

/** Draws a face that leans out of its square. */
export function beam(context: AvatarContext) {
  const { dice, background, color } = context;
  const [backdrop, skin] = [background ?? getColor(context, 1), color ?? getColor(context, 0)];
  const ink = inkOn(skin);
  const tilt = dice.between(-25, 25);
  const [x, y] = [dice.between(-14, 14), dice.between(4, 18)];
  const isRound = dice.next() < 0.5;
  const apart = dice.between(9, 14);
  const eye = dice.between(3, 4.4);
  const gaze = { x: x * 0.35, y: dice.between(-4, 3) };
  return [
    svg("rect", { width: 100, height: 100, fill: formatCss(backdrop) }),
    svg("rect", {
      x: 4 + x,
      y: 4 + y,
      width: 92,
      height: 92,
      rx: isRound ? 46 : 22,
      fill: formatCss(skin),
      transform: `rotate(${tilt.toFixed(1)} 50 50)`,
    }),
    svg(
      "g",
      {
        transform: `translate(${(50 + x * 0.7).toFixed(1)} ${(48 + y * 0.6).toFixed(1)}) rotate(${(tilt * 0.6).toFixed(1)})`,
        fill: ink,
      },
      svg("ellipse", { cx: gaze.x - apart, cy: gaze.y - 4, rx: eye * 0.8, ry: eye }),
      svg("ellipse", { cx: gaze.x + apart, cy: gaze.y - 4, rx: eye * 0.8, ry: eye }),
      mouth(dice.integer(3), { x: gaze.x, y: gaze.y + 10, ink }),
    ),
  ];
}

function mouth(kind: number, { x, y, ink }: { x: number; y: number; ink: string }) {
  if (kind === 0)
    return svg("path", {
      d: `M${x - 9} ${y}q9 9 18 0`,
      fill: "none",
      stroke: ink,
      "stroke-width": 3,
      "stroke-linecap": "round",
    });
  if (kind === 1) return svg("path", { d: `M${x - 9} ${y}h18a9 9 0 0 1-18 0z` });
  return svg("path", {
    d: `M${x - 7} ${y + 3}q8 3 14-3`,
    fill: "none",
    stroke: ink,
    "stroke-width": 3,
    "stroke-linecap": "round",
  });
}
