import { type Chart, placesOf } from "./chart.ts";
import type { Entry } from "./frame.ts";
import { colorAt, type Theme } from "./theme.ts";

/** A legend's entries for series; none where there is one only, which the title tells of. */
export function seriesEntries({ series, legend = "auto" }: Chart, theme: Theme): Entry[] {
  if (series.length < 2 && legend === "auto") return [];
  return series
    .map(({ name, color }, index) => ({ name, color: color ?? colorAt(theme, index) }))
    .filter(({ name }) => name !== "");
}

/** The names of the places: the labels, or numbers from 1 where there are none. */
export function namesOf(chart: Chart): readonly string[] {
  const { labels } = chart;
  if (labels && labels.length > 0) return labels;
  return Array.from({ length: placesOf(chart) }, (_, index) => String(index + 1));
}
