import { svg } from "hub/drawing";
import { formatCss, white } from "../../color/color.ts";
import { fromOklch, mix } from "../../color/oklab.ts";
import type { AvatarContext } from "./look.ts";

/** The hues of a sky, from the top to the horizon. */
const skies = [
  [285, 350, 60],
  [265, 330, 35],
  [305, 10, 75],
  [250, 300, 20],
  [275, 25, 85],
  [240, 215, 90],
] as const;

/** Draws the sun above hills or the sea. */
export function sunset(context: AvatarContext) {
  const { dice, background, color } = context;
  const [above, within, below] = dice.pick(skies);
  const varyHue = (hue: number) => hue + dice.between(-10, 10);
  const [top, middle, bottom] = [varyHue(above), varyHue(within), varyHue(below)];
  const ownColors = context.colors.length > 0 ? context.colors : undefined;
  const high = background ?? ownColors?.[0] ?? fromOklch(0.44, 0.15, top);
  const low = ownColors?.[1] ?? fromOklch(0.85, 0.13, bottom);
  const between = ownColors ? mix(high, low, 0.5) : fromOklch(0.68, 0.17, middle);
  const sun = color ?? fromOklch(0.95, 0.07, 85);
  const [x, y, r] = [dice.between(28, 72), dice.between(40, 56), dice.between(13, 20)];
  const land = mix(high, [18, 14, 40, 255], 0.5);
  return [
    svg(
      "linearGradient",
      { id: "g", x2: 0, y2: 1 },
      ...[high, mix(high, between, 0.5), between, low].map((paint, index) =>
        svg("stop", { offset: index * 0.22, "stop-color": formatCss(paint) }),
      ),
    ),
    svg("rect", { width: 100, height: 100, fill: "url(#g)" }),
    svg("circle", { cx: x, cy: y, r: r * 1.7, fill: formatCss(sun), "fill-opacity": 0.16 }),
    svg("circle", { cx: x, cy: y, r, fill: formatCss(sun) }),
    dice.next() < 0.5
      ? drawHills(context, { far: mix(land, low, 0.45), near: land })
      : drawSea({ x, r, sun: mix(sun, low, 0.25), water: mix(land, low, 0.2), dice }),
  ];
}

type AvatarColor = AvatarContext["colors"][number];

function drawHills(
  { dice }: AvatarContext,
  { far, near }: { far: AvatarColor; near: AvatarColor },
) {
  const ridge = (top: number, sway: number) => {
    const [a, b, c] = [top + dice.between(-sway, sway), top + dice.between(-sway, sway), top];
    const d = `M0 ${a.toFixed(1)}C20 ${(b - sway).toFixed(1)} 35 ${(b + sway).toFixed(1)} 52 ${c.toFixed(1)}S80 ${(a - sway).toFixed(1)} 100 ${b.toFixed(1)}V100H0z`;
    return d;
  };
  return [
    svg("path", { d: ridge(64, 7), fill: formatCss(far) }),
    svg("path", { d: ridge(74, 6), fill: formatCss(mix(far, near, 0.55)) }),
    svg("path", { d: ridge(85, 5), fill: formatCss(near) }),
  ];
}

function drawSea({
  x,
  r,
  sun,
  water,
  dice,
}: {
  x: number;
  r: number;
  sun: AvatarColor;
  water: AvatarColor;
  dice: AvatarContext["dice"];
}) {
  const glitter = [0, 1, 2, 3, 4, 5].map((line) => {
    const width = r * (1.5 - line * 0.17) * dice.between(0.75, 1.15);
    return svg("rect", {
      x: x - width + dice.between(-3, 3),
      y: 67 + line * 5.2,
      width: width * 2,
      height: 2.2,
      rx: 1.1,
      fill: formatCss(mix(sun, white, 0.1)),
      "fill-opacity": 0.85 - line * 0.1,
    });
  });
  return [svg("rect", { y: 62, width: 100, height: 38, fill: formatCss(water) }), ...glitter];
}
