import { openTable } from "hub/data-file";
import type { CanvasModule } from "hub/drawing";
import { formatCss, parseColor, type Rgba, readColor } from "../color/color.ts";
import image from "../plugin.ts";
import { type ChartOptions, getOptions, isOptions } from "./legacy.ts";

interface Gradient {
  direction: (typeof directions)[number];
  colors: string[];
  width?: number;
  height?: number;
}

interface Pattern {
  shape: string;
  backgroundColor: string;
  color: string;
  size: number;
}

/** The gradient of `getGradientFillHelper`, or the pattern of `pattern.draw`, with hexadecimal colours. */
export class Fill {
  readonly look: Gradient | Pattern;

  constructor(look: Gradient | Pattern) {
    this.look = look;
  }
}

const directions = ["horizontal", "vertical", "both"] as const;

const readShapes = openTable(new URL("./pattern-shapes.tsv", import.meta.url), {
  name: "text",
  paint: ["stroke", "fill"],
  path: "text",
});

/** The side of a tile in the paths of the shapes. */
const tileSide = 20;
const colorsMax = 20;
const sideMax = 10_000;

/** Returns the fill that the code of a colour has returned. Throws `invalid_input` if it can't be drawn. */
export function readFill({ gradient, pattern }: ChartOptions, at: string): Fill | undefined {
  if (!isOptions(gradient) && !isOptions(pattern)) return undefined;
  const refuse = (problem: string): never => {
    throw image.error("invalid_input", `${at} ${problem}`, { at });
  };
  const color = (value: unknown) => formatCss(parseColor(String(value), at));
  const side = (value: unknown, max = sideMax) =>
    typeof value === "number" && value >= 1 && value <= max
      ? value
      : refuse(`must have a size from 1 to ${max}`);
  if (isOptions(pattern)) {
    const { shape, backgroundColor, color: ink, size } = pattern;
    const row = readShapes().find(({ name }) => name === (shape ?? "square"));
    if (!row)
      return refuse(
        `must have a pattern of ${readShapes()
          .map(({ name }) => name)
          .join(", ")}`,
      );
    return new Fill({
      shape: row.name,
      backgroundColor: color(backgroundColor ?? "transparent"),
      color: color(ink ?? "#ffffffcc"),
      size: side(size ?? tileSide, 200),
    });
  }
  const { direction, colors, width, height } = getOptions(gradient);
  const known = directions.find((one) => one === direction);
  if (!known) return refuse(`must have a gradient of ${directions.join(", ")}`);
  if (!Array.isArray(colors) || colors.length === 0 || colors.length > colorsMax)
    return refuse(`must have a gradient of 1 to ${colorsMax} colours`);
  return new Fill({
    direction: known,
    colors: colors.map(color),
    ...(width !== undefined && { width: side(width) }),
    ...(height !== undefined && { height: side(height) }),
  });
}

/** The colours of the paints of fills, by place. */
const colorsOf = new WeakMap<object, (x: number, y: number) => Rgba | undefined>();

/** Returns the colour that a colour or the paint of a fill has at a place. */
export function getColorAt(paint: unknown, x: number, y: number): Rgba | undefined {
  if (typeof paint === "string") return readColor(paint);
  return typeof paint === "object" && paint !== null ? colorsOf.get(paint)?.(x, y) : undefined;
}

/** Returns the function that creates the paints of a canvas for a chart of a size. */
export function createPainter(
  canvas: object,
  { width, height, density }: { width: number; height: number; density: number },
  module: CanvasModule,
): (fill: Fill) => object | null {
  const context = (canvas as ReturnType<CanvasModule["createCanvas"]>).getContext("2d");
  return ({ look }) => {
    if ("shape" in look) {
      const { shape, backgroundColor, color, size } = look;
      const row = readShapes().find(({ name }) => name === shape);
      const pixels = Math.round(size * density);
      const tile = module.createCanvas(pixels, pixels);
      const brush = tile.getContext("2d");
      brush.fillStyle = backgroundColor;
      brush.fillRect(0, 0, pixels, pixels);
      brush.scale(pixels / tileSide, pixels / tileSide);
      brush.lineWidth = 2;
      brush.strokeStyle = color;
      brush.fillStyle = color;
      const path = new module.Path2D(row?.path);
      if (row?.paint === "fill") brush.fill(path);
      brush.stroke(path);
      const paint = context.createPattern(tile, "repeat");
      paint?.setTransform(new module.DOMMatrix().scale(size / pixels));
      if (paint) colorsOf.set(paint, () => readColor(backgroundColor));
      return paint;
    }
    const { direction, colors, ...size } = look;
    const right = direction === "vertical" ? 0 : (size.width ?? width);
    const bottom = direction === "horizontal" ? 0 : (size.height ?? height);
    const paint = context.createLinearGradient(0, 0, right, bottom);
    const last = Math.max(1, colors.length - 1);
    for (const [index, color] of colors.entries()) paint.addColorStop(index / last, color);
    colorsOf.set(paint, (x, y) => {
      const share = (x * right + y * bottom) / (right ** 2 + bottom ** 2);
      const place = Math.min(1, Math.max(0, share)) * (colors.length - 1);
      const [from, to] = [Math.floor(place), Math.ceil(place)].map((index) =>
        readColor(colors[index] ?? ""),
      );
      const mix = (channel: 0 | 1 | 2 | 3) =>
        Math.round(
          (from?.[channel] ?? 0) +
            ((to?.[channel] ?? 0) - (from?.[channel] ?? 0)) * (place - Math.floor(place)),
        );
      return [mix(0), mix(1), mix(2), mix(3)];
    });
    return paint;
  };
}
