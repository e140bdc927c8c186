import { chartSvg } from "hub/drawing";
import type { readChart } from "./chart.ts";

/** Draws a chart as a line. */
export function drawChart({ body, points }: Awaited<ReturnType<typeof readChart>>): string {
  const age = body.stale ? `, as of ${body.as_of}` : "";
  return chartSvg({
    type: "line",
    width: 800,
    height: 400,
    points: false,
    title: `${body.name} in ${body.vs.toUpperCase()}`,
    subtitle: `${body.from} to ${body.to}. ${body.attribution}${age}`,
    labels: points.map(({ time }) => new Date(time).toISOString()),
    series: [{ name: body.symbol, data: points.map(({ price }) => price), color: "#b45309" }],
  });
}
