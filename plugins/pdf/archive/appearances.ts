import { asTable } from "hub";
import { PDFArray, type PDFDict } from "pdf-lib";
import {
  dictEntry,
  entry,
  listItems,
  nameEntry,
  numberEntry,
  pdfName,
} from "../objects/entries.ts";
import { operands } from "../objects/operands.ts";

interface AppearanceBox {
  left: number;
  bottom: number;
  right: number;
  top: number;
}

/**
 * Draws the appearance of an annotation that leaves it to the viewer. Returns false for kinds that
 * can't be drawn from their entries alone.
 */
export function drawAppearance(annotation: PDFDict): boolean {
  const kind = nameEntry(annotation, "Subtype") ?? "";
  const draw = drawings[kind];
  const stated = readBox(listNumbers(annotation, "Rect"));
  if (!draw || !stated) return false;
  const box = icons.has(kind) ? cutToIcon(stated) : widen(annotation, stated);
  annotation.set(
    pdfName("Rect"),
    annotation.context.obj([box.left, box.bottom, box.right, box.top]),
  );
  const content = draw(annotation, box);
  if (content === undefined) return false;
  const { context } = annotation;
  const opacity = numberEntry(annotation, "CA") ?? 1;
  const isMarker = kind === "Highlight";
  const state = {
    Type: "ExtGState",
    CA: opacity,
    ca: opacity,
    BM: isMarker ? "Multiply" : "Normal",
  };
  const form = context.stream(`/GS gs ${content}`, {
    Type: "XObject",
    Subtype: "Form",
    BBox: [box.left, box.bottom, box.right, box.top],
    Resources: { ExtGState: { GS: state } },
  });
  const appearance = context.obj({});
  appearance.set(pdfName("N"), context.register(form));
  annotation.set(pdfName("AP"), appearance);
  return true;
}

/** The kinds that viewers display as an icon of a fixed size. */
const icons = new Set(["Text", "FileAttachment"]);
const iconSize = 20;

function cutToIcon({ left, bottom }: AppearanceBox): AppearanceBox {
  return { left, bottom, right: left + iconSize, top: bottom + iconSize };
}

/** Returns a box that also contains the marked words, and the ends of freehand lines. */
function widen(annotation: PDFDict, { left, bottom, right, top }: AppearanceBox): AppearanceBox {
  const isInk = nameEntry(annotation, "Subtype") === "Ink";
  const margin = isInk ? readBorder(annotation) / 2 : 0;
  const points = readPoints(listNumbers(annotation, "QuadPoints"));
  const [xs, ys] = [0, 1].map((axis) => points.map((point) => point[axis] ?? 0));
  return {
    left: Math.min(left - margin, ...(xs ?? [])),
    bottom: Math.min(bottom - margin, ...(ys ?? [])),
    right: Math.max(right + margin, ...(xs ?? [])),
    top: Math.max(top + margin, ...(ys ?? [])),
  };
}

type Drawing = (annotation: PDFDict, box: AppearanceBox) => string | undefined;

const drawings: Readonly<Record<string, Drawing>> = asTable({
  Text: (_, box) => drawNote(box),
  FileAttachment: (_, box) => drawNote(box),
  Highlight: (annotation) =>
    drawQuads(annotation, ({ left, bottom, right, top }) =>
      paint(annotation, { kind: "f", color: "C", usual: "1 1 0" })(
        `${operands(left, bottom, right - left, top - bottom)} re`,
      ),
    ),
  Underline: (annotation) => drawLines(annotation, ({ bottom }) => bottom + 1),
  StrikeOut: (annotation) => drawLines(annotation, ({ bottom, top }) => (bottom + top) / 2),
  Squiggly: (annotation) =>
    drawQuads(annotation, ({ left, bottom, right }) => {
      const count = Math.min(1000, Math.ceil((right - left) / 2));
      const points = Array.from({ length: count + 1 }, (_, index) => [
        Math.min(right, left + 2 * index),
        bottom + 1 + 2 * (index % 2),
      ]);
      return paint(annotation, { kind: "S", color: "C", usual: "0 0 0" })(joinPoints(points));
    }),
  Square: (annotation, box) => {
    const half = readBorder(annotation) / 2;
    const [width, height] = [box.right - box.left - 2 * half, box.top - box.bottom - 2 * half];
    return drawShape(
      annotation,
      `${operands(box.left + half, box.bottom + half, width, height)} re`,
    );
  },
  Circle: (annotation, box) => drawShape(annotation, drawEllipse(box, readBorder(annotation) / 2)),
  Line: (annotation) => drawPoints(annotation, "L"),
  PolyLine: (annotation) => drawPoints(annotation, "Vertices"),
  Polygon: (annotation) => {
    const points = readPoints(listNumbers(annotation, "Vertices"));
    return points.length > 1 ? drawShape(annotation, `${joinPoints(points)} h`) : undefined;
  },
  Ink: (annotation) => {
    const paths = listItems(entry(annotation, "InkList", PDFArray)).map((path) =>
      joinPoints(readPoints(listItems(path).map((item) => Number(item?.toString())))),
    );
    return paint(annotation, { kind: "S", color: "C", usual: "0 0 0" })(
      `1 J 1 j ${paths.join(" ")}`,
    );
  },
});

