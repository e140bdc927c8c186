import { pathData, relativeData, short } from "hub/drawing";
import type { Caption } from "./caption.ts";
import type { Color } from "./color.ts";
import { anchor, eye, module, type Picture } from "./picture.ts";
import { direction } from "./png/tones.ts";
import { eyeShape, moduleShape } from "./shapes.ts";

/** Right, down, left, up: a quarter turn further each, with the dark place to the right hand. */
function getDirection(way: number): readonly [dx: number, dy: number] {
  if (way % 2 === 0) return way % 4 === 0 ? [1, 0] : [-1, 0];
  return way % 4 === 1 ? [0, 1] : [0, -1];
}

/** What an SVG may have besides its code, in modules. */
export interface Extras {
  caption?: Caption | undefined;
  /** A data URI, and the place of its square, as far from the left as from above. */
  logo?: { uri: string; x: number; side: number } | undefined;
}

/**
 * Writes a picture as SVG, a module to a unit. Nothing of it is text that a caller wrote: only
 * numbers, colours and the caption's outlines.
 */
export function renderSvg(picture: Picture, { caption, logo }: Extras = {}): string {
  const { design, matrix } = picture;
  const width = matrix.size + 2 * design.margin;
  const height = width + (caption?.height ?? 0);
  const fill = design.gradient ? 'fill="url(#g)"' : paint(design.fg);
  const [modules, eyes] = [drawModules(picture), drawEyes(picture)];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${design.size}" height="${short((design.size * height) / width)}" viewBox="0 0 ${width} ${short(height)}" role="img" aria-label="QR code">`,
    gradient(picture),
    design.bg[3] > 0 ? `<rect width="100%" height="100%" ${paint(design.bg)}/>` : "",
    `<path ${design.style === "standard" ? 'shape-rendering="crispEdges" ' : ""}${fill} d="${modules}${design.eye ? "" : eyes}"/>`,
    design.eye ? `<path ${paint(design.eye)} d="${eyes}"/>` : "",
    caption ? `<path ${paint(design.fg)} d="${pathData(caption.contours, 0, width)}"/>` : "",
    logo
      ? `<image x="${short(logo.x)}" y="${short(logo.x)}" width="${short(logo.side)}" height="${short(logo.side)}" href="${logo.uri}"/>`
      : "",
    "</svg>",
  ].join("");
}

/** What may be loaded by an SVG that is opened as a document: only images inside of it. */
export const svgHeaders: Readonly<Record<string, string>> = {
  "content-security-policy": "default-src 'none'; img-src data:; style-src 'unsafe-inline'",
};

function drawModules({ matrix: { size }, places, design }: Picture): string {
  const { style, margin } = design;
  const are = (kind: number) => (row: number, column: number) =>
    row >= 0 && column >= 0 && row < size && column < size && places[row * size + column] === kind;
  const anchors = traceOutline(are(anchor), { size, margin, round: false });
  if (style === "standard" || style === "rounded")
    return anchors + traceOutline(are(module), { size, margin, round: style === "rounded" });
  const shape = moduleShape(style, 0);
  const data = relativeData(shape);
  const placesFrom = (begin: number) =>
    Array.from({ length: size }, (_, line) => short(line + margin + begin));
  const [left, top] = shape.start;
  const [xs, ys] = [placesFrom(left), placesFrom(top)];
  let path = anchors;
  for (let row = 0, place = 0; row < size; row++)
    for (let column = 0; column < size; column++, place++)
      if (places[place] === module) path += `M${xs[column]} ${ys[row]}${data}`;
  return path;
}

function drawEyes({ matrix: { size }, places, design }: Picture): string {
  const corners = [0, size - 7].flatMap((y) => [0, size - 7].map((x) => [x, y] as const));
  return corners
    .filter(([x, y]) => places[y * size + x] === eye)
    .map(([x, y]) => pathData(eyeShape(design.eyeStyle), x + design.margin, y + design.margin))
    .join("");
}

