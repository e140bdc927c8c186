import { pathData, relativeData, short } from "hub/drawing";
import type { Color } from "../color.ts";
import { direction, type Gradient } from "../design.ts";
import type { Style } from "../request.ts";
import type { Caption } from "./caption.ts";
import { anchor, type CodePicture, eye, module } from "./picture.ts";
import { cornerRadius, eyeShape, isJoined, moduleShape } from "./shapes.ts";

/** Returns the direction of a quarter turn: right, down, left, up. Dark modules are on the right-hand side. */
function getDirection(turn: number): readonly [dx: number, dy: number] {
  if (turn % 2 === 0) return turn % 4 === 0 ? [1, 0] : [-1, 0];
  return turn % 4 === 1 ? [0, 1] : [0, -1];
}

/** Optional additions to an SVG, in modules. */
export interface Extras {
  caption?: Caption | undefined;
  /** A data URI and the position of its square, equal on both axes. */
  logo?: { uri: string; x: number; side: number } | undefined;
}

/** A filled outline as SVG path data, one unit per module. */
interface Layer {
  data: string;
  ink: Color | "gradient";
}

/** A code with its margin and caption as outlines, one unit per module. */
export interface Outlines {
  width: number;
  height: number;
  /** The modules, the finder patterns if they have their own colour, and the caption. */
  layers: readonly [Layer, ...Layer[]];
}

/** Returns the outlines of a picture, without its background and logo. */
export function outlinePicture(picture: CodePicture, caption: Caption | undefined): Outlines {
  const { design, matrix } = picture;
  const width = matrix.size + 2 * design.margin;
  const [modules, eyes] = [drawModules(picture), drawEyes(picture)];
  const ink = design.gradient ? "gradient" : design.fg;
  return {
    width,
    height: width + (caption?.height ?? 0),
    layers: [
      { data: modules + (design.eye ? "" : eyes), ink },
      ...(design.eye ? [{ data: eyes, ink: design.eye }] : []),
      ...(caption ? [{ data: pathData(caption.contours, 0, width), ink: design.fg }] : []),
    ],
  };
}

/**
 * Renders a picture as SVG with one unit per module. It contains no user text, only numbers, colours and the outlines
 * of the caption.
 */
