import { getHeap, withMemory } from "../engines/pdfium.ts";
import { type Matrix, multiply, type PageView } from "../objects/geometry.ts";
import type { TextPage } from "./text-page.ts";
import { viewBoxes } from "./words.ts";

/** A straight line on a page, such as a border of a table or an edge of a shaded row. */
export interface Rule {
  isHorizontal: boolean;
  /** The distance from the top of the page, or from its left edge. */
  at: number;
  from: number;
  to: number;
}

/** The types of objects and segments in pdfium's public headers. */
const [pathObject, formObject] = [2, 5];
const [lineTo, curveTo] = [0, 1];
const [formDepthMax, segmentsMax, rulesMax] = [4, 200, 20_000];
/** Lines and edges shorter than this are parts of drawings, in points. */
const lengthMin = 4;
/** The maximum distance of lines that are drawn as one, in points. */
const near = 1.5;

const identity: Matrix = [1, 0, 0, 1, 0, 0];

/** Returns the horizontal and vertical lines of a page, in the positions of a view. */
export function readRules({ engine, page }: TextPage, view: PageView): Rule[] {
  const toDisplayed = viewBoxes(view);
  const rules: Rule[] = [];
  const addLine = (from: Point, to: Point) => {
    const [left, right] = [Math.min(from.x, to.x), Math.max(from.x, to.x)];
    const [bottom, top] = [Math.min(from.y, to.y), Math.max(from.y, to.y)];
    const { x, y, width, height } = toDisplayed([{ left, right, bottom, top }]);
    if (Math.min(width, height) > near || Math.max(width, height) < lengthMin) return;
    if (width > height)
      rules.push({ isHorizontal: true, at: y + height / 2, from: x, to: x + width });
    else rules.push({ isHorizontal: false, at: x + width / 2, from: y, to: y + height });
  };
  withMemory(engine, 40, (memory) => {
    const floats = () => new Float32Array(getHeap(engine).buffer, memory, 10);
    const readMatrix = (object: number): Matrix => {
      if (!engine.FPDFPageObj_GetMatrix(object, memory)) return identity;
      const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = floats();
      return [a, b, c, d, e, f];
    };
    const readPath = (path: number, outer: Matrix) => {
      const count = engine.FPDFPath_CountSegments(path);
      if (count > segmentsMax) return;
      const matrix = multiply(readMatrix(path), outer);
      let [start, last]: (Point | undefined)[] = [];
      for (let index = 0; index < count; index++) {
        const segment = engine.FPDFPath_GetPathSegment(path, index);
        if (!engine.FPDFPathSegment_GetPoint(segment, memory, memory + 4)) return;
        const [x = 0, y = 0] = floats();
        const point = apply(matrix, { x, y });
        const type = engine.FPDFPathSegment_GetType(segment);
        if (type === lineTo && last) addLine(last, point);
        else if (type !== curveTo) start = point;
        last = point;
        if (start && engine.FPDFPathSegment_GetClose(segment)) addLine(point, start);
      }
    };
    const readObjects = (
      count: number,
      getObject: (index: number) => number,
      outer: Matrix,
      depth: number,
    ) => {
      for (let index = 0; index < count && rules.length < rulesMax; index++) {
        const object = getObject(index);
        const type = engine.FPDFPageObj_GetType(object);
        if (type === pathObject) readPath(object, outer);
        if (type === formObject && depth < formDepthMax)
          readObjects(
            engine.FPDFFormObj_CountObjects(object),
            (at) => engine.FPDFFormObj_GetObject(object, at),
            multiply(readMatrix(object), outer),
            depth + 1,
          );
      }
    };
    readObjects(
      engine.FPDFPage_CountObjects(page),
      (at) => engine.FPDFPage_GetObject(page, at),
      identity,
      0,
    );
  });
  return joinRules(rules);
}

interface Point {
  x: number;
  y: number;
}

function apply([a, b, c, d, e, f]: Matrix, { x, y }: Point): Point {
  return { x: a * x + c * y + e, y: b * x + d * y + f };
}

/** Joins lines that overlap or touch, and the two edges of a thin rectangle. */
function joinRules(rules: readonly Rule[]): Rule[] {
  const order = (one: Rule, other: Rule) => one.at - other.at;
  return [true, false].flatMap((isHorizontal) => {
    const levels: Rule[][] = [];
    for (const rule of rules.filter((one) => one.isHorizontal === isHorizontal).toSorted(order)) {
      const level = levels.at(-1);
      if (level?.[0] && rule.at - level[0].at <= 2 * near) level.push(rule);
      else levels.push([rule]);
    }
    return levels.flatMap((level) => {
      const joined: Rule[] = [];
      for (const rule of level.toSorted((one, other) => one.from - other.from)) {
        const last = joined.at(-1);
        if (last && rule.from <= last.to + 2 * near) last.to = Math.max(last.to, rule.to);
        else joined.push({ ...rule });
      }
      return joined;
    });
  });
}

/** Returns the different positions in order. */
export function listPositions(rules: readonly Pick<Rule, "at">[]): number[] {
  const positions: number[] = [];
  for (const at of rules.map((one) => one.at).toSorted((one, other) => one - other))
    if (at - (positions.at(-1) ?? Number.NEGATIVE_INFINITY) > 2 * near) positions.push(at);
  return positions;
}
