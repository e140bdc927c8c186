import { buildContours, layoutTextNow, pathData, short } from "hub/drawing";
import { type BarcodeContent, createDataError } from "./content.ts";
import type { BarcodeRequest } from "./request.ts";
import rmqrVersions from "./rmqr-versions.json" with { type: "json" };
import { symbologies } from "./symbologies.ts";

/** A code as outlines, one unit per module. */
export interface BarcodeOutline {
  width: number;
  height: number;
  /** Bars or squares, as SVG path data. */
  modules: string;
  /** The text below, as SVG path data. */
  text: string;
  /** The narrowest quiet zone, and the one that the standard requires, in modules. */
  quiet: number;
  quietNeeded: number;
}

type Rectangle = [left: number, top: number, right: number, bottom: number];

/** The units of the encoder's drawing per module. */
const unit = 20;

/** Encodes a content and returns its outlines. */
export async function outlineBarcode(
  { data }: BarcodeContent,
  { at, ...request }: BarcodeRequest & { at: string },
) {
  const { default: bwip } = await import("bwip-js/generic");
  const {
    bcid,
    isMatrix = false,
    characters,
    quiet: quietNeeded,
    holds,
  } = symbologies[request.type];
  const isExtended = characters === "text" && !/^[\0-\x7f]*$/.test(data);
  const options = {
    bcid,
    // Declares UTF-8. The sign of commands is doubled.
    text: isExtended ? `^ECI000026${data.replaceAll("^", "^^")}` : data,
    ...(isExtended && { parsefnc: true }),
    scale: unit,
    includetext: request.show_text && !isMatrix,
    // The encoder wants millimetres, of which a module has 72 / 25.4.
    ...(!isMatrix && { height: (request.bar_height * 25.4) / 72 }),
  };
  const attempts = request.type === "rmqr" ? rmqrVersions.map((version) => ({ version })) : [{}];
  let problem: unknown;
  for (const attempt of attempts) {
    const drawing = new OutlineDrawing();
    try {
      bwip.render({ ...options, ...attempt }, drawing);
      return layOut(drawing, { margin: request.margin, quietNeeded, isMatrix });
    } catch (cause) {
      problem = cause;
    }
  }
  const [, element] = / AI (\d+)/.exec(String(problem)) ?? [];
  throw createDataError(
    at,
    element ? `has an invalid GS1 element: (${element})` : `must have ${holds} for ${request.type}`,
    problem,
  );
}

/** Adds the quiet zone. */
function layOut(
  drawing: OutlineDrawing,
  {
    margin,
    quietNeeded,
    isMatrix,
  }: { margin: number | undefined; quietNeeded: number; isMatrix: boolean },
): BarcodeOutline {
  const wanted = margin ?? quietNeeded;
  const lefts = drawing.rectangles.map(([left]) => left);
  const rights = drawing.rectangles.map(([, , right]) => right);
  const bars = isMatrix ? [0, drawing.width] : [Math.min(...lefts), Math.max(...rights)];
  const [first = 0, last = drawing.width] = bars;
  // Digits at the sides are in the quiet zone. Bars start with a whole module, so that their edges are sharp.
  const start = Math.max(wanted, Math.ceil(first));
  const end = start + last - first;
  const left = start - first;
  const above = isMatrix ? wanted : Math.min(wanted, 2);
  return {
    width: Math.ceil(end + Math.max(wanted, drawing.width - last)),
    height: drawing.height + 2 * above,
    modules: drawing.drawModules(left, above),
    text: drawing.drawText(left, above),
    quiet: Math.min(start, Math.max(wanted, drawing.width - last)),
    quietNeeded,
  };
}

/** Records what the encoder draws. Its coordinates are 20 per module. */
class OutlineDrawing {
  width = 0;
  height = 0;
  readonly rectangles: Rectangle[] = [];
  readonly #polygons: [number, number][][] = [];
  readonly #texts: { text: string; x: number; y: number; size: number; gap: number }[] = [];

  scale(): [number, number] {
    return [unit, unit];
  }

  measure(text: string, _: string, width: number, height: number) {
    return { width: advance * width * text.length, ascent: ascent * height, descent: 0 };
  }

  init(width: number, height: number): void {
    this.width = Math.ceil(width / unit - 0.01);
    this.height = Math.ceil(height / unit - 0.01);
  }

  line(x0: number, y0: number, x1: number, y1: number, thickness: number): void {
    const half = thickness / 2;
    const isUpright = x0 === x1;
    const [left, right] = isUpright ? [x0 - half, x0 + half] : [Math.min(x0, x1), Math.max(x0, x1)];
    const [top, bottom] = isUpright ? [Math.min(y0, y1), Math.max(y0, y1)] : [y0 - half, y0 + half];
    const [x, y] = [left / unit, Math.round(top / unit)];
    this.rectangles.push([x, y, right / unit, Math.round(bottom / unit)]);
  }

  polygon(points: [number, number][]): void {
    this.#polygons.push(points.map(([x, y]) => [x / unit, y / unit]));
  }

  hexagon(points: [number, number][]): void {
    this.polygon(points);
  }

  ellipse(): void {}

  fill(): void {}

  clip(): void {}

  unclip(): void {}

  text(x: number, y: number, text: string, _: string, font: { height: number; dx: number }): void {
    const [size, gap] = [(textScale * font.height) / unit, font.dx / unit];
    this.#texts.push({ text, x: x / unit, y: y / unit, size, gap });
  }

  end(): this {
    return this;
  }

  drawModules(dx: number, dy: number): string {
    // In the direction of the polygons, so that overlaps stay dark.
    const bars = this.rectangles.map(
      ([left, top, right, bottom]) =>
        `M${short(left + dx)} ${short(top + dy)}v${short(bottom - top)}h${short(right - left)}v${short(top - bottom)}z`,
    );
    const polygons = this.#polygons.map((points) => {
      const start = points[0] ?? [0, 0];
      const steps = points.slice(1);
      return pathData([{ start, steps }], dx, dy);
    });
    return bars.join("") + polygons.join("");
  }

  drawText(dx: number, dy: number): string {
    return this.#texts
      .map(({ text, x, y, size, gap }) => {
        const layout = layoutTextNow(text, { size, family: "mono", letterSpacing: gap });
        const baseline = layout.lines[0]?.baseline ?? 0;
        return pathData(buildContours(layout, { x: x + dx, y: y + dy - baseline }));
      })
      .join("");
  }
}

/** The size of the text, relative to that of the encoder's font, which is narrower. */
const textScale = 0.88;

/** The width and height of a digit in DejaVu Sans Mono, in ems. */
const advance = 0.602 * textScale;
const ascent = 0.73 * textScale;
