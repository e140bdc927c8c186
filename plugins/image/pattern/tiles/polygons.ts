import type { Child } from "hub/drawing";
import { type DrawTile, fillShape, shape, wrapEdges } from "./tile.ts";

const cells = 6;

/** Hexagons, each with a different opacity. */
export const hexagons: DrawTile = (options) => {
  const { size, dice, fg } = options;
  const [across, down] = [Math.max(2, Math.round(size * 0.866) * 2), size];
  const radius = size / 1.5;
  const [columns, rows] = [4, 4];
  const whole = { width: columns * across, height: rows * down };
  const drawn: Child[] = [];
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const x = column * across + (row % 2 ? across / 2 : 0);
      const opacity = dice.between(0.06, 0.9);
      const draw = (dx: number, dy: number) => {
        const corner = (turn: number): [number, number] => {
          const angle = (turn * Math.PI) / 3;
          const wide = (Math.sin(angle) * across) / Math.sqrt(3);
          return [x + dx + wide * 0.97, row * down + dy - Math.cos(angle) * radius * 0.97];
        };
        return fillShape(shape([0, 1, 2, 3, 4, 5].map(corner)), fg, opacity);
      };
      const [wide, y] = [across / 2, row * down];
      const bounds = { left: x - wide, top: y - radius, right: x + wide, low: y + radius };
      drawn.push(wrapEdges(draw, whole, bounds));
    }
  return { ...whole, drawn };
};

/** Triangles that alternately point up and down. */
export const triangles: DrawTile = ({ size, dice, fg }) => {
  const height = Math.max(2, Math.round(size * 0.866));
  const whole = { width: cells * size, height: cells * height };
  const drawn: Child[] = [];
  for (let row = 0; row < cells; row++)
    for (let half = 0; half < cells * 2; half++) {
      const x = (half * size) / 2 - (row % 2 ? size / 2 : 0);
      const [top, low] = [row * height, (row + 1) * height];
      const opacity = dice.between(0.04, 0.95);
      const draw = (dx: number) =>
        fillShape(
          half % 2
            ? shape([
                [x + dx, top],
                [x + size + dx, top],
                [x + size / 2 + dx, low],
              ])
            : shape([
                [x + dx, low],
                [x + size + dx, low],
                [x + size / 2 + dx, top],
              ]),
          fg,
          opacity,
        );
      drawn.push(draw(0), x < 0 && draw(whole.width), x + size > whole.width && draw(-whole.width));
    }
  return { ...whole, drawn };
};

/** Rhombuses in three shades: cubes seen from a corner. */
export const tessellation: DrawTile = ({ size, fg }) => {
  const half = Math.max(1, Math.round(size * 0.866));
  const width = 2 * half;
  const height = 3 * size;
  const cube = (x: number, y: number): Child => {
    const top: [number, number] = [x, y - size];
    const [left, right] = [x - half, x + half];
    const [upper, lower] = [y - size / 2, y + size / 2];
    return [
      fillShape(shape([top, [right, upper], [x, y], [left, upper]]), fg, 0.12),
      fillShape(
        shape([
          [left, upper],
          [x, y],
          [x, y + size],
          [left, lower],
        ]),
        fg,
        0.5,
      ),
      fillShape(
        shape([
          [right, upper],
          [x, y],
          [x, y + size],
          [right, lower],
        ]),
        fg,
        0.95,
      ),
    ];
  };
  const positions = [
    [half, size],
    [0, 2.5 * size],
    [width, 2.5 * size],
    [0, -0.5 * size],
    [width, -0.5 * size],
    [half, 4 * size],
  ] as const;
  return { width, height, drawn: positions.map(([x, y]) => cube(x, y)) };
};
