import { binary, oneOf, reply, t } from "hub";
import { writeCsv } from "hub/csv";
import { chartQuery, readChart } from "../../chart/chart.ts";
import { headers } from "../../market/provenance.ts";
import crypto from "../../plugin.ts";
import * as shared from "../../request.ts";

const points = (description: string) =>
  t.Array(t.Array(t.Union([t.Number(), t.Null()])), {
    description: `${description}, each as a Unix time in milliseconds and a value`,
  });

export default crypto.route({
  summary: "Get the price history of a coin",
  description:
    "Returns prices, market capitalizations and volumes for a number of days or between two times. Intervals are 5 minutes for ranges of up to a day, 1 hour for up to 90 days, and 1 day for longer ranges. `format=svg` returns a line chart.",
  params: shared.coinParams,
  query: chartQuery,
  response: t.Union([
    t.Object({
      id: shared.coinBrief.id,
      symbol: shared.coinBrief.symbol,
      name: shared.coinBrief.name,
      vs: t.String({ description: "Price currency" }),
      interval: oneOf(["5m", "hourly", "daily"], { description: "Interval between points" }),
      from: t.String({ description: "Time of the first point" }),
      to: t.String({ description: "Time of the last point" }),
      prices: points("Prices"),
      market_caps: points("Market capitalizations"),
      total_volumes: points("Trading volumes in the 24 hours before each point"),
      stats: t.Object({
        first: t.Number({ description: "First price" }),
        last: t.Number({ description: "Last price" }),
        min: t.Number({ description: "Lowest price" }),
        max: t.Number({ description: "Highest price" }),
        change_pct: t.Number({
          description: "Change from the first price to the last, in percent",
        }),
        volatility: t.Number({
          description: "Standard deviation of the logarithmic returns between points, in percent",
        }),
      }),
      ...shared.ambiguity,
      suspect: shared.suspect,
      ...shared.provenance(
        "the newest point is more than two intervals before the end of the range",
      ),
    }),
    binary("text/csv", "image/svg+xml"),
  ]),
  example: { params: { coin: "bitcoin" }, query: { days: "7" } },
  async handler({ params, query, net, kv, env, data, clock, later }) {
    const chart = await readChart({ ...params, ...query }, { net, kv, env, data, clock, later });
    if (query.format === "svg") {
      const { drawChart } = await import("../../chart/drawing.ts");
      return reply(drawChart(chart), { type: "image/svg+xml", headers });
    }
    if (query.format === "csv") return reply(writeTable(chart), { type: "text/csv", headers });
    return reply(chart.body, { headers, alternatives: { "text/csv": () => writeTable(chart) } });
  },
});

function writeTable({ points }: Awaited<ReturnType<typeof readChart>>): string {
  const rows = points.map(({ time, price, market_cap, volume }) => [
    ...[new Date(time).toISOString(), price, market_cap ?? "", volume ?? ""],
  ]);
  return writeCsv([["time", "price", "market_cap", "volume_24h"], ...rows]);
}
