import type { Chart, ChartMeta, Element, Scale } from "chart.js";
import image from "../plugin.ts";
import { type ChartOptions, isOptions } from "./legacy.ts";
import { furtherTypes } from "./supported.ts";

/** Values of a chart without a mark, by cause. Each has the path of the first one. */
interface Unplotted {
  gaps: string[];
  belowLog: string[];
  outside: string[];
}

/**
 * Checks that a chart has a mark for each value. Returns a sentence for each kind of value without one: gaps, and
 * values outside their axis. Throws `invalid_input` for values that aren't numbers or dates. `at` is the location
 * of the configuration.
 */
export function checkPlottedValues(chart: Chart, at: string): string[] {
  const found: Unplotted = { gaps: [], belowLog: [], outside: [] };
  const metas = chart.getSortedVisibleDatasetMetas().toSorted(compareIndexes);
  // The values of other types were checked before the drawing.
  for (const { index } of metas.filter(({ type }) => !furtherTypes.has(type)))
    new DatasetCheck(chart, index, at).collect(found);
  return [
    ...summarise(found.gaps, ["is a gap", "are gaps"]),
    ...summarise(found.belowLog, [
      "is a gap, because a logarithmic axis starts above 0",
      "are gaps, because a logarithmic axis starts above 0",
    ]),
    ...summarise(found.outside, ["is outside its axis", "are outside their axis"]),
    ...checkSlices(chart),
    ...checkLegend(chart),
  ];
}

function compareIndexes(one: ChartMeta, two: ChartMeta): number {
  return one.index - two.index;
}

function summarise([first, ...others]: readonly string[], [one, many]: [string, string]): string[] {
  if (first === undefined) return [];
  const count = others.length + 1;
  return [
    count === 1 ? `1 value ${one}: ${first}` : `${count} values ${many}, the first: ${first}`,
  ];
}

function checkSlices(chart: Chart): string[] {
  const visible = chart.getSortedVisibleDatasetMetas();
  const pies = visible.filter(({ type }) => type === "pie" || type === "doughnut");
  if (pies.length === 0 || pies.length < visible.length) return [];
  const isEmpty = pies.every(({ _parsed }) =>
    (_parsed as unknown[]).every((value) => !(Number(value) > 0)),
  );
  if (isEmpty) return ["no value is above 0, so that there are no slices"];
  const isVisible = pies.some(({ data }) => (data as unknown as Slice[]).some(hasArea));
  return isVisible ? [] : ["the options of the slices leave no space for them"];
}

interface Slice {
  innerRadius: number;
  outerRadius: number;
  startAngle: number;
  endAngle: number;
}

function hasArea({ innerRadius, outerRadius, startAngle, endAngle }: Slice): boolean {
  return outerRadius > Math.max(innerRadius, 0) && startAngle !== endAngle;
}

/** Reports legend entries beyond the legend, which may take half of the chart. */
function checkLegend({ legend }: Chart): string[] {
  const { legendHitBoxes = [], ...whole } = (legend ?? {}) as PlacedLegend;
  const { left = 0, top = 0, width = 0, height = 0 } = whole;
  const cut = legendHitBoxes.filter(
    (box) =>
      box.top + box.height > top + height + tolerance ||
      box.left + box.width > left + width + tolerance,
  );
  if (cut.length === 0) return [];
  return [`${cut.length} of ${legendHitBoxes.length} legend entries have no space`];
}

interface PlacedLegend {
  legendHitBoxes?: { left: number; top: number; width: number; height: number }[];
  left?: number;
  top?: number;
  width?: number;
  height?: number;
}

class DatasetCheck {
  readonly #chart: Chart;
  readonly #meta: ChartMeta;
  readonly #values: readonly unknown[];
  readonly #keys: ChartOptions;
  readonly #at: string;
  readonly #index: number;

  constructor(chart: Chart, index: number, at: string) {
    this.#chart = chart;
    this.#meta = chart.getDatasetMeta(index);
    const { data = [], parsing } = chart.data.datasets[index] ?? {};
    this.#values = data;
    const common = chart.options.parsing;
    this.#keys = { ...(isOptions(common) && common), ...(isOptions(parsing) && parsing) };
    this.#index = index;
    this.#at = at;
  }

  collect(found: Unplotted): void {
    for (const [index, value] of this.#values.entries()) {
      const path = `${this.#at}.data.datasets.${this.#index}.data.${index}`;
      const causes = this.#hasAxes
        ? this.#scales.map((scale) => this.#checkScale(scale, { value, index, path }))
        : [this.#checkShare(value, { index, path })];
      const cause = causes.find((one) => one !== undefined);
      if (this.#meta.type === "bubble") checkRadius(value, path);
      if (cause !== undefined) found[cause].push(path);
    }
  }

  get #hasAxes(): boolean {
    return this.#meta.type !== "pie" && this.#meta.type !== "doughnut";
  }

  /** The axes of the position and of the value. A radar has one for both. */
  get #scales(): Scale[] {
    const { iScale, vScale } = this.#meta;
    return [...new Set([iScale, vScale])].filter((scale) => scale !== undefined);
  }

