import { type Child, svg } from "hub/drawing";
import { fadeColor, formatCss, type Rgba } from "../../color/color.ts";
import { type AvatarContext, getColor, paints } from "./look.ts";

/** A spot's opacity from its centre outwards: a bell curve, so that it has no visible edge. */
const bell = [1, 0.94, 0.76, 0.48, 0.2, 0.05, 0];

/** Draws soft colours that blend into each other. */
export function marble(context: AvatarContext) {
  const { dice, background } = context;
  const spot = (color: Rgba, index: number): Child => {
    const id = `m${index}`;
    const stops = bell.map((share, step) =>
      svg("stop", {
        offset: step / (bell.length - 1),
        "stop-color": formatCss(fadeColor(color, share)),
      }),
    );
    const [x, y] = [dice.between(5, 95), dice.between(5, 95)];
    return [
      svg("radialGradient", { id }, ...stops),
      svg("ellipse", {
        rx: dice.between(42, 72),
        ry: dice.between(28, 52),
        fill: `url(#${id})`,
        transform: `translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${dice.integer(180)})`,
      }),
    ];
  };
  return [
    svg("rect", {
      width: 100,
      height: 100,
      fill: background ? formatCss(background) : paints(context)(0),
    }),
    ...[1, 2, 3, 4, 1, 2].map((color, index) => spot(getColor(context, color), index)),
  ];
}
