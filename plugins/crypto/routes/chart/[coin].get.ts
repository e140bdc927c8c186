import { binary, oneOf, reply, t } from "hub";
import { writeCsv } from "hub/csv";
import { chartQuery, readChart } from "../../chart/chart.ts";
import * as shared from "../../fields.ts";
import { headers } from "../../market/provenance.ts";
import crypto from "../../plugin.ts";

const points = (description: string) =>
  t.Array(t.Array(t.Union([t.Number(), t.Null()])), {
    description: `${description}: milliseconds since 1970, and the value`,
  });

export default crypto.route({
  summary: "Get the price of a coin over time",
  description: `For the last days, or from one point in time to another: every 5 minutes up to a day, hourly up to 90 days, daily beyond. \`svg\` draws a line chart.`,
  params: shared.coinParams,
  query: chartQuery,
  response: t.Union([
    t.Object({
      id: shared.coinBrief.id,
      symbol: shared.coinBrief.symbol,
      name: shared.coinBrief.name,
      vs: t.String({ description: "The currency" }),
      interval: oneOf(["5m", "hourly", "daily"], { description: "Interval between points" }),
      from: t.String({ description: "The first point" }),
      to: t.String({ description: "The last point" }),
      prices: points("Prices"),
      market_caps: points("Market capitalisations"),
      total_volumes: points("What was traded in the 24 hours before"),
      stats: t.Object({
        first: t.Number({ description: "The first price" }),
        last: t.Number({ description: "The last price" }),
        min: t.Number({ description: "The lowest price" }),
        max: t.Number({ description: "The highest price" }),
        change_pct: t.Number({ description: "Change from the first to the last, in per cent" }),
        volatility: t.Number({
          description: "Standard deviation of the logarithmic steps, in per cent",
        }),
      }),
      ...shared.ambiguity,
      suspect: shared.suspect,
      ...shared.provenance("the newest point is more than two steps before the end of the range"),
    }),
    binary("text/csv", "image/svg+xml"),
  ]),
  example: { params: { coin: "bitcoin" }, query: { days: "7" } },
  async handler({ params, query, net, kv, env, data, clock, later }) {
    const drawn = await readChart({ ...params, ...query }, { net, kv, env, data, clock, later });
    if (query.format === "svg") {
      const { drawChart } = await import("../../chart/drawing.ts");
      return reply(drawChart(drawn), { type: "image/svg+xml", headers });
    }
    if (query.format === "csv") return reply(table(drawn), { type: "text/csv", headers });
    return reply(drawn.body, { headers, alternatives: { "text/csv": () => table(drawn) } });
  },
});

function table({ points }: Awaited<ReturnType<typeof readChart>>): string {
  const rows = points.map(({ time, price, market_cap, volume }) => [
    ...[new Date(time).toISOString(), price, market_cap ?? "", volume ?? ""],
  ]);
  return writeCsv([["time", "price", "market_cap", "volume_24h"], ...rows]);
}
