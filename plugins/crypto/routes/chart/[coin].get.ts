import { binary, oneOf, reply, t, writeCsv } from "hub";
import { chart } from "../../chart/chart.ts";
import { intervals } from "../../chart/range.ts";
import * as shared from "../../fields.ts";
import { headers } from "../../market/provenance.ts";
import crypto from "../../plugin.ts";

const { pointsMax, chartDaysMax } = crypto.limits;
const points = (description: string) =>
  t.Array(t.Array(t.Union([t.Number(), t.Null()])), {
    description: `${description}: milliseconds since 1970, and the value`,
  });

export default crypto.route({
  summary: "Read a coin's prices over time",
  description: `Of the last days, or from one moment to another: every 5 minutes up to a day, hourly up to 90 days, and daily beyond. \`svg\` draws a line.`,
  params: shared.coinParams,
  query: t.Object({
    vs: shared.vsOne,
    match: shared.match,
    days: t.Optional(
      t.String({ maxLength: 4, description: `1 to ${chartDaysMax}, or max; by default 30` }),
    ),
    from: t.Optional(
      t.String({ maxLength: 32, description: "The first moment: seconds since 1970, or ISO 8601" }),
    ),
    to: t.Optional(t.String({ maxLength: 32, description: "The last moment; by default now" })),
    interval: oneOf(intervals, { default: "auto", description: "How dense the points are" }),
    downsample: oneOf(["none", "lttb"], {
      default: "none",
      description: "Leaves out points so that the line keeps its shape",
    }),
    points: t.Integer({
      minimum: 3,
      maximum: pointsMax,
      default: 500,
      description: "How many points `downsample` leaves",
    }),
    precision: shared.precision,
    format: oneOf(["json", "csv", "svg"], {
      default: "json",
      description: "JSON, a table in CSV, or a line chart",
    }),
  }),
  response: t.Union([
    t.Object({
      id: shared.coinBrief.id,
      symbol: shared.coinBrief.symbol,
      name: shared.coinBrief.name,
      vs: t.String({ description: "The currency" }),
      interval: oneOf(["5m", "hourly", "daily"], { description: "How dense the points are" }),
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
        change_pct: t.Number({ description: "From the first to the last, in percent" }),
        volatility: t.Number({
          description: "Standard deviation of the steps' logarithms, in percent",
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
    const drawn = await chart({ ...params, ...query }, { net, kv, env, data, clock, later });
    if (query.format === "svg") {
      const { chartDrawing } = await import("../../chart/drawing.ts");
      return reply(chartDrawing(drawn), { type: "image/svg+xml", headers });
    }
    if (query.format === "csv") return reply(table(drawn), { type: "text/csv", headers });
    return reply(drawn.body, { headers, alternatives: { "text/csv": () => table(drawn) } });
  },
});

function table({ points }: Awaited<ReturnType<typeof chart>>): string {
  const rows = points.map(({ time, price, market_cap, volume }) => [
    ...[new Date(time).toISOString(), price, market_cap ?? "", volume ?? ""],
  ]);
  return writeCsv([["time", "price", "market_cap", "volume_24h"], ...rows]);
}
