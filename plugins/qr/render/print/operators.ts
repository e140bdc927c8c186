/** A part of a path: the name of its operator and its coordinates. */
type Operation =
  | { name: "move" | "line"; points: readonly [number, number] }
  | { name: "curve"; points: readonly [number, number, number, number, number, number] }
  | { name: "close"; points: readonly [] };

type OperatorNames = Readonly<Record<Operation["name"], string>>;

/**
 * Converts the path data of our SVG outlines to the operators of a page description language, which has the operands
 * first and absolute coordinates.
 */
export function writePath(data: string, names: OperatorNames): string {
  const lines: string[] = [];
  for (const { name, points } of parsePath(data))
    lines.push([...points.map(formatNumber), names[name]].join(" "));
  return lines.join("\n");
}

/** Formats a number without an exponent, which page description languages don't support. */
export function formatNumber(value: number): string {
  return String(Math.round(value * 10_000) / 10_000);
}

/** Parses the commands that our outlines have: absolute moves, relative lines and curves, and quarter circles. */
function* parsePath(data: string): Generator<Operation> {
  let [x, y] = [0, 0];
  let start: [number, number] = [0, 0];
  for (const [, command = "", rest = ""] of data.matchAll(/([Mhvlcaz])([^Mhvlcaz]*)/g)) {
    const numbers = (rest.match(/-?(?:\d+\.?\d*|\.\d+)/g) ?? []).map(Number);
    const step = { M: 2, h: 1, v: 1, l: 2, c: 6, a: 7, z: 0 }[command] ?? 0;
    if (command === "z") {
      yield { name: "close", points: [] };
      [x, y] = start;
    }
    for (let at = 0; at < numbers.length; at += step) {
      const part = numbers.slice(at, at + step);
      const [dx = 0, dy = 0] = command === "v" ? [0, ...part] : part.slice(-2);
      switch (command) {
        case "M":
          [x, y] = start = [dx, dy];
          yield { name: "move", points: start };
          continue;
        case "h":
          x += dx;
          break;
        case "c": {
          const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = part;
          yield { name: "curve", points: [x + x1, y + y1, x + x2, y + y2, x + dx, y + dy] };
          [x, y] = [x + dx, y + dy];
          continue;
        }
        case "a":
          yield { name: "curve", points: bendQuarter([x, y], [dx, dy]) };
          [x, y] = [x + dx, y + dy];
          continue;
        default:
          [x, y] = [x + dx, y + dy];
      }
      yield { name: "line", points: [x, y] };
    }
  }
}

/** Returns the curve of a clockwise quarter circle from a point, by the offset to its end. */
function bendQuarter(
  [x, y]: readonly [number, number],
  [dx, dy]: readonly [number, number],
): [number, number, number, number, number, number] {
  // The directions at the start and at the end, with the length of the radius.
  const [fromX, fromY] = [(dx + dy) / 2, (dy - dx) / 2];
  const [toX, toY] = [-fromY, fromX];
  const bend = 0.5523;
  const [endX, endY] = [x + dx, y + dy];
  return [x + fromX * bend, y + fromY * bend, endX - toX * bend, endY - toY * bend, endX, endY];
}
