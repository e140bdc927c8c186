import type { Pixels, Rgba } from "hub/drawing";
import { type Oklab, toOklab, toRgbChannels } from "../color/oklab.ts";
import type { Gradient } from "./design.ts";
import { computeDirection, type PictureArea } from "./svg.ts";

// Indexes stay within the pixels, so `!` is used: a check for each would cost time.

const shades = 4096;

/**
 * Renders a gradient pixel by pixel. Colours are mixed in its colour space with more than 8 bits
 * per channel, and dithered to avoid banding.
 */
export function gradientPixels(
  gradient: Gradient,
  { width, height }: PictureArea,
  { dither, noise }: { dither: boolean; noise: number },
): Pixels {
  const data = new Uint8Array(width * height * 4);
  const renderLine =
    gradient.type === "mesh"
      ? createMeshRenderer(gradient, { width, height })
      : createShadeRenderer(gradient, { width, height });
  const values = new Float32Array(width * 4);
  const grain = createGrain(noise);
  let at = 0;
  for (let y = 0; y < height; y++) {
    renderLine(values, y);
    for (let x = 0; x < width; x++) {
      const step = dither ? threshold(x, y) : 0.5;
      const speck = noise > 0 ? grain() : 0;
      for (let channel = 0; channel < 3; channel++) {
        const value = values[x * 4 + channel]! + speck + step;
        data[at + channel] = value < 0 ? 0 : Math.min(value, 255);
      }
      data[at + 3] = values[x * 4 + 3]! + 0.5;
      at += 4;
    }
  }
  return { width, height, data };
}

/** Writes the colours of one line, with each channel from 0 to 255. */
type LineWriter = (values: Float32Array, y: number) => void;

/** Interleaved gradient noise by Jorge Jimenez: even, without the pattern of a matrix. */
function threshold(x: number, y: number): number {
  const value = 52.9829189 * ((0.06711056 * x + 0.00583715 * y) % 1);
  return value - Math.floor(value);
}

/** Creates grain of at most a fifth of the brightness, the same for every image. */
function createGrain(noise: number): () => number {
  let state = 0x9e3779b9;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state / 2_147_483_648) * noise * 26;
  };
}

/** Renders gradients whose colour depends on one number, from a table. */
function createShadeRenderer(gradient: Gradient, area: PictureArea): LineWriter {
  const table = shadeTable(gradient);
  const share = createShareFunction(gradient, area);
  return (values, y) => {
    for (let x = 0; x < area.width; x++) {
      const shade = Math.round(share(x + 0.5, y + 0.5) * (shades - 1)) * 4;
      for (let channel = 0; channel < 4; channel++)
        values[x * 4 + channel] = table[shade + channel]!;
    }
  };
}

function shadeTable(gradient: Gradient): Float32Array {
  const table = new Float32Array(shades * 4);
  const { stops, space } = gradient;
  for (let shade = 0, next = 1; shade < shades; shade++) {
    const share = shade / (shades - 1);
    while (next < stops.length - 1 && stops[next]!.at < share) next++;
    const [from, to] = [stops[next - 1]!, stops[next]!];
    const span = to.at - from.at;
    const progress =
      span > 0 ? Math.min(1, Math.max(0, (share - from.at) / span)) : Number(share >= to.at);
    table.set(mixColors(from.color, to.color, progress, space), shade * 4);
  }
  return table;
}

function mixColors(
  one: Rgba,
  two: Rgba,
  share: number,
  space: Gradient["space"],
): readonly number[] {
  const mixChannels = (a: Oklab | Rgba, b: Oklab | Rgba): Oklab => {
    const mixChannel = (at: 0 | 1 | 2 | 3) => a[at] + (b[at] - a[at]) * share;
    return [mixChannel(0), mixChannel(1), mixChannel(2), mixChannel(3)];
  };
  if (space === "srgb") return mixChannels(one, two);
  const color = mixChannels(toOklab(one), toOklab(two));
  return [...toRgbChannels(color), color[3] * 255];
}

/** Returns a function that computes a point's share of the gradient's length, from 0 to 1. */
function createShareFunction(
  { type, angle }: Gradient,
  area: PictureArea,
): (x: number, y: number) => number {
  const { width, height } = area;
  const [middleX, middleY] = [width / 2, height / 2];
  const clamp = (share: number) => Math.min(1, Math.max(0, share));
  if (type === "linear") {
    const { x: right, y: down } = computeDirection(angle, area);
    const length = 2 * (right * right + down * down);
    return (x, y) => clamp(0.5 + ((x - middleX) * right + (y - middleY) * down) / length);
  }
  if (type === "radial") {
    const radius = Math.hypot(middleX, middleY);
    return (x, y) => clamp(Math.hypot(x - middleX, y - middleY) / radius);
  }
  const start = angle / 360;
  return (x, y) => {
    const fraction = Math.atan2(x - middleX, middleY - y) / (2 * Math.PI) - start;
    return fraction - Math.floor(fraction);
  };
}

/** The distance between computed colours of a mesh, in pixels: it has no finer detail. */
const grid = 4;

/** Renders a mesh line by line, downwards. */
function createMeshRenderer(gradient: Gradient, { width, height }: PictureArea): LineWriter {
  const color = createColorSampler(gradient, { width, height });
  const nodes = Math.ceil(width / grid) + 1;
  const rowAt = (row: number) => {
    const values = new Float32Array(nodes * 4);
    for (let node = 0; node < nodes; node++) values.set(color(node * grid, row * grid), node * 4);
    return values;
  };
  let row = 0;
  let [above, below] = [rowAt(0), rowAt(1)];
  return (values, y) => {
    if (Math.floor(y / grid) !== row) {
      row = Math.floor(y / grid);
      [above, below] = [below, rowAt(row + 1)];
    }
    const down = y / grid - row;
    for (let x = 0; x < width; x++) {
      const node = Math.floor(x / grid);
      const right = x / grid - node;
      for (let at = node * 4, to = x * 4; to < x * 4 + 4; at++, to++) {
        const upper = above[at]! + (above[at + 4]! - above[at]!) * right;
        const lower = below[at]! + (below[at + 4]! - below[at]!) * right;
        values[to] = upper + (lower - upper) * down;
      }
    }
  };
}

/**
 * Returns a function that computes a mesh's colour at a position: the mean of all points, weighted
 * by distance.
 */
function createColorSampler({ points, stops }: Gradient, { width, height }: PictureArea) {
  const side = Math.max(width, height);
  const background = toOklab(stops[0]!.color);
  const spots = points.map(({ x, y, reach, color }) => ({
    x: x * width,
    y: y * height,
    narrow: 1 / (reach * side * 0.42) ** 2,
    lab: toOklab(color),
  }));
  return (x: number, y: number): number[] => {
    let weight = 0.06;
    const sum: [...Oklab] = [
      background[0] * weight,
      background[1] * weight,
      background[2] * weight,
      background[3] * weight,
    ];
    for (const spot of spots) {
      const [right, down] = [x - spot.x, y - spot.y];
      const ownWeight = Math.exp(-(right * right + down * down) * spot.narrow);
      weight += ownWeight;
      for (let at = 0; at < 4; at++) sum[at]! += spot.lab[at]! * ownWeight;
    }
    const [lightness, a, b, opacity] = sum;
    const mixed: Oklab = [lightness / weight, a / weight, b / weight, opacity / weight];
    return [...toRgbChannels(mixed), mixed[3] * 255];
  };
}