export function renderSvg(picture: CodePicture, { caption, logo }: Extras = {}): string {
  const { design } = picture;
  const { width, height, layers } = outlinePicture(picture, caption);
  const paths = layers.map(({ data, ink }, index) => {
    const crisp = index === 0 && design.style === "standard";
    const fill = ink === "gradient" ? 'fill="url(#g)"' : paint(ink);
    return `<path ${crisp ? 'shape-rendering="crispEdges" ' : ""}${fill} d="${data}"/>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${design.size}" height="${short((design.size * height) / width)}" viewBox="0 0 ${width} ${short(height)}" role="img" aria-label="QR code">`,
    gradient(picture),
    design.bg[3] > 0 ? `<rect width="100%" height="100%" ${paint(design.bg)}/>` : "",
    ...paths,
    logo
      ? `<image x="${short(logo.x)}" y="${short(logo.x)}" width="${short(logo.side)}" height="${short(logo.side)}" href="${logo.uri}"/>`
      : "",
    "</svg>",
  ].join("");
}

/** Restricts what an SVG opened as a document may load: only embedded images. */
export const svgHeaders: Readonly<Record<string, string>> = {
  "content-security-policy": "default-src 'none'; img-src data:; style-src 'unsafe-inline'",
};

function drawModules({ matrix: { size }, places, design }: CodePicture): string {
  const { style, margin } = design;
  const isKind = (kind: number) => (row: number, column: number) =>
    row >= 0 && column >= 0 && row < size && column < size && places[row * size + column] === kind;
  const anchors = traceOutline(isKind(anchor), { size, margin, style: "standard" });
  if (isJoined(style)) return anchors + traceOutline(isKind(module), { size, margin, style });
  const shape = moduleShape(style, 0);
  const data = relativeData(shape);
  const listOffsets = (offset: number) =>
    Array.from({ length: size }, (_, writeLine) => short(writeLine + margin + offset));
  const [left, top] = shape.start;
  const [xs, ys] = [listOffsets(left), listOffsets(top)];
  let path = anchors;
  for (let row = 0, index = 0; row < size; row++)
    for (let column = 0; column < size; column++, index++)
      if (places[index] === module) path += `M${xs[column]} ${ys[row]}${data}`;
  return path;
}

function drawEyes({ matrix: { size }, places, design }: CodePicture): string {
  const corners = [0, size - 7].flatMap((y) => [0, size - 7].map((x) => [x, y] as const));
  return corners
    .filter(([x, y]) => places[y * size + x] === eye)
    .map(([x, y]) => pathData(eyeShape(design.eyeStyle), x + design.margin, y + design.margin))
    .join("");
}

function gradient(picture: CodePicture): string {
  const { gradient } = picture.design;
  if (!gradient) return "";
  const [x1, y1, x2, y2] = getGradientLine(picture, gradient);
  const stop = (offset: number, color: Color) =>
    `<stop offset="${offset}" ${paint(color, "stop-color", "stop-opacity")}/>`;
  return `<linearGradient id="g" gradientUnits="userSpaceOnUse" x1="${short(x1)}" y1="${short(y1)}" x2="${short(x2)}" y2="${short(y2)}">${stop(0, gradient.from)}${stop(1, gradient.to)}</linearGradient>`;
}

/** Returns the line of a gradient in modules. It passes through the centre of the code. */
export function getGradientLine(
  { matrix: { size }, design: { margin } }: CodePicture,
  gradient: Gradient,
): [x1: number, y1: number, x2: number, y2: number] {
  const radians = (gradient.angle * Math.PI) / 180;
  const [right, down] = direction(gradient);
  const half = size / 2 / (right * Math.cos(radians) + down * Math.sin(radians));
  const centre = margin + size / 2;
  const [dx, dy] = [half * Math.cos(radians), half * Math.sin(radians)];
  return [centre - dx, centre - dy, centre + dx, centre + dy];
}

function paint([red, green, blue, opacity]: Color, name = "fill", opacityName = "fill-opacity") {
  const hex = [red, green, blue].map((channel) => channel.toString(16).padStart(2, "0")).join("");
  return `${name}="#${hex}"${opacity < 255 ? ` ${opacityName}="${short(opacity / 255)}"` : ""}`;
}

/**
 * Returns the outline of all dark modules as SVG path data: one loop per patch and hole, so that no seams show
 * between neighbours at any scale. Patches that touch at a corner remain separate. Convex corners have the radius of
 * the style, like those of single modules.
 */
function traceOutline(
  isDark: (row: number, column: number) => boolean,
  { size, margin, style }: { size: number; margin: number; style: Style },
): string {
  const visited = new Uint8Array(size * size);
  // Where a loop starts on the upper edge of its first module.
  const offset = style === "standard" ? 0 : 0.5;
  const listNeighbours = (row: number, column: number) =>
    (isDark(row - 1, column) ? 1 : 0) |
    (isDark(row, column + 1) ? 2 : 0) |
    (isDark(row + 1, column) ? 4 : 0) |
    (isDark(row, column - 1) ? 8 : 0);
  const getRadius = (corner: number, row: number, column: number) =>
    style === "standard" ? 0 : cornerRadius(style, corner, listNeighbours(row, column));
  let data = "";
  for (let row = 0; row < size; row++)
    for (let column = 0; column < size; column++) {
      // Every loop goes to the right somewhere: above a dark module with a light one over it.
      if (visited[row * size + column] || !isDark(row, column) || isDark(row - 1, column)) continue;
      data += `M${short(column + margin + offset)} ${row + margin}`;
      data += traceLoop({ row, column }, { isDark, visited, size, offset, getRadius });
    }
  return data;
}

interface TraceOptions {
  isDark: (row: number, column: number) => boolean;
  /** Modules whose upper edge is part of a traced loop. */
  visited: Uint8Array;
  size: number;
  /** Distance of the start from the corner of its module. */
  offset: number;
  /** Returns the radius of a convex corner, numbered clockwise from the upper right one. */
  getRadius: (corner: number, row: number, column: number) => number;
}

/** Traces a loop from the upper edge of a module back to its start. */
function traceLoop(
  start: { row: number; column: number },
  { isDark, visited, size, offset, getRadius }: TraceOptions,
): string {
  let { row, column } = start;
  let turn = 0;
  let straight = -offset;
  let data = "";
  do {
    if (turn === 0) visited[row * size + column] = 1;
    const [dx, dy] = getDirection(turn);
    straight++;
    if (!isDark(row + dy, column + dx)) {
      const radius = getRadius(turn, row, column);
      data += writeLine(turn, straight - radius) + (radius ? writeArc(turn, radius) : "");
      turn = (turn + 1) % 4;
      straight = -radius;
    } else if (isDark(row + dy - dx, column + dx + dy)) {
      data += writeLine(turn, straight);
      [row, column] = [row + dy - dx, column + dx + dy];
      turn = (turn + 3) % 4;
      straight = 0;
    } else [row, column] = [row + dy, column + dx];
  } while (turn !== 0 || row !== start.row || column !== start.column);
  return `${data}z`;
}

function writeLine(turn: number, length: number): string {
  if (length === 0) return "";
  return `${turn % 2 ? "v" : "h"}${short(turn < 2 ? length : -length)}`;
}

/** Returns a quarter circle from one direction to the next. */
function writeArc(turn: number, radius: number): string {
  const [dx, dy] = getDirection(turn);
  const [nextX, nextY] = getDirection(turn + 1);
  const [x, y] = [short((dx + nextX) * radius), short((dy + nextY) * radius)];
  const r = short(radius);
  return `a${r}${r.startsWith(".") ? "" : " "}${r} 0 0 1${x.startsWith("-") ? "" : " "}${x}${y.startsWith("-") || y.startsWith(".") ? "" : " "}${y}`;
}
