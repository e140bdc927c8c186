import { type SvgElement, svg } from "hub/drawing";
import { formatCss } from "../../color/color.ts";
import { type AvatarContext, paints } from "./look.ts";

/** Draws quarters, halves, circles and triangles, one in each of nine squares. */
export function bauhaus(look: AvatarContext) {
  const { dice, background } = look;
  const paint = paints(look);
  const cells: SvgElement[] = [];
  const side = 100 / 3;
  let last = -1;
  for (let row = 0; row < 3; row++)
    for (let column = 0; column < 3; column++) {
      const backdrop = dice.integer(5);
      const own = (backdrop + 1 + dice.integer(4)) % 5;
      let shape = dice.integer(figures.length);
      if (shape === last) shape = (shape + 1) % figures.length;
      last = shape;
      const transform = `translate(${(column * side).toFixed(3)} ${(row * side).toFixed(3)}) scale(${(side / 10).toFixed(4)})`;
      cells.push(
        svg(
          "g",
          { transform },
          svg("rect", {
            width: 10.05,
            height: 10.05,
            fill: background ? formatCss(background) : paint(backdrop),
          }),
          svg("path", {
            // `shape` is less than the number of figures.
            d: figures[shape]!,
            fill: paint(own),
            transform: `rotate(${90 * dice.integer(4)} 5 5)`,
          }),
        ),
      );
    }
  return cells;
}

/** Paths in a square of ten. */
const figures = [
  "M0 0h10a10 10 0 0 1-10 10z",
  "M0 0h10a5 5 0 0 1-10 0z",
  "M5 1a4 4 0 0 1 0 8a4 4 0 0 1 0-8z",
  "M0 0h10L0 10z",
  "M0 0a5 5 0 0 1 5 5a5 5 0 0 1-5 5zM5 0a5 5 0 0 1 5 5a5 5 0 0 1-5 5z",
  "M0 0h5v5h5v5h-5v-5h-5z",
  "M0 10a10 10 0 0 1 10-10v4a6 6 0 0 0-6 6z",
];
