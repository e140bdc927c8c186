import { t } from "hub";
import { adminRoutes } from "../../../core/site/admin/admin-routes.ts";

const bound = t.Union([t.Number(), t.Null()], {
  description:
    "Upper bound of the bucket with this percentile, in milliseconds; null if it is above the last bound",
});
const times = {
  count: t.Integer(),
  sum_ms: t.Integer(),
  p50_ms: bound,
  p95_ms: bound,
  counts: t.Array(t.Integer(), {
    description: "Count per bucket, then the count above the last bound",
  }),
};

export default adminRoutes.route({
  summary: "Get response times and rejected requests",
  description:
    "Returns the data of `/metrics` as JSON, for the process that handles the request, since it started.",
  response: t.Object({
    success: t.Boolean(),
    at: t.String({ description: "Current time, ISO 8601" }),
    since: t.String({ description: "Start time of the hub, ISO 8601" }),
    bounds_ms: t.Array(t.Number(), {
      description: "Upper bounds of the histogram buckets in milliseconds",
    }),
    answers: t.Array(
      t.Object({
        service: t.String(),
        route: t.String(),
        status: t.String({ description: "Status class, such as `2xx`" }),
        count: t.Integer(),
      }),
    ),
    latency: t.Array(t.Object({ service: t.String(), method: t.String(), ...times })),
    refusals: t.Array(t.Object({ service: t.String(), code: t.String(), count: t.Integer() })),
    job_waits: t.Array(t.Object({ group: t.String(), ...times })),
    page_waits: t.Array(t.Object(times)),
    upstreams: t.Array(t.Object({ host: t.String(), ...times })),
  }),
  cache: "never",
  example: {},
  handler: ({ admin }) => ({ success: true, ...admin.numbers() }),
});
