import type { GrayPicture } from "../engines/tesseract.ts";

/** How dark ink is, out of 255. */
const dark = 144;
/** The angles that are tried, in degrees, and the one below which a picture is left unchanged. */
const [angleMax, angleStep, angleMin] = [6, 0.25, 1.9];
/** The number of dark pixels that are examined. */
const samplesMax = 40_000;
/** How much sharper the rows of a picture must become. */
const gainMin = 1.3;

/** A picture that was turned by an angle around its middle, in radians clockwise. */
export interface Straightened {
  picture: GrayPicture;
  angle: number;
}

/** Turns a picture whose lines are slanted, so that they are horizontal. */
export function straighten(picture: GrayPicture): Straightened {
  const angle = -measureSkew(picture);
  if (Math.abs(angle) < toRadians(angleMin)) return { picture, angle: 0 };
  return { picture: turn(picture, angle), angle };
}

/**
 * Measures the slant of the lines of a picture, in radians clockwise. At the right angle, the rows
 * of pixels are either lines of text or the gaps between them.
 */
function measureSkew(picture: GrayPicture): number {
  const samples = listInk(picture);
  const measure = (degrees: number) => measureSharpness(samples, toRadians(degrees));
  const level = measure(0);
  let best = { degrees: 0, sharpness: level };
  for (let degrees = -angleMax; degrees <= angleMax; degrees += angleStep) {
    const sharpness = measure(degrees);
    if (sharpness > best.sharpness) best = { degrees, sharpness };
  }
  return best.sharpness > gainMin * level ? toRadians(best.degrees) : 0;
}

interface Ink {
  x: Int32Array;
  y: Int32Array;
  count: number;
  size: number;
}

function listInk({ width, height, pixels }: GrayPicture): Ink {
  const inked = pixels.reduce((count, pixel) => count + (pixel < dark ? 1 : 0), 0);
  const step = Math.max(1, Math.ceil(inked / samplesMax));
  const [x, y] = [new Int32Array(samplesMax), new Int32Array(samplesMax)];
  let seen = 0;
  let count = 0;
  for (let at = 0; at < pixels.length; at++) {
    if (pixels[at]! >= dark || seen++ % step !== 0) continue;
    x[count] = at % width;
    y[count] = Math.floor(at / width);
    count++;
  }
  return { x, y, count, size: width + height };
}

/** The height of the rows in which ink is counted, in pixels. */
const rowHeight = 4;

/** Returns the sum of the squares of the ink in each row at an angle. */
function measureSharpness({ x, y, count, size }: Ink, angle: number): number {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const rows = new Uint32Array(Math.ceil((2 * size) / rowHeight) + 1);
  for (let at = 0; at < count; at++)
    rows[Math.floor((y[at]! * cos - x[at]! * sin + size) / rowHeight)]!++;
  return rows.reduce((sum, ink) => sum + ink * ink, 0);
}

/** Returns a function that maps a point of a straightened picture to the picture before. */
export function createSlanter(
  { width, height }: Pick<GrayPicture, "width" | "height">,
  angle: number,
): (x: number, y: number) => [number, number] {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const [middleX, middleY] = [width / 2, height / 2];
  return (x, y) => {
    const [right, down] = [x - middleX, y - middleY];
    return [middleX + right * cos + down * sin, middleY - right * sin + down * cos];
  };
}

/** Turns a picture clockwise around its middle. Its size stays, and new corners are white. */
function turn({ width, height, pixels }: GrayPicture, angle: number): GrayPicture {
  const turned = new Uint8Array(width * height).fill(255);
  const slant = createSlanter({ width, height }, angle);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [fromX, fromY] = slant(x, y);
      const [left, top] = [Math.floor(fromX), Math.floor(fromY)];
      if (left < 0 || top < 0 || left + 1 >= width || top + 1 >= height) continue;
      const [shareX, shareY] = [fromX - left, fromY - top];
      const at = top * width + left;
      const upper = pixels[at]! * (1 - shareX) + pixels[at + 1]! * shareX;
      const lower = pixels[at + width]! * (1 - shareX) + pixels[at + width + 1]! * shareX;
      turned[y * width + x] = Math.round(upper * (1 - shareY) + lower * shareY);
    }
  return { width, height, pixels: turned };
}

function toRadians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}
