import { type Contour, polygon, roundedSquare, type Step } from "hub/drawing";
import type { EyeStyle, Style } from "./request.ts";

/** Returns the shape of a module in the unit square. `neighbours` has the bits of `findNeighbours`. */
export function moduleShape(style: Style, neighbours: number): Contour {
  switch (style) {
    case "standard":
      return polygon(0, 0, 1, 0, 1, 1, 0, 1);
    case "rounded":
      return createJoinedModule(neighbours);
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
 * Returns a finder pattern, seven modules wide. It is always solid, because scanners look for its proportions.
 * Rounder patterns look better, but jsQR starts to miss them.
 */
export function eyeShape(style: EyeStyle): Contour[] {
  const [outer, inner] = style === "rounded" ? [1, 0.5] : [0, 0];
  return [
    roundedSquare(0, 7, { radius: outer }),
    roundedSquare(1, 5, { radius: inner, hole: true }),
    roundedSquare(2, 3, { radius: inner }),
  ];
}

/** Returns a square whose corners are round if both adjacent sides are free. */
function createJoinedModule(neighbours: number): Contour {
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
  /** The midpoints of the sides before and after the corner. */
  before: readonly [number, number];
  after: readonly [number, number];
}

// Corners in the order top right, bottom right, bottom left, top left.
const corners: readonly Corner[] = [
  { at: [1, 0], before: [0.5, 0], after: [1, 0.5] },
  { at: [1, 1], before: [1, 0.5], after: [0.5, 1] },
  { at: [0, 1], before: [0.5, 1], after: [0, 0.5] },
  { at: [0, 0], before: [0, 0.5], after: [0.5, 0] },
];

function roundCorner({ at: [x, y], before, after }: Corner): Step[] {
  const curvature = 0.55228;
  const interpolate = (from: number, to: number) => from + (to - from) * curvature;
  return [
    before,
    [
      interpolate(before[0], x),
      interpolate(before[1], y),
      interpolate(after[0], x),
      interpolate(after[1], y),
      after[0],
      after[1],
    ],
  ];
}

// Thicker than a pentagram, so that a blurred star still has a dark centre.
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
