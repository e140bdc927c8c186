import { oneOf, t } from "hub";
import { adminRoutes } from "../../../core/site/admin/admin-routes.ts";
import { componentSchema, viewComponent } from "../../../core/site/incidents/component-view.ts";
import { computeStatus, listComponents } from "../../../core/site/incidents/status.ts";

const nullable = t.Union([t.String(), t.Null()]);

export default adminRoutes.route({
  summary: "List component states, upstream hosts and their circuit breakers",
  response: t.Object({
    success: t.Boolean(),
    components: t.Array(componentSchema),
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
  handler: async ({ site, status, clock }) => ({
    success: true,
    components: listComponents(await computeStatus({ site, status, now: clock() })).map(
      viewComponent,
    ),
    upstreams: status
      .upstreams()
      .map(({ counts, ...state }) => ({ ...state, counts: { ...counts } })),
  }),
});
