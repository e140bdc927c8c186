import { oneOf, reply, t } from "hub";
import { prefersPage } from "../core/platform/http/accept.ts";
import { incidentKinds } from "../core/platform/store/incident-records.ts";
import { pageResponse } from "../core/site/docs/page.ts";
import { statusOf, tellIncident } from "../core/site/incidents/status.ts";
import { ownRoutes } from "../core/site/view/own-routes.ts";

const nullable = (description: string) => t.Union([t.String({ description }), t.Null()]);

export default ownRoutes.route({
  summary: "Tell how the services fare, and what went wrong lately",
  description:
    "JSON, or a page for browsers. Incidents are those of the last 90 days, at most 200, over all restarts of the hub: the newest first. What comes back within five minutes is one incident. Always 200: `/readyz` is for whoever must know whether the hub can serve.",
  response: t.Union([
    pageResponse,
    t.Object({
      success: t.Boolean(),
      status: oneOf(["ok", "degraded", "failing"], {
        description:
          "`degraded`: some services do not work as they should. `failing`: keys and usage cannot be written",
      }),
      services: t.Array(
        t.Object({
          name: t.String({ description: "The service's part of its paths: `/api/{name}`" }),
          title: t.String({ description: "Its name for people" }),
          state: oneOf(["ok", "degraded", "left_out"], {
            description:
              "`degraded`: what it depends on fails, or something went wrong in it within 15 minutes. `left_out`: it could not be loaded",
          }),
          reasons: t.Array(t.String(), { description: "Why it is not `ok`, in sentences" }),
        }),
      ),
      upstreams: t.Array(
        t.Object({
          host: t.String({ description: "The host, as the service that asks it names it" }),
          state: oneOf(["ok", "failing"], {
            description: "`failing`: it kept failing and is left alone for now",
          }),
          services: t.Array(t.String(), { description: "The services that ask it" }),
        }),
        { description: "Hosts that were asked since the hub started" },
      ),
      datasets: t.Array(
        t.Object({
          id: t.String({ description: "The service and the name of the data" }),
          service: t.String({ description: "The service that answers from it" }),
          built_at: nullable("Of when its newest part is; null while it is not there"),
          age_days: t.Union([t.Integer({ description: "How many days ago that was" }), t.Null()]),
        }),
      ),
      store: oneOf(["ok", "failing"], {
        description: "Whether keys and usage can be written",
      }),
      incidents: t.Array(
        t.Object({
          kind: oneOf(["service", "upstream", "store"], { description: "What it is about" }),
          subject: t.String({ description: "The service or the host; `store` for the store" }),
          what: oneOf(["left_out", "threw", "failing", "not_writable"], {
            description: "What it was, for programs",
          }),
          title: t.String({ description: "What it was, in a sentence" }),
          began_at: t.String({ description: "When it began" }),
          ended_at: nullable("When it ended, or was last seen; null while it goes on"),
          end_known: t.Boolean({
            description:
              "Whether it was seen to end. Else the hub ended before it, or nobody asked the host again, and `ended_at` is when it was last seen",
          }),
        }),
      ),
    }),
  ]),
  cache: "never",
  example: {},
  async handler({ site, status, clock, request }) {
    if (prefersPage(request)) {
      const { statusPage } = await import("../core/site/docs/status-page.ts");
      return statusPage({ site, status, now: clock() });
    }
    const { state, store, services, upstreams, datasets, incidents } = await statusOf({
      site,
      status,
      now: clock(),
    });
    const body = {
      success: true,
      status: state,
      services,
      upstreams,
      datasets: datasets.map(({ id, service, builtAt, ageDays }) => ({
        id,
        service,
        built_at: builtAt,
        age_days: ageDays,
      })),
      store,
      incidents: incidents.map((incident) => ({
        kind: incidentKinds[incident.what],
        subject: incident.subject,
        what: incident.what,
        title: tellIncident(incident),
        began_at: timeOf(incident.beganAt),
        ended_at: incident.endedAt === null ? null : timeOf(incident.endedAt),
        end_known: incident.isEndKnown,
      })),
    };
    return reply(body, { headers: { vary: "Accept" } });
  },
});

function timeOf(time: number): string {
  return new Date(time).toISOString();
}
