import { reply } from "hub";
import { chartSvg } from "hub/drawing";
import type { History } from "../history/history.ts";
import { getBank } from "../rate-sources.ts";
import { refuse } from "../refuse.ts";
import type { SeriesQuery } from "../request.ts";
import { readSeries } from "./timeseries.ts";

/** Draws the rates of one pair, with gaps in the line if there are none. Throws `invalid_input`. */
export function drawSeries(
  query: Omit<SeriesQuery, "format">,
  { history, now, headers }: { history: History; now: number; headers: Record<string, string> },
) {
  if (query.symbols?.length !== 1)
    refuse(
      "query.symbols",
      `must name one currency if query.format is svg: it has ${query.symbols?.length ?? 0}`,
    );
  const { base, rates, gaps, start_date, end_date } = readSeries(
    { ...query, precision: "full" },
    { history, now },
  );
  const [symbol = ""] = Object.keys(Object.values(rates)[0] ?? {});
  const points = Object.entries(rates).map(([date, values]) => ({
    date,
    value: values[symbol] ?? null,
  }));
  const pointsWithGaps = withGaps(
    points,
    gaps.map(({ from }) => from),
  );
  const picture = chartSvg({
    type: "line",
    width: 800,
    height: 400,
    points: false,
    title: `${base} to ${symbol}`,
    subtitle: `${start_date} to ${end_date} · ${describeSources(query.sources)}`,
    labels: pointsWithGaps.map(({ date }) => date),
    series: [{ name: symbol, data: pointsWithGaps.map(({ value }) => value) }],
  });
  return reply(picture, { type: "image/svg+xml", headers });
}

/** Describes the source of a series. */
function describeSources(sources: SeriesQuery["sources"]): string {
  if (sources === "ecb") return "European Central Bank reference rates";
  if (sources === "all") return "Rates of central banks and market rates";
  return sources === "central_banks" ? "Reference rates of central banks" : getBank(sources).title;
}

interface ChartPoint {
  date: string;
  value: number | null;
}

/** Inserts an empty point at the start of each gap, so that the line breaks. */
function withGaps(points: readonly ChartPoint[], breaks: readonly string[]): ChartPoint[] {
  const missing = breaks.map((date) => ({ date, value: null }));
  return [...missing, ...points].sort((a, b) => Date.parse(a.date) - Date.parse(b.date));
}