/** Draws a sheet with three lines and a tip at its bottom. */
function drawNote({ left, bottom, right, top }: AppearanceBox): string {
  const [west, south, east, north] = [left + 0.5, bottom + 4.5, right - 0.5, top - 0.5];
  const outline = [
    [west, south],
    [west, north],
    [east, north],
    [east, south],
    [west + 8, south],
    [west + 6, south - 4],
    [west + 4, south],
    [west, south],
  ];
  const lines = [1, 2, 3].map((line) => {
    const height = north - ((north - south) * line) / 4;
    return joinPoints([
      [west + 2, height],
      [east - 2, height],
    ]);
  });
  return `1 1 0 rg 0 0 0 RG 1 w ${joinPoints(outline)} ${lines.join(" ")} B*`;
}

function drawQuads(annotation: PDFDict, draw: (box: AppearanceBox) => string): string | undefined {
  const numbers = listNumbers(annotation, "QuadPoints");
  const boxes: AppearanceBox[] = [];
  for (let at = 0; at + 8 <= numbers.length; at += 8) {
    const points = readPoints(numbers.slice(at, at + 8));
    const [xs, ys] = [0, 1].map((axis) => points.map((point) => point[axis] ?? 0)) as [
      number[],
      number[],
    ];
    boxes.push({
      left: Math.min(...xs),
      bottom: Math.min(...ys),
      right: Math.max(...xs),
      top: Math.max(...ys),
    });
  }
  return boxes.length > 0 ? boxes.map(draw).join(" ") : undefined;
}

function drawLines(
  annotation: PDFDict,
  getHeight: (box: AppearanceBox) => number,
): string | undefined {
  return drawQuads(annotation, (box) =>
    paint(annotation, { kind: "S", color: "C", usual: "0 0 0" })(
      joinPoints([
        [box.left, getHeight(box)],
        [box.right, getHeight(box)],
      ]),
    ),
  );
}

function drawPoints(annotation: PDFDict, key: string): string | undefined {
  const points = readPoints(listNumbers(annotation, key));
  if (points.length < 2) return undefined;
  return paint(annotation, { kind: "S", color: "C", usual: "0 0 0" })(joinPoints(points));
}

function drawShape(annotation: PDFDict, path: string): string {
  const isFilled = listNumbers(annotation, "IC").length > 0;
  const fill = isFilled ? paint(annotation, { kind: "f", color: "IC", usual: "1 1 1" })(path) : "";
  if (readBorder(annotation) === 0) return fill;
  return `${fill} ${paint(annotation, { kind: "S", color: "C", usual: "0 0 0" })(path)}`;
}

/** The distance of control points that makes a curve a quarter of a circle. */
const curve = 0.5523;

function drawEllipse({ left, bottom, right, top }: AppearanceBox, inset: number): string {
  const [x, y] = [(left + right) / 2, (bottom + top) / 2];
  const [width, height] = [(right - left) / 2 - inset, (top - bottom) / 2 - inset];
  const at = (dx: number, dy: number) => operands(x + dx * width, y + dy * height);
  const arc = (from: [number, number], to: [number, number]) =>
    `${at(from[0] + to[0] * curve, from[1] + to[1] * curve)} ${at(to[0] + from[0] * curve, to[1] + from[1] * curve)} ${at(...to)} c`;
  const corners: [number, number][] = [
    [1, 0],
    [0, 1],
    [-1, 0],
    [0, -1],
    [1, 0],
  ];
  const arcs = corners.slice(1).map((corner, index) => arc(corners[index] ?? corner, corner));
  return `${at(1, 0)} m ${arcs.join(" ")} h`;
}

interface PaintOperation {
  /** `f` to fill, `S` to stroke. */
  kind: "f" | "S";
  /** The entry with the colour, and the colour if it is missing. */
  color: "C" | "IC";
  usual: string;
}

function paint(annotation: PDFDict, { kind, color, usual }: PaintOperation) {
  const numbers = listNumbers(annotation, color);
  const names = kind === "f" ? { 1: "g", 3: "rg", 4: "k" } : { 1: "G", 3: "RG", 4: "K" };
  const operator = names[numbers.length as 1 | 3 | 4];
  const set = operator ? `${operands(...numbers)} ${operator}` : `${usual} ${names[3]}`;
  const width = kind === "S" ? `${operands(readBorder(annotation))} w ` : "";
  return (path: string) => `${set} ${width}${path} ${kind}`;
}

function readBorder(annotation: PDFDict): number {
  const style = numberEntry(dictEntry(annotation, "BS"), "W");
  return style ?? listNumbers(annotation, "Border")[2] ?? 1;
}

function listNumbers(annotation: PDFDict, key: string): number[] {
  const numbers = listItems(entry(annotation, key, PDFArray)).map((item) =>
    Number(item?.toString()),
  );
  return numbers.some(Number.isNaN) ? [] : numbers;
}

function readBox([a, b, c, d]: readonly number[]): AppearanceBox | undefined {
  if (a === undefined || b === undefined || c === undefined || d === undefined) return undefined;
  const [left, right] = [Math.min(a, c), Math.max(a, c)];
  return { left, right, bottom: Math.min(b, d), top: Math.max(b, d) };
}

function readPoints(numbers: readonly number[]): number[][] {
  return Array.from({ length: numbers.length >> 1 }, (_, index) =>
    numbers.slice(2 * index, 2 * index + 2),
  ).filter((point) => !point.some(Number.isNaN));
}

function joinPoints(points: readonly (readonly number[])[]): string {
  return points.map((point, index) => `${operands(...point)} ${index === 0 ? "m" : "l"}`).join(" ");
}
