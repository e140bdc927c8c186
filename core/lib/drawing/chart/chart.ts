/** The supported chart types. */
export const chartTypes = [
  "bar",
  "stacked-bar",
  "line",
  "area",
  "pie",
  "doughnut",
  "scatter",
  "sparkline",
  "radar",
  "gauge",
  "heatmap",
] as const;

export type ChartType = (typeof chartTypes)[number];

/** A value or a gap. For a scatter chart x and y, optionally with a bubble size. */
export type Datum = number | null | readonly number[];

/** A data series, drawn in one colour. */
export interface Series {
  name: string;
  data: readonly Datum[];
  /** A colour as `#rrggbb`. */
  color?: string | undefined;
}

/** The number format. `percent` formats 0.25 as 25 %. */
export interface NumberStyle {
  style: "number" | "compact" | "percent" | "currency";
  /** A BCP 47 language tag. */
  locale: string;
  /** An ISO 4217 code. Default: USD. */
  currency?: string | undefined;
  decimals?: number | undefined;
}

/** A chart. It must be valid: nothing is validated here. */
export interface Chart {
  type: ChartType;
  width: number;
  height: number;
  series: readonly Series[];
  /** One per value: names, or points in time if all are ISO 8601 dates. */
  labels?: readonly string[] | undefined;
  title?: string | undefined;
  subtitle?: string | undefined;
  xLabel?: string | undefined;
  yLabel?: string | undefined;
  /** The ends of the value axis. Default: round numbers around the data. */
  yMin?: number | undefined;
  yMax?: number | undefined;
  legend?: "auto" | "top" | "bottom" | "right" | "none" | undefined;
  number?: NumberStyle | undefined;
  theme?: "light" | "dark" | undefined;
  /** A colour as `#rrggbb`, or `none`. Default: the theme's. */
  background?: string | undefined;
  /** The series' colours as `#rrggbb`. For a heatmap, the colours of the lowest and the highest value. */
  colors?: readonly string[] | undefined;
  /** Whether labels are points in time. Default: if all of them are dates. */
  xType?: "auto" | "category" | "time" | undefined;
  /** The interpolation of lines. */
  curve?: "linear" | "smooth" | "step" | undefined;
  /** Whether the points of a line are marked. Default: if there are few. */
  points?: boolean | undefined;
  /** Whether values are drawn next to their marks. */
  values?: boolean | undefined;
  /** Whether bars are horizontal. */
  horizontal?: boolean | undefined;
}

/** Returns the value of a datum, or null for a gap. For a pair, returns y. */
export function numberIn(datum: Datum | undefined): number | null {
  const value = typeof datum === "object" && datum !== null ? datum[1] : datum;
  return value === undefined || value === null || !Number.isFinite(value) ? null : value;
}

/** Returns all values of the series. */
export function numbersIn(series: readonly Series[]): number[] {
  return series.flatMap(({ data }) => data.map(numberIn).filter((value) => value !== null));
}

/** Returns the number of positions along the labels. */
export function countPlaces({ series, labels = [] }: Chart): number {
  return series.reduce((most, { data }) => Math.max(most, data.length), labels.length);
}

/**
 * Returns the minimum and maximum. Spreading thousands of values into `Math.min` would overflow the stack.
 */
export function extent(values: readonly number[]): [number, number] {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return low > high ? [0, 1] : [low, high];
}

/** Returns the names of the positions: the labels, or numbers from 1 without labels. */
export function listPlaceNames(chart: Chart): readonly string[] {
  const { labels } = chart;
  if (labels && labels.length > 0) return labels;
  return Array.from({ length: countPlaces(chart) }, (_, index) => String(index + 1));
}
