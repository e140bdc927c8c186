import { trialPerMinute } from "../../accounts/tiers.ts";
import type { Reply } from "../../contract/reply.ts";
import { headBytesMax, headersMax } from "../../host/handler/handler-input.ts";
import type { LoadedPlugin } from "../../host/plugin/loaded-plugin.ts";
import { type Html, html } from "../../lib/html.ts";
import type { Catalogue, SignUpTerms } from "../view/site.ts";
import { HEADERS } from "./components.ts";
import { bytes, group, limitText } from "./facts.ts";
import { documentationNav } from "./navigation.ts";
import { bracePath } from "./openapi.ts";
import { page } from "./page.ts";
import { trialsOf } from "./trials.ts";

/** How often one may call, and how much each service takes. */
export function limitsPage(site: Catalogue & Pick<SignUpTerms, "tiers">): Reply {
  const path = "/documentation/limits";
  const limited = site.plugins.filter(
    ({ plugin }) => Object.keys(plugin.manifest.limits ?? {}).length > 0,
  );
  const hasPrices = site.tiers.some(({ price }) => price !== undefined);
  const body = html`<h1>Limits</h1>
<section id="calls"><h2>Calls</h2>
<div class="wide"><table>
<thead><tr><th>Tier</th><th>In 60 seconds</th><th>Units a day</th>${hasPrices && html`<th>Price</th>`}</tr></thead>
<tbody><tr><th scope="row">without a key</th><td>${trialPerMinute}</td><td>–</td>${hasPrices && html`<td>–</td>`}</tr>
${site.tiers.map(
  ({ name, perMinute, perDay, soft, price, description }) =>
    html`<tr><th scope="row">${name}${description && html`<br><small>${description}</small>`}</th><td>${limitText(perMinute)}</td><td>${limitText(perDay)}${soft && ", and more is not refused"}</td>${hasPrices && html`<td>${price ?? "–"}</td>`}</tr>`,
)}</tbody>
</table></div>
<ul>
<li>The minute is the last 60 seconds, whenever they began. The day is the calendar day in UTC.</li>
<li>The minute counts calls, the day counts units: a call costs one, and where it does the work of many, such as a check of a list, one for each; its endpoint says so. What would pass the day is refused before any work, and costs nothing.</li>
<li>They apply to the account, which is the e-mail address: a second key does not add to them. All services count together.</li>
<li>Above 1,024 in 60 seconds calls leave the window in groups: no 60 seconds ever hold more, but of the last 0.2 % of the limit a call may be refused although there was room. <code>RateLimit</code> says what will be let in; <code>GET /api-key</code> counts each call.</li>
<li>Without a key they apply to the caller's address: to all samples under <code>/try</code> together, but for those with a number of their own${paces(site)}. An IPv6 address counts as its /64 network; all addresses of a /56 network together may call twice as often, and those of a /48 three times.</li>
<li>Whatever is answered with a status below 500 counts, except a refusal for the limits themselves (429) or for the method (405). A failure of the hub gives the day's call back.</li>
<li>Beyond the minute the code is <a href="/problems/rate_limited"><code>rate_limited</code></a>, beyond the day <a href="/problems/quota_exceeded"><code>quota_exceeded</code></a>; <code>Retry-After</code> says for how many seconds. A call that costs more units than a whole day has gets none, as no later try can pass: split the batch.</li>
</ul></section>
<section id="size"><h2>Size</h2>
<p>The request line and the headers may have ${bytes(headBytesMax)} together, with at most ${headersMax} headers. What is larger is refused before the hub sees it: with 431, no body and the end of the connection. A proxy before the hub may take less. Of bodies each endpoint says how much it takes, decoded if they have a <code>Content-Encoding</code>.</p></section>
<section id="headers"><h2>Headers</h2>
<p>Answers to calls that are limited say what is left:</p>
<dl>${limitHeaders.map(
    ([name, { description }]) => html`<dt><code>${name}</code></dt><dd>${description}</dd>`,
  )}</dl>
<p><code>GET /api-key</code> tells all of it without counting as a call.</p></section>
${limited.map(
  ({ name, plugin: { manifest } }) =>
    html`<section id="${name}"><h2><a href="/documentation/${name}">${manifest.title}</a></h2>${limitRows(Object.entries(manifest.limits ?? {}))}</section>`,
)}`;
  return page({ title: "Limits", path, body, aside: documentationNav(site, path) });
}

/** The samples that are counted by themselves. */
function paces({ plugins }: Pick<Catalogue, "plugins">): Html {
  const own = trialsOf(plugins).flatMap(({ path, loaded: { route } }) =>
    route.tryPerMinute === undefined ? [] : [{ path: bracePath(path), pace: route.tryPerMinute }],
  );
  return html`${own.map(
    ({ path, pace }, index) =>
      html`${index === 0 ? " (" : ", "}<code>${path}</code> ${pace}${index === own.length - 1 && ")"}`,
  )}`;
}

const limitHeaders = Object.entries(HEADERS).filter(([name]) => /RateLimit|Retry-After/.test(name));

/** The named limits of a service. */
export function limitsTable({ plugin }: LoadedPlugin): Html | undefined {
  const limits = Object.entries(plugin.manifest.limits ?? {});
  if (limits.length === 0) return undefined;
  return html`<section id="limits"><h2>Limits of its own</h2>${limitRows(limits)}</section>`;
}

/** Named numbers as a table. */
function limitRows(limits: readonly [name: string, value: number][]): Html {
  return html`<div class="wide"><table><tbody>${limits.map(
    ([name, value]) =>
      html`<tr><th scope="row"><code>${name}</code></th><td>${showNumber(name, value)}</td></tr>`,
  )}</tbody></table></div>`;
}

/** A limit in the unit that its name ends with. */
function showNumber(name: string, value: number): string {
  if (/BytesMax$/.test(name)) return bytes(value);
  if (/Mb(?:Max)?$/.test(name)) return `${value} MiB`;
  if (/Ms(?:Max)?$/.test(name)) return `${value / 1000} s`;
  return group(value);
}
