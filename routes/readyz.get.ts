import { HubError, oneOf, t } from "hub";
import { describeFailureClass, describePolicy } from "../core/platform/health/failure-classes.ts";
import type { HubStatus } from "../core/site/view/hub-status.ts";
import { brokenSchema, ownRoutes, tellBroken } from "../core/site/view/own-routes.ts";

export default ownRoutes.route({
  summary: "Tell whether the hub can serve",
  description:
    "Answers 503 while it cannot: while it is shutting down or about to, or when its store fails. A service that could not be loaded does not hold up the others: it is named in `broken`. Neither does one that throws where no call waits for it, as in a timer: it is counted in `late_failures`. Nor do the hosts that services ask: how those fare is told in `upstreams`, since the hub started. `failures` names how Redis, PostgreSQL or object storage fail, also while the hub can serve.",
  response: t.Object({
    success: t.Boolean(),
    status: t.Literal("ready", { description: "Any other status is a failure with its reasons" }),
    services: t.Integer({ description: "How many services were loaded" }),
    broken: brokenSchema,
    sandbox: oneOf(["enforced", "policy_only"], {
      description:
        "Whether the kernel keeps job processes inside; `/services` says by what, or why not",
    }),
    redis: oneOf(["none", "ok", "failing"], {
      description:
        "The server that counts calls for all hubs together. `failing`: each machine counts its own meanwhile; `failures` says why",
    }),
    failures: t.Array(
      t.Object({
        backend: oneOf(["redis", "postgres", "objects"], {
          description: "The server that fails",
        }),
        class: t.String({ description: "How it fails, as `class` in `/metrics`" }),
        detail: t.String({ description: "The same as a sentence" }),
        calls: t.String({ description: "What the hub does with calls meanwhile" }),
        since: t.String({ description: "Since when" }),
      }),
      {
        description:
          "How the servers fail that the hub depends on. A warning is among them: a Redis server that may evict keys",
      },
    ),
    late_failures: t.Array(
      t.Object({
        service: t.Union([t.String(), t.Null()], {
          description: "The service; null where it cannot be told",
        }),
        count: t.Integer({ description: "How often since the hub started" }),
        last_at: t.String({ description: "When it did so last" }),
      }),
      { description: "Services that threw where no call waited for it; the log says what" },
    ),
    upstreams: t.Array(
      t.Object({
        host: t.String({ description: "The host, as the service that asks it names it" }),
        state: oneOf(["closed", "open", "half_open"], {
          description:
            "`closed`: it is asked. `open`: it kept failing and is left alone. `half_open`: one request finds out whether it is back",
        }),
        counts: t.Object({
          sent: t.Integer({ description: "Requests sent, second tries included" }),
          retried: t.Integer({ description: "Second tries" }),
          failed: t.Integer({ description: "Requests that failed after all tries" }),
          refused: t.Integer({
            description:
              "Requests not sent: the host is left alone, or was asked as often as it may be",
          }),
          coalesced: t.Integer({ description: "Requests that shared the answer to an equal one" }),
          kept: t.Integer({ description: "Requests answered from memory" }),
          stale: t.Integer({ description: "Requests answered from memory as the host failed" }),
        }),
        failures_in_a_row: t.Integer({ description: "Failures since the last success" }),
        last_error: t.Union([t.String(), t.Null()], { description: "What failed last" }),
        last_error_at: t.Union([t.String(), t.Null()], { description: "When it did" }),
      }),
      { description: "The hosts that were asked since the hub started" },
    ),
  }),
  plain: "status",
  cache: "never",
  example: {},
  handler({ site, status }) {
    if (status.isDraining())
      throw new HubError("draining", "This hub is about to be stopped: call another one");
    const failing = Object.entries(status.ready()).filter(([, { ok }]) => !ok);
    if (failing.length > 0)
      throw new HubError(
        "store_unavailable",
        `The hub is not ready: ${failing.map(([name, { detail }]) => `${name}: ${detail}`).join("; ")}`,
        { members: { checks: Object.fromEntries(failing), failures: describeFailures(status) } },
      );
    return {
      success: true,
      status: "ready" as const,
      services: site.plugins.length,
      broken: tellBroken(site),
      sandbox: site.sandbox.isEnforced ? ("enforced" as const) : ("policy_only" as const),
      redis: status.redis(),
      failures: describeFailures(status),
      late_failures: status.late().map(({ plugin, count, lastAt }) => ({
        service: plugin ?? null,
        count,
        last_at: new Date(lastAt).toISOString(),
      })),
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
