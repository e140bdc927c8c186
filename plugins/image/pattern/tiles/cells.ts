import { type Child, svg } from "hub/drawing";
import { type DrawTile, getLineAttributes, round, wrapEdges } from "./tile.ts";

const cells = 6;

/** Dots in staggered rows. */
export const dots: DrawTile = ({ size, stroke, fg }) => {
  const r = Math.max(size * 0.12, stroke);
  const centres = [
    [0, 0],
    [size, 0],
    [0, size],
    [size, size],
    [size / 2, size / 2],
  ];
  const drawn = centres.map(([cx, cy]) => svg("circle", { cx, cy, r: round(r), fill: fg }));
  return { width: size, height: size, drawn };
};

/** A chessboard. */
export const checkers: DrawTile = ({ size, fg }) => {
  const d = `M0 0h${size}v${size}h-${size}zM${size} ${size}h${size}v${size}h-${size}z`;
  return { width: 2 * size, height: 2 * size, drawn: svg("path", { d, fill: fg }) };
};

/** Squares within squares. */
export const squares: DrawTile = (options) => {
  const { size, dice, fg, stroke } = options;
  const drawn: Child[] = [];
  for (let row = 0; row < cells; row++)
    for (let column = 0; column < cells; column++)
      for (const [ring, share] of [0.82, 0.46].entries()) {
        const side = size * share - stroke;
        const [x, y] = [(column + 0.5) * size - side / 2, (row + 0.5) * size - side / 2];
        const attributes =
          ring === 0 || dice.next() < 0.5 ? getLineAttributes(options) : { fill: fg };
        drawn.push(
          svg("rect", {
            x,
            y,
            width: side,
            height: side,
            ...attributes,
            opacity: round(dice.between(0.2, 1)),
          }),
        );
      }
  return { width: cells * size, height: cells * size, drawn };
};

/** Rings and discs that overlap their neighbours. */
export const circles: DrawTile = (options) => {
  const { size, dice } = options;
  const whole = { width: cells * size, height: cells * size };
  const drawn: Child[] = [];
  for (let row = 0; row < cells; row++)
    for (let column = 0; column < cells; column++) {
      const isDisc = dice.next() < 0.25;
      const r = round(size * dice.between(0.3, 0.68));
      const [cx, cy] = [(column + 0.5) * size, (row + 0.5) * size];
      const opacity = round(dice.between(0.2, 0.9));
      const attributes = isDisc
        ? { fill: options.fg, "fill-opacity": opacity }
        : { ...getLineAttributes(options), "stroke-opacity": opacity };
      const reach = r + options.stroke;
      drawn.push(
        wrapEdges(
          (dx, dy) => svg("circle", { cx: cx + dx, cy: cy + dy, r, ...attributes }),
          whole,
          {
            left: cx - reach,
            top: cy - reach,
            right: cx + reach,
            low: cy + reach,
          },
        ),
      );
    }
  return { ...whole, drawn };
};
