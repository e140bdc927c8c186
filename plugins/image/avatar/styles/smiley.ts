import { type Child, svg } from "hub/drawing";
import { formatCss } from "../../color/color.ts";
import { mix } from "../../color/oklab.ts";
import { type AvatarContext, getColor, paints } from "./look.ts";

const ink = "#2b2a33";

/** Draws a round face in one of many moods. */
export function smiley(context: AvatarContext) {
  const { dice, background, color } = context;
  const paint = paints(context);
  const skin = color ?? getColor(context, 1);
  const cheeks = dice.next() < 0.6;
  return [
    svg("rect", { width: 100, height: 100, fill: background ? formatCss(background) : paint(4) }),
    svg("circle", { cx: 50, cy: 50, r: 40, fill: formatCss(mix(skin, [0, 0, 0, 255], 0.12)) }),
    svg("circle", { cx: 50, cy: 48.5, r: 38.5, fill: formatCss(skin) }),
    cheeks &&
      [24, 76].map((cx) =>
        svg("circle", { cx, cy: 57, r: 5.5, fill: "#ff5a5f", "fill-opacity": 0.35 }),
      ),
    dice.pick(eyes),
    dice.pick(mouths),
  ];
}

const line = { fill: "none", stroke: ink, "stroke-width": 4, "stroke-linecap": "round" };

const drawBoth = (draw: (x: number) => Child): Child => [draw(35), draw(65)];

const eyes: readonly Child[] = [
  drawBoth((cx) => svg("ellipse", { cx, cy: 42, rx: 4.5, ry: 6, fill: ink })),
  drawBoth((x) => svg("path", { ...line, d: `M${x - 6} 43q6-8 12 0` })),
  drawBoth((cx) => [
    svg("circle", { cx, cy: 42, r: 8, fill: "#fff" }),
    svg("circle", { cx: cx + 1.5, cy: 43, r: 4, fill: ink }),
  ]),
  [
    svg("ellipse", { cx: 35, cy: 42, rx: 4.5, ry: 6, fill: ink }),
    svg("path", { ...line, d: "M59 43q6-6 12 0" }),
  ],
  drawBoth((x) =>
    svg("path", { d: `M${x} 49l-8-8a4.6 4.6 0 0 1 8-5a4.6 4.6 0 0 1 8 5z`, fill: "#e5384f" }),
  ),
  [
    svg("path", { d: "M23 36h24v6a10 10 0 0 1-22 2zM77 36h-24v6a10 10 0 0 0 22 2z", fill: ink }),
    svg("path", { ...line, d: "M24 37h52" }),
  ],
  drawBoth((x) =>
    svg("path", {
      ...line,
      d: `M${x - 5} 38l10 4l-10 4`,
      transform: x > 50 ? `rotate(180 ${x} 42)` : undefined,
    }),
  ),
];

const mouths: readonly Child[] = [
  svg("path", { ...line, d: "M33 60q17 15 34 0" }),
  svg("path", { d: "M31 58h38a19 19 0 0 1-38 0z", fill: ink }),
  [
    svg("path", { d: "M31 58h38a19 19 0 0 1-38 0z", fill: ink }),
    svg("path", { d: "M41 71a14 10 0 0 1 18 0a19 19 0 0 1-18 0z", fill: "#ff6b81" }),
  ],
  svg("ellipse", { cx: 50, cy: 66, rx: 6, ry: 8, fill: ink }),
  svg("path", { ...line, d: "M38 65q14 4 25-5" }),
  [
    svg("path", { ...line, d: "M33 60q17 13 34 0" }),
    svg("path", { d: "M50 66h11v5a5.5 5.5 0 0 1-11 0z", fill: "#ff6b81" }),
  ],
  svg("path", { ...line, d: "M36 64h28" }),
];
