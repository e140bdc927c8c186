import type { Reply } from "../../contract/reply.ts";
import { type Html, html } from "../../lib/html.ts";
import type { Incident } from "../../platform/store/incident-records.ts";
import { incidentDays } from "../incidents/incidents.ts";
import { type Status, type StatusSources, statusOf, tellIncident } from "../incidents/status.ts";
import { plural } from "./overview-page.ts";
import { page } from "./page.ts";

const words = {
  ok: "Works",
  degraded: "Works in part",
  left_out: "Left out",
  failing: "Fails",
} as const;

const sentences: Record<Status["state"], string> = {
  ok: "Everything works.",
  degraded: "Some of it does not work as it should.",
  failing: "Keys and usage cannot be written at the moment: calls may fail.",
};

/** How the services, their sources and their data fare, and what went wrong lately. */
export async function statusPage(sources: StatusSources): Promise<Reply> {
  const status = await statusOf(sources);
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
<section id="incidents"><h2>Incidents of the last ${incidentDays} days</h2>
${
  status.incidents.length === 0
    ? html`<p>None.</p>`
    : table({
        name: "Incidents",
        head: ["What", "From", "To"],
        rows: status.incidents.map((incident) => [
          tellIncident(incident),
          timeOf(incident.beganAt),
          endOf(incident),
        ]),
      })
}
<p>Times are UTC. What comes back within five minutes is one incident.</p></section>`;
  return page({ title: "Status", path: "/status", body }, { "cache-control": "no-store" });
}

function upstreamSection({ upstreams }: Status): Html | undefined {
  if (upstreams.length === 0) return undefined;
  return html`<section id="upstreams"><h2>Sources on the network</h2>
<p>Hosts that services asked since the hub started.</p>
${table({
  name: "Sources on the network",
  head: ["Host", "State", "Asked by"],
  rows: upstreams.map(({ host, state, services }) => [
    html`<code>${host}</code>`,
    stateMark(state),
    services.join(", "),
  ]),
})}</section>`;
}

function datasetSection({ datasets }: Status): Html | undefined {
  if (datasets.length === 0) return undefined;
  return html`<section id="datasets"><h2>Data</h2>
${table({
  name: "Data",
  head: ["Data", "Of", "Age"],
  rows: datasets.map(({ id, builtAt, ageDays }) => [
    html`<code>${id}</code>`,
    builtAt?.slice(0, 10) ?? "not there yet",
    ageDays === null ? "–" : ageDays === 0 ? "today's" : plural(ageDays, "day"),
  ]),
})}</section>`;
}

/** A table that scrolls by itself where the screen is narrow, by keys too. */
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

function endOf({ endedAt, isEndKnown }: Incident): Html | string {
  if (endedAt === null) return "goes on";
  return isEndKnown ? timeOf(endedAt) : html`unknown, last seen ${timeOf(endedAt)}`;
}

function timeOf(time: number): Html {
  const iso = new Date(time).toISOString();
  return html`<time datetime="${iso}">${iso.slice(0, 16).replace("T", " ")}</time>`;
}
