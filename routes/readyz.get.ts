import { HubError, oneOf, t } from "hub";
import { describeFailureClass, describePolicy } from "../core/platform/health/failure-classes.ts";
import { componentSchema, viewComponent } from "../core/site/incidents/component-view.ts";
import { computeStatus, listComponents } from "../core/site/incidents/status.ts";
import type { HubStatus } from "../core/site/view/hub-status.ts";
import {
  brokenSchema,
  listBrokenPlugins,
  modelSchema,
  ownRoutes,
} from "../core/site/view/own-routes.ts";

export default ownRoutes.route({
  summary: "Check readiness",
  description:
    "Returns 200 if the hub can serve requests. Returns 503 if it is draining or shutting down, or if its store fails. Other problems do not make the hub unready. `broken` lists services that could not be loaded. `late_failures` counts unhandled errors in services, such as in a timer. `components` has the state of each service, host, dataset, engine and store, as on `/status`. `models` lists installed models. `upstreams` counts the requests to external hosts since this process started. `failures` lists failures of Redis, PostgreSQL or object storage, even while the hub is ready.",
  response: t.Object({
    success: t.Boolean(),
    status: t.Literal("ready", {
      description: "Always `ready`; otherwise the response is an error with the reasons",
    }),
    services: t.Integer({ description: "Number of loaded services" }),
    broken: brokenSchema,
    sandbox: oneOf(["enforced", "policy_only"], {
      description:
        "Whether the kernel enforces the sandbox of job processes; `/services` has the details",
    }),
    redis: oneOf(["none", "ok", "failing"], {
      description:
        "The shared rate limit store of all hubs. `failing`: each machine counts its own requests until Redis recovers; `failures` has the cause",
    }),
    failures: t.Array(
      t.Object({
        backend: oneOf(["redis", "postgres", "objects"], {
          description: "The failing backend",
        }),
        class: t.String({ description: "Failure class, as in the `class` label of `/metrics`" }),
        detail: t.String({ description: "Description of the failure" }),
        calls: t.String({ description: "How the hub handles requests during the failure" }),
        since: t.String({ description: "Start time of the failure" }),
      }),
      {
        description:
          "Failures of the backends that the hub depends on. Includes one warning: a Redis server that may evict keys",
      },
    ),
    late_failures: t.Array(
      t.Object({
        service: t.Union([t.String(), t.Null()], {
          description: "The service; null if unknown",
        }),
        count: t.Integer({ description: "Number of errors since the hub started" }),
        last_at: t.String({ description: "Time of the last error" }),
      }),
      { description: "Unhandled errors in services; the log has the details" },
    ),
    components: t.Array(componentSchema, {
      description: "States by the latest results, from all processes of the hub",
    }),
    models: t.Array(modelSchema, { description: "Installed models" }),
    upstreams: t.Array(
      t.Object({
        host: t.String({ description: "Host name, as configured in the service" }),
        state: oneOf(["closed", "open", "half_open"], {
          description:
            "State of the circuit breaker. `closed`: requests are sent. `open`: no requests are sent after repeated failures. `half_open`: one request tests whether the host has recovered",
        }),
        counts: t.Object({
          sent: t.Integer({ description: "Requests sent, including retries" }),
          retried: t.Integer({ description: "Retries" }),
          failed: t.Integer({ description: "Requests that failed after all retries" }),
          refused: t.Integer({
            description:
              "Requests not sent because the circuit breaker was open or the rate limit was reached",
          }),
          coalesced: t.Integer({
            description: "Requests that shared the response to an identical request",
          }),
          kept: t.Integer({ description: "Requests served from the cache" }),
          stale: t.Integer({
            description: "Requests served from the cache because the host failed",
          }),
        }),
        failures_in_a_row: t.Integer({ description: "Consecutive failures" }),
        last_error: t.Union([t.String(), t.Null()], { description: "Last error" }),
        last_error_at: t.Union([t.String(), t.Null()], { description: "Time of the last error" }),
      }),
      { description: "External hosts that were used since the hub started" },
    ),
  }),
  plain: "status",
  cache: "never",
  example: {},
  async handler({ site, status, clock }) {
    if (status.isDraining())
      throw new HubError("draining", "This hub is about to shut down: use another one");
    const failing = Object.entries(status.ready()).filter(([, { ok }]) => !ok);
    if (failing.length > 0)
      throw new HubError(
        "store_unavailable",
        `The hub is not ready: ${failing.map(([name, { detail }]) => `${name}: ${detail}`).join("; ")}`,
        { members: { checks: Object.fromEntries(failing), failures: describeFailures(status) } },
      );
    const all = await computeStatus({ site, status, now: clock() });
    return {
      success: true,
      status: "ready" as const,
      services: site.plugins.length,
      broken: listBrokenPlugins(site),
      sandbox: site.sandbox.isEnforced ? ("enforced" as const) : ("policy_only" as const),
      redis: status.redis(),
      failures: describeFailures(status),
      late_failures: status.late().map(({ plugin, count, lastAt }) => ({
        service: plugin ?? null,
        count,
        last_at: new Date(lastAt).toISOString(),
      })),
      components: listComponents(all).map(viewComponent),
      models: status.models(),
      upstreams: status.upstreams(),
    };
  },
});

function describeFailures(status: Pick<HubStatus, "failures">) {
  return status.failures().map(({ failure, since }) => ({
    backend: failure.backend,
    class: failure.name,
    detail: describeFailureClass(failure),
    calls: describePolicy(failure).calls,
    since: new Date(since).toISOString(),
  }));
}
