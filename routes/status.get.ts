import { oneOf, reply, t } from "hub";
import { prefersPage } from "../core/platform/http/accept.ts";
import { incidentKinds } from "../core/platform/store/incident-records.ts";
import { pageResponse } from "../core/site/docs/page/page.ts";
import { stateFields, viewState } from "../core/site/incidents/component-view.ts";
import { computeStatus, describeIncident } from "../core/site/incidents/status.ts";
import { ownRoutes } from "../core/site/view/own-routes.ts";

const nullable = (description: string) => t.Union([t.String({ description }), t.Null()]);

export default ownRoutes.route({
  summary: "Get service status and incidents",
  description:
    "Returns the status of all services and the incident history, as JSON or as a page in browsers. Incidents cover the last 90 days, across restarts: at most 200, newest first. Failures that recur within five minutes count as one incident. The status code is always 200: use `/readyz` as a health check.",
  response: t.Union([
    pageResponse,
    t.Object({
      success: t.Boolean(),
      status: oneOf(["operational", "degraded", "down"], {
        description:
          "`degraded`: some components have problems. `down`: the hub cannot store keys and usage",
      }),
      services: t.Array(
        t.Object({
          name: t.String({ description: "Name of the service, as in `/api/{name}`" }),
          title: t.String({ description: "Display name" }),
          ...stateFields,
        }),
        {
          description:
            "States by the latest response of each endpoint, except for errors of callers",
        },
      ),
      upstreams: t.Array(
        t.Object({
          host: t.String({ description: "Host name, as configured in the service" }),
          services: t.Array(t.String(), { description: "Services that use the host" }),
          ...stateFields,
        }),
        { description: "External hosts" },
      ),
      datasets: t.Array(
        t.Object({
          id: t.String({ description: "Dataset ID: the service and the name of the dataset" }),
          service: t.String({ description: "Service that uses the dataset" }),
          built_at: nullable("Time of the newest data; null if there is no data yet"),
          age_days: t.Union([t.Integer({ description: "Age of the data in days" }), t.Null()]),
          ...stateFields,
        }),
      ),
      engines: t.Array(
        t.Object({
          name: t.String({ description: "The browser, or an engine that another one substitutes" }),
          ...stateFields,
        }),
      ),
      stores: t.Array(
        t.Object({
          name: t.String({ description: "`database`, `redis` or `objects`" }),
          ...stateFields,
        }),
        { description: "Where the hub stores keys, usage and files" },
      ),
      incidents: t.Array(
        t.Object({
          kind: oneOf(["service", "upstream", "store"], {
            description: "Type of the affected component",
          }),
          subject: t.String({ description: "The service, the host, or `store`" }),
          what: oneOf(["left_out", "threw", "failing", "not_writable"], {
            description: "Type of the incident",
          }),
          title: t.String({ description: "Description of the incident" }),
          began_at: t.String({ description: "Start time" }),
          ended_at: nullable(
            "End time, or when the incident was last seen; null while it is ongoing",
          ),
          end_known: t.Boolean({
            description:
              "Whether the end was observed. If false, the hub stopped first or no further requests went to the host, and `ended_at` is when the incident was last seen",
          }),
        }),
      ),
    }),
  ]),
  cache: "never",
  example: {},
  async handler({ site, status, clock, request }) {
    if (prefersPage(request)) {
      const { statusPage } = await import("../core/site/docs/overview/status-page.ts");
      return statusPage({ site, status, now: clock() });
    }
    const all = await computeStatus({ site, status, now: clock() });
    const body = {
      success: true,
      status: all.state,
      services: all.services.map((one) => ({
        name: one.name,
        title: one.title,
        ...viewState(one),
      })),
      upstreams: all.hosts.map((one) => ({
        host: one.name,
        services: one.services,
        ...viewState(one),
      })),
      datasets: all.datasets.map((one) => ({
        id: one.name,
        service: one.service,
        built_at: one.builtAt,
        age_days: one.ageDays,
        ...viewState(one),
      })),
      engines: all.engines.map((one) => ({ name: one.name, ...viewState(one) })),
      stores: all.stores.map((one) => ({ name: one.name, ...viewState(one) })),
      incidents: all.incidents.map((incident) => ({
        kind: incidentKinds[incident.what],
        subject: incident.subject,
        what: incident.what,
        title: describeIncident(incident),
        began_at: formatIsoTime(incident.beganAt),
        ended_at: incident.endedAt === null ? null : formatIsoTime(incident.endedAt),
        end_known: incident.isEndKnown,
      })),
    };
    return reply(body, { headers: { vary: "Accept" } });
  },
});

function formatIsoTime(time: number): string {
  return new Date(time).toISOString();
}
