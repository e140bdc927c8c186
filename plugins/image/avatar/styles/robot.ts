import { type Child, svg } from "hub/drawing";
import { formatCss } from "../../color/color.ts";
import { mix } from "../../color/oklab.ts";
import { type AvatarContext, getColor, paints } from "./look.ts";

const dark: AvatarContext["colors"][number] = [20, 24, 40, 255];
const light: AvatarContext["colors"][number] = [255, 255, 255, 255];

/** Draws the head of a robot. */
export function robot(context: AvatarContext) {
  const { dice, background, color } = context;
  const paint = paints(context);
  const metal = color ?? getColor(context, 0);
  const shade = formatCss(mix(metal, dark, 0.3));
  const glow = dice.pick(["#7df9ff", "#ffe066", "#8cff9e", "#ff8fa3"]);
  const head = dice.pick([
    { x: 22, y: 28, width: 56, height: 50, rx: 10 },
    { x: 20, y: 30, width: 60, height: 46, rx: 18 },
    { x: 24, y: 26, width: 52, height: 54, rx: 5 },
  ]);
  const middle = head.y + head.height * 0.4;
  return [
    svg("rect", { width: 100, height: 100, fill: background ? formatCss(background) : paint(4) }),
    dice.pick(antennas)({ top: head.y, metal: shade, light: paint(3) }),
    svg("rect", { x: 38, y: head.y + head.height - 4, width: 24, height: 14, fill: shade }),
    svg("path", { d: "M18 100a32 16 0 0 1 64 0z", fill: shade }),
    drawEars(dice.integer(3), { ...head, fill: shade }),
    svg("rect", { ...head, fill: formatCss(metal) }),
    svg("rect", {
      ...head,
      height: head.height * 0.45,
      fill: formatCss(mix(metal, light, 0.25)),
      "fill-opacity": 0.35,
    }),
    svg("rect", {
      x: head.x + 7,
      y: middle - 11,
      width: head.width - 14,
      height: 21,
      rx: 9,
      fill: "#1c2233",
    }),
    dice.pick(eyes)({ y: middle - 0.5, glow }),
    dice.pick(mouths)({ y: head.y + head.height * 0.76, ink: "#1c2233", glow }),
  ];
}

interface Lamp {
  y: number;
  glow: string;
}

const antennas: readonly ((part: { top: number; metal: string; light: string }) => Child)[] = [
  ({ top, metal, light: bulb }) => [
    svg("path", { d: `M50 ${top}V14`, stroke: metal, "stroke-width": 4 }),
    svg("circle", { cx: 50, cy: 12, r: 5.5, fill: bulb }),
  ],
  ({ top, metal, light: bulb }) => [
    svg("path", { d: `M38 ${top}L30 14M62 ${top}L70 14`, stroke: metal, "stroke-width": 3.5 }),
    svg("circle", { cx: 30, cy: 13, r: 4.5, fill: bulb }),
    svg("circle", { cx: 70, cy: 13, r: 4.5, fill: bulb }),
  ],
  ({ top, metal, light: bulb }) => [
    svg("path", { d: `M36 ${top}a14 14 0 0 1 28 0z`, fill: metal }),
    svg("circle", { cx: 50, cy: top - 15, r: 3, fill: bulb }),
  ],
];

const eyes: readonly ((lamp: Lamp) => Child)[] = [
  ({ y, glow }) => [38, 62].map((cx) => svg("circle", { cx, cy: y, r: 6, fill: glow })),
  ({ y, glow }) =>
    [38, 62].map((x) =>
      svg("rect", { x: x - 6, y: y - 5, width: 12, height: 10, rx: 2, fill: glow }),
    ),
  ({ y, glow }) => [
    svg("rect", { x: 31, y: y - 3, width: 38, height: 6, rx: 3, fill: glow, "fill-opacity": 0.45 }),
    svg("circle", { cx: 43, cy: y, r: 5, fill: glow }),
  ],
  ({ y, glow }) =>
    [38, 62].map((x) =>
      svg("path", {
        d: `M${x - 7} ${y + 3}q7-10 14 0`,
        fill: "none",
        stroke: glow,
        "stroke-width": 4,
        "stroke-linecap": "round",
      }),
    ),
];

const mouths: readonly ((part: Lamp & { ink: string } & { y: number }) => Child)[] = [
  ({ y, ink }) => [
    svg("rect", { x: 36, y: y - 4, width: 28, height: 9, rx: 2, fill: ink }),
    svg("path", {
      d: `M43 ${y - 4}v9M50 ${y - 4}v9M57 ${y - 4}v9`,
      stroke: "#fff",
      "stroke-opacity": 0.55,
      "stroke-width": 1.6,
    }),
  ],
  ({ y, ink }) =>
    svg("path", {
      d: `M39 ${y - 2}q11 8 22 0`,
      fill: "none",
      stroke: ink,
      "stroke-width": 3.5,
      "stroke-linecap": "round",
    }),
  ({ y, ink, glow }) => [
    svg("rect", { x: 34, y: y - 4, width: 32, height: 9, rx: 4.5, fill: ink }),
    svg("path", {
      d: `M38 ${y + 0.5}h5l3-3l4 6l3-3h9`,
      fill: "none",
      stroke: glow,
      "stroke-width": 1.6,
    }),
  ],
  ({ y, ink }) => [42, 50, 58].map((cx) => svg("circle", { cx, cy: y, r: 2.4, fill: ink })),
];

function drawEars(
  kind: number,
  {
    x,
    y,
    width,
    height,
    fill,
  }: { x: number; y: number; width: number; height: number; fill: string },
): Child {
  const top = y + height * 0.3;
  if (kind === 0)
    return [x - 6, x + width].map((left) =>
      svg("rect", { x: left, y: top, width: 6, height: 16, rx: 2, fill }),
    );
  if (kind === 1) return [x, x + width].map((cx) => svg("circle", { cx, cy: top + 8, r: 8, fill }));
  return [x - 4, x + width - 2].map((left) =>
    svg("rect", { x: left, y: top + 2, width: 6, height: 10, fill }),
  );
}
