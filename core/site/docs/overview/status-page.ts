import type { Reply } from "../../../contract/reply.ts";
import { type Html, html } from "../../../lib/html.ts";
import type { Incident } from "../../../platform/store/incident-records.ts";
import { incidentDays } from "../../incidents/incidents.ts";
import {
  computeStatus,
  describeIncident,
  type Status,
  type StatusSources,
} from "../../incidents/status.ts";
import { page } from "../page/page.ts";
import { plural } from "./overview-page.ts";

const words = {
  ok: "Operational",
  degraded: "Degraded",
  left_out: "Not loaded",
  failing: "Failing",
} as const;

const sentences: Record<Status["state"], string> = {
  ok: "All systems operational.",
  degraded: "Some services are degraded.",
  failing: "Keys and usage cannot be saved. Requests may fail.",
};

/** Builds the status page: services, upstream hosts, datasets and recent incidents. */
export async function statusPage(sources: StatusSources): Promise<Reply> {
  const status = await computeStatus(sources);
  const body = html`<h1>Status</h1>
<p class="lead">${sentences[status.state]}</p>
<section id="services"><h2>Services</h2>
${table({
  name: "Services",
  head: ["Service", "State"],
  rows: status.services.map(({ name, title, state, reasons }) => [
    state === "left_out" ? title : html`<a href="/documentation/${name}">${title}</a>`,
    html`${stateMark(state)}${reasons.map((reason) => html`<p>${reason}</p>`)}`,
  ]),
})}</section>
${upstreamSection(status)}
${datasetSection(status)}
<section id="incidents"><h2>Incidents in the last ${incidentDays} days</h2>
${
  status.incidents.length === 0
    ? html`<p>No incidents.</p>`
    : table({
        name: "Incidents",
        head: ["Incident", "Started", "Ended"],
        rows: status.incidents.map((incident) => [
          describeIncident(incident),
          formatTime(incident.beganAt),
          formatEnd(incident),
        ]),
      })
}
<p>All times are in UTC. Failures that recur within five minutes count as one incident.</p></section>`;
  return page({ title: "Status", path: "/status", body }, { "cache-control": "no-store" });
}

function upstreamSection({ upstreams }: Status): Html | undefined {
  if (upstreams.length === 0) return undefined;
  return html`<section id="upstreams"><h2>Upstream hosts</h2>
<p>External hosts that services have called since the hub started.</p>
${table({
  name: "Upstream hosts",
  head: ["Host", "State", "Used by"],
  rows: upstreams.map(({ host, state, services }) => [
    html`<code>${host}</code>`,
    stateMark(state),
    services.join(", "),
  ]),
})}</section>`;
}

function datasetSection({ datasets }: Status): Html | undefined {
  if (datasets.length === 0) return undefined;
  return html`<section id="datasets"><h2>Datasets</h2>
${table({
  name: "Datasets",
  head: ["Dataset", "Built", "Age"],
  rows: datasets.map(({ id, builtAt, ageDays }) => [
    html`<code>${id}</code>`,
    builtAt?.slice(0, 10) ?? "not available yet",
    ageDays === null ? "–" : ageDays === 0 ? "today" : plural(ageDays, "day"),
  ]),
})}</section>`;
}

/** Builds a table that scrolls on narrow screens, also by keyboard. */
function table({
  name,
  head,
  rows,
}: {
  name: string;
  head: readonly string[];
  rows: readonly (readonly (Html | string)[])[];
}): Html {
  return html`<div class="wide" role="region" aria-label="${name}" tabindex="0"><table>
<thead><tr>${head.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>${rows.map(
    ([first, ...others]) =>
      html`<tr><th scope="row">${first}</th>${others.map((cell) => html`<td>${cell}</td>`)}</tr>`,
  )}</tbody>
</table></div>`;
}

function stateMark(state: keyof typeof words): Html {
  return html`<span class="state ${state}">${words[state]}</span>`;
}

function formatEnd({ endedAt, isEndKnown }: Incident): Html | string {
  if (endedAt === null) return "ongoing";
  return isEndKnown ? formatTime(endedAt) : html`unknown, last seen ${formatTime(endedAt)}`;
}

function formatTime(time: number): Html {
  const iso = new Date(time).toISOString();
  return html`<time datetime="${iso}">${iso.slice(0, 16).replace("T", " ")}</time>`;
}
