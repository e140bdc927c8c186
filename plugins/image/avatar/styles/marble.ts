import { svg } from "hub/drawing";
import { cssOf } from "../../color/color.ts";
import { type Look, paints } from "../look.ts";

/** Soft colours that flow into each other. */
export function marble(look: Look) {
  const { dice, background } = look;
  const paint = paints(look);
  const blob = (color: string) => {
    const [x, y] = [dice.between(5, 95), dice.between(5, 95)];
    return svg("ellipse", {
      rx: dice.between(26, 46),
      ry: dice.between(16, 34),
      fill: color,
      transform: `translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${dice.integer(180)})`,
    });
  };
  return [
    svg(
      "filter",
      {
        id: "b",
        filterUnits: "userSpaceOnUse",
        x: -50,
        y: -50,
        width: 200,
        height: 200,
        "color-interpolation-filters": "sRGB",
      },
      svg("feGaussianBlur", { stdDeviation: 9 }),
    ),
    svg("rect", { width: 100, height: 100, fill: background ? cssOf(background) : paint(0) }),
    svg("g", { filter: "url(#b)" }, ...[1, 2, 3, 4, 1].map((index) => blob(paint(index)))),
  ];
}
