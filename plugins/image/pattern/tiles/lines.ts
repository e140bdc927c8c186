import { type Child, svg } from "hub/drawing";
import { type DrawTile, getLineAttributes, round } from "./tile.ts";

/** Lines from the lower left to the upper right. */
export const lines: DrawTile = (options) => {
  const { size } = options;
  const d = `M${-size / 4} ${size / 4}L${size / 4} ${-size / 4}M0 ${size}L${size} 0M${size * 0.75} ${size * 1.25}L${size * 1.25} ${size * 0.75}`;
  return { width: size, height: size, drawn: svg("path", { ...getLineAttributes(options), d }) };
};

/** Horizontal and vertical lines. */
export const grid: DrawTile = (options) => {
  const { size, stroke } = options;
  const half = stroke / 2;
  const d = `M0 ${half}H${size}M${half} 0V${size}`;
  return { width: size, height: size, drawn: svg("path", { ...getLineAttributes(options), d }) };
};

/** Diagonal lines in both directions. */
export const crosshatch: DrawTile = (options) => {
  const { size } = options;
  const over = size * 0.2;
  const d = `M${-over} ${-over}L${size + over} ${size + over}M${-over} ${size + over}L${size + over} ${-over}`;
  return { width: size, height: size, drawn: svg("path", { ...getLineAttributes(options), d }) };
};

/** Sharp waves. */
export const zigzag: DrawTile = (options) => {
  const { size } = options;
  const height = Math.max(2, Math.round(size * 0.6));
  const [low, high, over] = [height * 0.75, height * 0.25, size * 0.25];
  const steep = ((low - high) / (size / 2)) * over;
  const d = `M${-over} ${round(low - steep)}L0 ${low}L${size / 2} ${high}L${size} ${low}L${size + over} ${round(low - steep)}`;
  return {
    width: size,
    height,
    drawn: svg("path", { ...getLineAttributes(options), d, "stroke-linejoin": "miter" }),
  };
};

/** Smooth waves. */
export const waves: DrawTile = (options) => {
  const { size } = options;
  const height = Math.max(2, Math.round(size / 2));
  const [middle, bend] = [height / 2, round(height * 0.36)];
  // A cubic curve with handles of 0.3642 approximates a sine to a thousandth.
  const [handle, half] = [size * 0.5 * 0.3642, size / 2];
  const d = `M${-half} ${middle}c${handle} ${bend} ${half - handle} ${bend} ${half} 0s${half - handle} ${-bend} ${half} 0s${half - handle} ${bend} ${half} 0s${half - handle} ${-bend} ${half} 0`;
  return { width: size, height, drawn: svg("path", { ...getLineAttributes(options), d }) };
};

/** Thick chevrons, with a different opacity in each row. */
export const chevrons: DrawTile = ({ size, fg, dice }) => {
  const rows = 6;
  const [half, step] = [size / 2, Math.max(2, Math.round(size * 0.5))];
  const height = rows * step;
  const faint = Array.from({ length: rows }, () => dice.between(0.15, 1));
  const drawn = Array.from({ length: rows + 2 }, (_, index): Child => {
    const y = (index - 1) * step;
    const d = `M0 ${y}L${half} ${y - half * 0.6}L${size} ${y}V${y + step}L${half} ${y + step - half * 0.6}L0 ${y + step}z`;
    // The rows above and below the tile repeat those at its other end.
    return svg("path", { d, fill: fg, "fill-opacity": round(faint[(index + rows - 1) % rows]!) });
  });
  return { width: size, height, drawn };
};

/** A wall with each row shifted by half a brick. */
export const bricks: DrawTile = (options) => {
  const { size } = options;
  const row = Math.max(2, Math.round(size / 2));
  const d = `M0 0H${size}M0 ${row}H${size}M0 ${2 * row}H${size}M${size / 2} 0V${row}M0 ${row}V${2 * row}M${size} ${row}V${2 * row}`;
  return { width: size, height: 2 * row, drawn: svg("path", { ...getLineAttributes(options), d }) };
};

/** Horizontal and vertical bands, as on tartan. */
export const plaid: DrawTile = ({ size, fg, dice }) => {
  const bands: { at: number; width: number; opacity: number }[] = [];
  let at = 0;
  while (bands.length < 7) {
    const width = Math.max(1, Math.round(size * dice.pick([0.1, 0.15, 0.3, 0.6, 0.9])));
    at += Math.max(1, Math.round(size * dice.pick([0.1, 0.2, 0.35, 0.6])));
    bands.push({ at, width, opacity: round(dice.between(0.15, 0.6)) });
    at += width;
  }
  const drawn = bands.map(({ at: start, width, opacity }) => [
    svg("rect", { x: 0, y: start, width: at, height: width, fill: fg, "fill-opacity": opacity }),
    svg("rect", { x: start, y: 0, width, height: at, fill: fg, "fill-opacity": opacity }),
  ]);
  return { width: at, height: at, drawn };
};
