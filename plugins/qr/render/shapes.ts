import { type Contour, polygon, roundedSquare, type Step } from "hub/drawing";
import type { EyeStyle, Style } from "../request.ts";

/** Returns the shape of a module in the unit square. `neighbours` has the bits of `findNeighbours`. */
export function moduleShape(style: Style, neighbours: number): Contour {
  switch (style) {
    case "standard":
      return polygon(0, 0, 1, 0, 1, 1, 0, 1);
    case "rounded":
    case "extra-rounded":
    case "classy":
    case "classy-rounded":
      return createJoinedModule(style, neighbours);
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

/** The styles whose modules join their neighbours. */
const joined: readonly Style[] = [
  "standard",
  "rounded",
  "extra-rounded",
  "classy",
  "classy-rounded",
];

/** Returns whether the modules of a style join their neighbours, as squares do. */
export function isJoined(style: Style): boolean {
  return joined.includes(style);
}

/**
 * Returns the radius of a corner of a joined module whose two sides are free. Corners are numbered clockwise from the
 * upper right one.
 */
export function cornerRadius(style: Style, corner: number, neighbours: number): number {
  const isOnDiagonal = corner % 2 === 1;
  const count = [1, 2, 4, 8].filter((bit) => neighbours & bit).length;
  switch (style) {
    case "rounded":
      return 0.5;
    case "extra-rounded":
      return count === 2 ? 1 : 0.5;
    case "classy":
      return isOnDiagonal ? 0.5 : 0;
    case "classy-rounded":
      return isOnDiagonal ? (count === 0 ? 0.5 : 1) : 0;
    default:
      return 0;
  }
}

/**
 * Returns a finder pattern, seven modules wide. It is always solid, because scanners look for its proportions: each line
 * through its centre has them in a circle, too.
 */
export function eyeShape(style: EyeStyle): Contour[] {
  const [outer, hole, inner] = eyeRadii[style];
  return [
    roundedSquare(0, 7, { radius: outer }),
    roundedSquare(1, 5, { radius: hole, hole: true }),
    roundedSquare(2, 3, { radius: inner }),
  ];
}

const eyeRadii = {
  square: [0, 0, 0],
  rounded: [1, 0.5, 0.5],
  "extra-rounded": [2.5, 1.5, 1.5],
  circle: [3.5, 2.5, 1.5],
} as const satisfies Record<EyeStyle, readonly number[]>;

/** Returns a square whose corners may be round if both adjacent sides are free. */
function createJoinedModule(style: Style, neighbours: number): Contour {
  const steps: Step[] = [];
  for (const [side, corner] of corners.entries()) {
    // The corner between this side's neighbour and the next one's.
    const free = !((neighbours >> side) & 1) && !((neighbours >> ((side + 1) % 4)) & 1);
    const radius = free ? cornerRadius(style, side, neighbours) : 0;
    steps.push(...(radius > 0 ? roundCorner(corner, radius) : [corner.at]));
  }
  const [x = 0, y = 0] = steps.at(-1)?.slice(-2) ?? [];
  return { start: [x, y], steps };
}

interface Corner {
  at: readonly [number, number];
  /** The corners before and after this one. */
  before: readonly [number, number];
  after: readonly [number, number];
}

// Corners in the order top right, bottom right, bottom left, top left.
const corners: readonly Corner[] = [
  { at: [1, 0], before: [0, 0], after: [1, 1] },
  { at: [1, 1], before: [1, 0], after: [0, 1] },
  { at: [0, 1], before: [1, 1], after: [0, 0] },
  { at: [0, 0], before: [0, 1], after: [1, 0] },
];

function roundCorner({ at, before, after }: Corner, radius: number): Step[] {
  const interpolate = (to: readonly [number, number], share: number) =>
    at.map((from, axis) => from + ((to[axis] ?? 0) - from) * share) as [number, number];
  const straight = 0.44772 * radius;
  return [
    interpolate(before, radius),
    [
      ...interpolate(before, straight),
      ...interpolate(after, straight),
      ...interpolate(after, radius),
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