  /** Checks a value of a pie. */
  #checkShare(
    value: unknown,
    { index, path }: { index: number; path: string },
  ): "gaps" | undefined {
    const key = String(this.#keys.key ?? "value");
    const own = isOptions(value) ? getPath(value, key) : value;
    if (isOptions(value) && own === undefined)
      return refuse(path, `have the field "${key}"`, value);
    if (isGap(own)) return "gaps";
    const number = readNumber(own);
    if (number === undefined) return refuse(path, "be a number, or null for a gap", own);
    if (number < 0) return refuse(path, `not be negative in a ${this.#meta.type}`, own);
    if (number > shareMax)
      return refuse(path, `be at most ${shareMax} in a ${this.#meta.type}`, own);
    // Chart.js reads all values as it reads the first one.
    if (!Number.isFinite(this.#meta._parsed[index]))
      return refuse(path, "have the form of the first value", value);
    return undefined;
  }

  /** Checks the part of a value that one axis shows. */
  #checkScale(
    scale: Scale,
    { value, index, path }: { value: unknown; index: number; path: string },
  ): keyof Unplotted | undefined {
    const own = this.#readPart(scale, value, index);
    const isLabel = own.source === "label";
    if (own.isMissing) return refuse(path, `have the field "${own.name}"`, value);
    if (isGap(own.part)) return isLabel ? undefined : "gaps";
    if (["linear", "radialLinear", "logarithmic"].includes(scale.type) && !isLabel) {
      const number = readNumber(own.part);
      if (number === undefined)
        return refuse(own.path(path), "be a number, or null for a gap", own.part);
      if (scale.type === "logarithmic" && number <= 0) return "belowLog";
    }
    const parsed = (this.#meta._parsed[index] as ChartOptions | undefined)?.[scale.axis];
    if (typeof parsed !== "number" || !Number.isFinite(parsed)) {
      const kind = scale.type.startsWith("time") ? "a date or a time" : "a value of its axis";
      const where = isLabel ? `${this.#at}.data.labels.${index}` : own.path(path);
      return refuse(where, `be ${kind}`, own.part);
    }
    return this.#isOutside(scale, { parsed, index }) ? "outside" : undefined;
  }

  /** Reads what a value has for an axis. Numbers have their position by their index. */
  #readPart(scale: Scale, value: unknown, index: number) {
    const { axis } = scale;
    const isPosition = scale === this.#meta.iScale && scale !== this.#meta.vScale;
    const asIs = (path: string) => path;
    if (isOptions(value)) {
      const name = String((axis === "r" ? this.#keys.key : this.#keys[`${axis}AxisKey`]) ?? axis);
      const part = getPath(value, name);
      return {
        part,
        name,
        path: (path: string) => `${path}.${name}`,
        isMissing: part === undefined,
      };
    }
    // The two ends of a floating bar, or a point.
    if (Array.isArray(value) && !(this.#meta.type === "bar" && isPosition)) {
      const isPoint = this.#meta.type !== "bar";
      const at = isPoint ? ["x", "y"].indexOf(axis) : value.length - 1;
      return { part: value[at], name: axis, path: asIs, isMissing: at >= value.length };
    }
    if (!isPosition) return { part: value, name: axis, path: asIs, isMissing: false };
    const part = this.#chart.data.labels?.[index];
    return { part, name: axis, path: asIs, isMissing: false, source: "label" as const };
  }

  /** Returns whether the mark of a value is beyond the ends of an axis. */
  #isOutside(scale: Scale, { parsed, index }: { parsed: number; index: number }): boolean {
    if (scale.axis === "r") return parsed > scale.max || parsed < scale.min;
    const element = this.#meta.data[index] as Element | undefined;
    if (!element) return false;
    const { x, y } = element.getProps(["x", "y"], true);
    const [place, start, end] = scale.isHorizontal()
      ? [x, scale.left, scale.right]
      : [y, scale.top, scale.bottom];
    return place < start - tolerance || place > end + tolerance;
  }
}

/** The largest value of a slice: the sum of larger ones would be infinite. */
const shareMax = 1e300;

/** Rounding of positions, in pixels. */
const tolerance = 1;

function isGap(value: unknown): boolean {
  return value === null || value === undefined || Number.isNaN(value);
}

/** Returns a finite number, also from its notation as text. Chart.js would read empty text as 0. */
function readNumber(value: unknown): number | undefined {
  if (typeof value === "string" && value.trim() === "") return undefined;
  if (typeof value !== "string" && typeof value !== "number") return undefined;
  const number = Number(value);
  return Number.isFinite(number) ? number : undefined;
}

function getPath(value: ChartOptions, path: string): unknown {
  const keys = Object.hasOwn(value, path) ? [path] : path.split(".");
  return keys.reduce<unknown>((one, key) => (isOptions(one) ? one[key] : undefined), value);
}

function checkRadius(value: unknown, path: string): void {
  const radius = isOptions(value) ? value.r : Array.isArray(value) ? value[2] : undefined;
  if (radius === undefined || radius === null) return;
  const number = readNumber(radius);
  if (number === undefined || number < 0)
    refuse(isOptions(value) ? `${path}.r` : path, "have a radius of 0 or more", radius);
}

function refuse(path: string, must: string, value: unknown): never {
  const shown =
    typeof value === "number" ? String(value) : (JSON.stringify(value) ?? "undefined").slice(0, 80);
  throw image.error("invalid_input", `${path} must ${must}: it is ${shown}`, { at: path });
}