function gradient({ matrix: { size }, design }: Picture): string {
  if (!design.gradient) return "";
  // The line across which the colours change goes through the middle of the code.
  const { angle, from, to } = design.gradient;
  const radians = (angle * Math.PI) / 180;
  const [right, down] = direction(design.gradient);
  const half = size / 2 / (right * Math.cos(radians) + down * Math.sin(radians));
  const middle = design.margin + size / 2;
  const [dx, dy] = [half * Math.cos(radians), half * Math.sin(radians)];
  const stop = (offset: number, color: Color) =>
    `<stop offset="${offset}" ${paint(color, "stop-color", "stop-opacity")}/>`;
  return `<linearGradient id="g" gradientUnits="userSpaceOnUse" x1="${short(middle - dx)}" y1="${short(middle - dy)}" x2="${short(middle + dx)}" y2="${short(middle + dy)}">${stop(0, from)}${stop(1, to)}</linearGradient>`;
}

function paint([red, green, blue, opacity]: Color, name = "fill", opacityName = "fill-opacity") {
  const hex = [red, green, blue].map((channel) => channel.toString(16).padStart(2, "0")).join("");
  return `${name}="#${hex}"${opacity < 255 ? ` ${opacityName}="${short(opacity / 255)}"` : ""}`;
}

/**
 * The outline of all dark places as SVG path data, one loop for every patch and every hole, so that
 * no seam shows between neighbours at any scale. Patches that touch at a corner stay apart. With
 * `round`, corners that stick out are quarters of a circle, as `joining` draws single modules.
 */
function traceOutline(
  isDark: (row: number, column: number) => boolean,
  { size, margin, round }: { size: number; margin: number; round: boolean },
): string {
  const done = new Uint8Array(size * size);
  let data = "";
  for (let row = 0; row < size; row++)
    for (let column = 0; column < size; column++) {
      // Every loop runs to the right somewhere: above a dark place that has a light one over it.
      if (done[row * size + column] || !isDark(row, column) || isDark(row - 1, column)) continue;
      const begin = round ? 0.5 : 0;
      data += `M${short(column + margin + begin)} ${row + margin}`;
      data += loop({ row, column }, { isDark, done, size, begin });
    }
  return data;
}

interface Walk {
  isDark: (row: number, column: number) => boolean;
  /** The places whose upper edge some loop has run along. */
  done: Uint8Array;
  size: number;
  /** How far from a corner that sticks out the straight part of an edge begins. */
  begin: number;
}

/** Follows one loop from the upper edge of a place until it comes back to it. */
function loop(start: { row: number; column: number }, { isDark, done, size, begin }: Walk): string {
  let { row, column } = start;
  let way = 0;
  let straight = -begin;
  let data = "";
  do {
    if (way === 0) done[row * size + column] = 1;
    const [dx, dy] = getDirection(way);
    straight++;
    if (!isDark(row + dy, column + dx)) {
      data += line(way, straight - begin) + (begin ? arc(way) : "");
      way = (way + 1) % 4;
      straight = -begin;
    } else if (isDark(row + dy - dx, column + dx + dy)) {
      data += line(way, straight);
      [row, column] = [row + dy - dx, column + dx + dy];
      way = (way + 3) % 4;
      straight = 0;
    } else [row, column] = [row + dy, column + dx];
  } while (way !== 0 || row !== start.row || column !== start.column);
  return `${data}z`;
}

function line(way: number, length: number): string {
  if (length === 0) return "";
  return `${way % 2 ? "v" : "h"}${short(way < 2 ? length : -length)}`;
}

/** A quarter of a circle from one way to the next. */
function arc(way: number): string {
  const [dx, dy] = getDirection(way);
  const [nextX, nextY] = getDirection(way + 1);
  const [x, y] = [short((dx + nextX) / 2), short((dy + nextY) / 2)];
  return `a.5.5 0 0 1${x.startsWith("-") ? "" : " "}${x}${y}`;
}
