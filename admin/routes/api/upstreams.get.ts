import { oneOf, t } from "hub";
import { adminRoutes } from "../../../core/site/admin/admin-routes.ts";

const nullable = t.Union([t.String(), t.Null()]);

export default adminRoutes.route({
  summary: "List upstream hosts and their circuit breakers",
  response: t.Object({
    success: t.Boolean(),
    upstreams: t.Array(
      t.Object({
        host: t.String(),
        state: oneOf(["closed", "open", "half_open"], {
          description: "State of the circuit breaker. `open`: no requests are sent to the host",
        }),
        counts: t.Record(t.String(), t.Integer(), {
          description: "Requests by outcome since the hub started",
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
