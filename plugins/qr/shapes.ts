import { type Contour, polygon, roundedSquare, type Step } from "hub/drawing";
import type { EyeStyle, Style } from "./options.ts";

/** A module of a style in the unit square, where `neighbours` are as `neighboursOf` tells them. */
export function moduleShape(style: Style, neighbours: number): Contour {
  switch (style) {
    case "standard":
      return polygon(0, 0, 1, 0, 1, 1, 0, 1);
    case "rounded":
      return joining(neighbours);
    case "dots":
      return roundedSquare(0.03, 0.94, { radius: 0.47 });
    case "diamond":
      return polygon(0.5, 0, 1, 0.5, 0.5, 1, 0, 0.5);
    case "star":
      return star;
    case "heart":
      return heart;
  }
}

/**
 * A finder pattern, seven modules wide: always solid, for scanners look for its proportions.
 * Rounder ones look better, and jsQR begins to miss them.
 */
export function eyeShape(style: EyeStyle): Contour[] {
  const [outer, inner] = style === "rounded" ? [1, 0.5] : [0, 0];
  return [
    roundedSquare(0, 7, { radius: outer }),
    roundedSquare(1, 5, { radius: inner, hole: true }),
    roundedSquare(2, 3, { radius: inner }),
  ];
}

/** A square with a round corner wherever both of its sides are free. */
function joining(neighbours: number): Contour {
  const steps: Step[] = [];
  for (const [side, corner] of corners.entries()) {
    // The corner between this side's neighbour and the next one's.
    const free = !((neighbours >> side) & 1) && !((neighbours >> ((side + 1) % 4)) & 1);
    steps.push(...(free ? roundCorner(corner) : [corner.at]));
  }
  const [x = 0, y = 0] = steps.at(-1)?.slice(-2) ?? [];
  return { start: [x, y], steps };
}

interface Corner {
  at: readonly [number, number];
  /** The middles of the sides before and after it. */
  enter: readonly [number, number];
  leave: readonly [number, number];
}

// Where above meets right, right meets below, below meets left, and left meets above.
const corners: readonly Corner[] = [
  { at: [1, 0], enter: [0.5, 0], leave: [1, 0.5] },
  { at: [1, 1], enter: [1, 0.5], leave: [0.5, 1] },
  { at: [0, 1], enter: [0.5, 1], leave: [0, 0.5] },
  { at: [0, 0], enter: [0, 0.5], leave: [0.5, 0] },
];

function roundCorner({ at: [x, y], enter, leave }: Corner): Step[] {
  const bend = 0.55228;
  const towards = (from: number, to: number) => from + (to - from) * bend;
  return [
    enter,
    [
      towards(enter[0], x),
      towards(enter[1], y),
      towards(leave[0], x),
      towards(leave[1], y),
      leave[0],
      leave[1],
    ],
  ];
}

// Fatter than a pentagram, so that a blurred star still has a dark middle.
const star: Contour = polygon(
  ...Array.from({ length: 10 }, (_, point) => {
    const radius = point % 2 ? 0.3 : 0.5257;
    const angle = (point / 5 - 0.5) * Math.PI;
    return [0.5 + radius * Math.cos(angle), 0.5502 + radius * Math.sin(angle)];
  }).flat(),
);

const heart: Contour = {
  start: [0.5, 0.22],
  steps: [
    [0.6, 0, 1, 0.02, 1, 0.38],
    [1, 0.66, 0.7, 0.82, 0.5, 1],
    [0.3, 0.82, 0, 0.66, 0, 0.38],
    [0, 0.02, 0.4, 0, 0.5, 0.22],
  ],
};
