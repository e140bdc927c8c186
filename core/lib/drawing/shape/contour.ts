/** A line to a point, or a cubic curve with two control points to a point. */
export type Step =
  | readonly [number, number]
  | readonly [number, number, number, number, number, number];

/** A closed outline. Holes have the opposite direction. */
export interface Contour {
  start: readonly [number, number];
  steps: readonly Step[];
}

/** Returns contours as SVG path data with relative commands. */
export function pathData(contours: readonly Contour[], dx = 0, dy = 0): string {
  return contours
    .map((contour) => {
      const [x, y] = contour.start;
      return `M${short(x + dx)} ${short(y + dy)}${relativeData(contour)}`;
    })
    .join("");
}

/** Formats a number with at most two decimals and without a leading zero. */
export function short(value: number): string {
  const text = String(Math.round(value * 100) / 100);
  return text.startsWith("0.") ? text.slice(1) : text.replace("-0.", "-.");
}

/** Converts contours to polygons. Curves are approximated to within a tenth of a pixel. */
export function polygons(contours: readonly Contour[], scale: number): number[][] {
  return contours.map(({ start, steps }) => {
    const points: number[] = [start[0] * scale, start[1] * scale];
    for (const step of steps) addStep(points, step, scale);
    return points;
  });
}

/** Returns a contour through points, given as x, y, x, y. */
export function polygon(...coordinates: number[]): Contour {
  const [x, y, ...others] = coordinates;
  if (x === undefined || y === undefined) throw new RangeError("A polygon has at least one point");
  const steps: [number, number][] = [];
  // Safe: coordinates come in pairs.
  for (let at = 0; at < others.length; at += 2) steps.push([others[at]!, others[at + 1]!]);
  return { start: [x, y], steps };
}

/** Returns a square with round corners, whose top left corner is on the diagonal. */
export function roundedSquare(
  at: number,
  side: number,
  { radius, hole = false }: { radius: number; hole?: boolean },
): Contour {
  if (radius === 0) {
    const square = polygon(at, at, at + side, at, at + side, at + side, at, at + side);
    return hole ? reverse(square) : square;
  }
  const [near, far, bend] = [at + radius, at + side - radius, radius * 0.44772];
  const [low, high] = [at, at + side];
  const steps: Step[] = [
    [far, low],
    [high - bend, low, high, low + bend, high, near],
    [high, far],
    [high, high - bend, high - bend, high, far, high],
    [near, high],
    [low + bend, high, low, high - bend, low, far],
    [low, near],
    [low, low + bend, low + bend, low, near, low],
  ];
  const contour: Contour = { start: [near, low], steps };
  return hole ? reverse(contour) : contour;
}

/** Reverses the direction of a contour. */
function reverse({ start, steps }: Contour): Contour {
  const reversed: Step[] = [];
  let end = start;
  for (const step of steps) {
    reversed.push(step.length === 2 ? end : [step[2], step[3], step[0], step[1], ...end]);
    end = step.slice(-2) as [number, number];
  }
  return { start: end, steps: reversed.reverse() };
}

/** Returns the steps of a contour as path data, relative to its start. */
export function relativeData({ start, steps }: Contour): string {
  let [x, y] = start;
  let data = "";
  let last = 0;
  for (const step of steps) {
    const relative = step.map((value, index) => short(value - (index % 2 ? y : x)));
    const numbers = joinNumbers(relative);
    // Repeats a command by appending its numbers.
    if (step.length !== last) data += `${step.length === 2 ? "l" : "c"}${numbers}`;
    else data += numbers.startsWith("-") ? numbers : ` ${numbers}`;
    last = step.length;
    // Continues from the rounded position, so that rounding errors don't add up.
    [x, y] = [x + Number(relative.at(-2)), y + Number(relative.at(-1))];
  }
  return `${data}z`;
}

/** Joins numbers without spaces if the next one starts with a minus sign, or with a second decimal point. */
function joinNumbers(numbers: readonly string[]): string {
  return numbers.reduce((data, number, index) => {
    const fits =
      number.startsWith("-") || (number.startsWith(".") && numbers[index - 1]?.includes("."));
    return data + (fits ? number : ` ${number}`);
  });
}

function addStep(points: number[], step: Step, scale: number): void {
  if (step.length === 2) {
    points.push(step[0] * scale, step[1] * scale);
    return;
  }
  // Safe: a polygon has its start before its steps.
  const [x0, y0] = [points.at(-2)!, points.at(-1)!];
  const [x1, y1, x2, y2, x3, y3] = [
    step[0] * scale,
    step[1] * scale,
    step[2] * scale,
    step[3] * scale,
    step[4] * scale,
    step[5] * scale,
  ];
  const reach =
    Math.hypot(x0 - 2 * x1 + x2, y0 - 2 * y1 + y2) + Math.hypot(x1 - 2 * x2 + x3, y1 - 2 * y2 + y3);
  const pieces = Math.min(64, 1 + Math.ceil(Math.sqrt(reach * 8)));
  for (let piece = 1; piece <= pieces; piece++) {
    const t = piece / pieces;
    const s = 1 - t;
    const [a, b, c, d] = [s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t];
    points.push(a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3);
  }
}
