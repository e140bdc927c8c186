/** What a chart may be. */
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

/** A value, a gap, or for a scatter chart x and y and, for a bubble, how large it is. */
export type Datum = number | null | readonly number[];

/** What is drawn in one colour. */
export interface Series {
  name: string;
  data: readonly Datum[];
  /** As `#rrggbb`. */
  color?: string | undefined;
}

/** How numbers are written: `percent` writes 0.25 as 25 %. */
export interface NumberStyle {
  style: "number" | "compact" | "percent" | "currency";
  /** As BCP 47 has it. */
  locale: string;
  /** As ISO 4217 has it; dollars where it is missing. */
  currency?: string | undefined;
  decimals?: number | undefined;
}

/** Everything about a chart. It must make sense: nothing is refused here. */
export interface Chart {
  type: ChartType;
  width: number;
  height: number;
  series: readonly Series[];
  /** One for each value: names, or moments where all are dates of ISO 8601. */
  labels?: readonly string[] | undefined;
  title?: string | undefined;
  subtitle?: string | undefined;
  xLabel?: string | undefined;
  yLabel?: string | undefined;
  /** The ends of the axis of values; round numbers around the data by default. */
  yMin?: number | undefined;
  yMax?: number | undefined;
  legend?: "auto" | "top" | "bottom" | "right" | "none" | undefined;
  number?: NumberStyle | undefined;
  theme?: "light" | "dark" | undefined;
  /** A colour as `#rrggbb`, or none at all. Default: the theme's. */
  background?: string | undefined;
  /** For the series in turn, as `#rrggbb`; a heatmap's least and most. */
  colors?: readonly string[] | undefined;
  /** Whether labels are moments. Default: where all of them are dates. */
  xType?: "auto" | "category" | "time" | undefined;
  /** How a line goes from point to point. */
  curve?: "linear" | "smooth" | "step" | undefined;
  /** Whether the points of a line are marked. Default: where there are few. */
  points?: boolean | undefined;
  /** Whether values are written beside what shows them. */
  values?: boolean | undefined;
  /** Whether bars lie instead of standing. */
  horizontal?: boolean | undefined;
}

/** The value at a place, or none. Of a pair, its y. */
export function numberIn(datum: Datum | undefined): number | null {
  const value = typeof datum === "object" && datum !== null ? datum[1] : datum;
  return value === undefined || value === null || !Number.isFinite(value) ? null : value;
}

/** All values of the series that there are. */
export function numbersIn(series: readonly Series[]): number[] {
  return series.flatMap(({ data }) => data.map(numberIn).filter((value) => value !== null));
}

/** How many places a chart has along its labels. */
export function placesOf({ series, labels = [] }: Chart): number {
  return series.reduce((most, { data }) => Math.max(most, data.length), labels.length);
}

/** The least and the most: spreading thousands into `Math.min` overflows the stack. */
export function extent(values: readonly number[]): [number, number] {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return low > high ? [0, 1] : [low, high];
}

/** The names of the places: the labels, or numbers from 1 where there are none. */
export function namesOf(chart: Chart): readonly string[] {
  const { labels } = chart;
  if (labels && labels.length > 0) return labels;
  return Array.from({ length: placesOf(chart) }, (_, index) => String(index + 1));
}
