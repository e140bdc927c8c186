import { reply } from "hub";
import type { History } from "../history/history.ts";
import currency from "../plugin.ts";
import { type Chart, lineChart } from "./line-chart.ts";
import { type SeriesAsked, timeseries } from "./timeseries.ts";

/** Draws the rates of one pair. Breaks the line where there were none. Throws `invalid_input`. */
export function drawSeries(
  asked: SeriesAsked,
  { history, now, headers }: { history: History; now: number; headers: Record<string, string> },
) {
  if (asked.symbols?.length !== 1)
    throw currency.error(
      "invalid_input",
      `query.symbols must be one currency where query.format is svg: it has ${asked.symbols?.length ?? 0}`,
      { at: "query.symbols" },
    );
  const { base, rates, gaps, start_date, end_date } = timeseries(
    { ...asked, precision: "full" },
    { history, now },
  );
  const [symbol = ""] = Object.keys(Object.values(rates)[0] ?? {});
  const points = Object.entries(rates).map(([date, values]) => ({ date, value: values[symbol]! }));
  const chart: Chart = {
    title: `${base} to ${symbol}`,
    subtitle: `${start_date} to ${end_date} · European Central Bank reference rates`,
    lines: splitAt(
      points,
      gaps.map(({ from }) => from),
    ),
  };
  return reply(lineChart(chart), { type: "image/svg+xml", headers });
}

/** Parts a series where a gap begins. */
function splitAt<Point extends { date: string }>(points: Point[], breaks: string[]): Point[][] {
  const parts = Map.groupBy(points, ({ date }) => breaks.filter((day) => day <= date).length);
  return [...parts.values()];
}
