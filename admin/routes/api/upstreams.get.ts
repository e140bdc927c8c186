import { oneOf, t } from "hub";
import { adminRoutes } from "../../../core/site/admin/admin-routes.ts";

const nullable = t.Union([t.String(), t.Null()]);

export default adminRoutes.route({
  summary: "List the hosts that were asked, and the state of their circuit breakers",
  response: t.Object({
    success: t.Boolean(),
    upstreams: t.Array(
      t.Object({
        host: t.String(),
        state: oneOf(["closed", "open", "half_open"], { description: "`open`: it is left alone" }),
        counts: t.Record(t.String(), t.Integer(), {
          description: "What became of the requests since the hub started",
        }),
        failures_in_a_row: t.Integer(),
        last_error: nullable,
        last_error_at: nullable,
      }),
    ),
  }),
  cache: "never",
  example: {},
  handler: ({ status }) => ({
    success: true,
    upstreams: status
      .upstreams()
      .map(({ counts, ...state }) => ({ ...state, counts: { ...counts } })),
  }),
});
