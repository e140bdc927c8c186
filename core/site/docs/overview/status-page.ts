import type { Reply } from "../../../contract/reply.ts";
import { type Html, html } from "../../../lib/html.ts";
import type { Incident } from "../../../platform/store/incident-records.ts";
import { incidentDays } from "../../incidents/incidents.ts";
import {
  type Component,
  computeStatus,
  describeIncident,
  type Status,
  type StatusSources,
} from "../../incidents/status.ts";
import { page } from "../page/page.ts";
import { plural } from "./overview-page.ts";

const words: Record<Component["state"], string> = {
  unused: "Not used yet",
  operational: "Operational",
  degraded: "Degraded",
  down: "Down",
};

const sentences: Record<Status["state"], string> = {
  operational: "All systems operational.",
  degraded: "Some systems are degraded.",
  down: "Keys and usage cannot be saved. Requests may fail.",
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
  rows: status.services.map((service) => [
    service.isLoaded
      ? html`<a href="/documentation/${service.name}">${service.title}</a>`
      : service.title,
    describeState(service),
  ]),
})}
<p>States follow the latest response of each endpoint since the hub started, except for errors of callers.</p></section>
${upstreamSection(status)}
${datasetSection(status)}
${engineSection(status)}
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

function upstreamSection({ hosts }: Status): Html | undefined {
  if (hosts.length === 0) return undefined;
  const unused = hosts.filter(({ state, reasons }) => state === "unused" && reasons.length === 0);
  const used = hosts.filter((host) => !unused.includes(host));
  return html`<section id="upstreams"><h2>Upstream hosts</h2>
${
  used.length > 0 &&
  table({
    name: "Upstream hosts",
    head: ["Host", "State", "Used by"],
    rows: used.map((host) => [
      html`<code>${host.name}</code>`,
      describeState(host),
      host.services.join(", "),
    ]),
  })
}
${unused.length > 0 && html`<p>Not used yet: ${unused.map(({ name }) => name).join(", ")}.</p>`}</section>`;
}

function datasetSection({ datasets }: Status): Html | undefined {
  if (datasets.length === 0) return undefined;
  return html`<section id="datasets"><h2>Datasets</h2>
${table({
  name: "Datasets",
  head: ["Dataset", "State", "Built", "Age"],
  rows: datasets.map((dataset) => [
    html`<code>${dataset.name}</code>`,
    describeState(dataset),
    dataset.builtAt?.slice(0, 10) ?? "not available yet",
    dataset.ageDays === null
      ? "–"
      : dataset.ageDays === 0
        ? "today"
        : plural(dataset.ageDays, "day"),
  ]),
})}</section>`;
}

function engineSection({ engines, stores }: Status): Html {
  return html`<section id="engines"><h2>Engines and stores</h2>
${table({
  name: "Engines and stores",
  head: ["Name", "State"],
  rows: [...engines, ...stores].map((one) => [one.name, describeState(one)]),
})}</section>`;
}

/** Describes a state: what fails, since when, and the last error. */
function describeState({ state, reasons, since, lastError, lastErrorAt }: Component): Html {
  const isFailing = state === "degraded" || state === "down";
  return html`<span class="state ${state}">${words[state]}</span>${reasons.map((reason) => html`<p>${reason}</p>`)}${isFailing && since !== null && html`<p>Since ${formatTime(since)}</p>`}${lastError !== null && lastErrorAt !== null && html`<p>Last error ${formatTime(lastErrorAt)}: ${lastError}</p>`}`;
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

function formatEnd({ endedAt, isEndKnown }: Incident): Html | string {
  if (endedAt === null) return "ongoing";
  return isEndKnown ? formatTime(endedAt) : html`unknown, last seen ${formatTime(endedAt)}`;
}

function formatTime(time: number): Html {
  const iso = new Date(time).toISOString();
  return html`<time datetime="${iso}">${iso.slice(0, 16).replace("T", " ")}</time>`;
}
