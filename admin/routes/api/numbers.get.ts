import { t } from "hub";
import { adminRoutes } from "../../../core/site/admin/admin-routes.ts";

const bound = t.Union([t.Number(), t.Null()], {
  description: "The bound that so many did not pass; null: longer than the last",
});
const times = {
  count: t.Integer(),
  sum_ms: t.Integer(),
  p50_ms: bound,
  p95_ms: bound,
  counts: t.Array(t.Integer(), { description: "How many within each bound; then those beyond" }),
};

export default adminRoutes.route({
  summary: "Tell how long answers took and what was refused",
  description: "Of the process that answers, since it started: what `/metrics` tells, in JSON.",
  response: t.Object({
    success: t.Boolean(),
    at: t.String({ description: "Now, ISO 8601" }),
    since: t.String({ description: "When the hub started, ISO 8601" }),
    bounds_ms: t.Array(t.Number(), { description: "What times are sorted by" }),
    answers: t.Array(
      t.Object({
        service: t.String(),
        route: t.String(),
        status: t.String({ description: "The class of the status, such as `2xx`" }),
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
