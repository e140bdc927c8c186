import { trialPerMinute } from "../../../accounts/tiers.ts";
import type { Reply } from "../../../contract/reply.ts";
import { formPartsMax } from "../../../host/handler/form.ts";
import { headBytesMax, headersMax, keylessBytesMax } from "../../../host/handler/handler-input.ts";
import { bodyValuesDefault, depthMax } from "../../../host/handler/parse-json.ts";
import type { LoadedPlugin } from "../../../host/plugin/loaded-plugin.ts";
import { type Html, html } from "../../../lib/html.ts";
import { parametersMax } from "../../../platform/http/address.ts";
import type { Catalogue, SignUpTerms } from "../../view/site.ts";
import { documentationNav } from "../endpoint/navigation.ts";
import { listTrials } from "../endpoint/trials.ts";
import { headers } from "../openapi/components.ts";
import { bytes, group, limitText } from "../openapi/facts.ts";
import { bracePath } from "../openapi/openapi.ts";
import { page } from "../page/page.ts";

/** Builds the limits page: rate limits, quotas, request sizes and service limits. */
export function limitsPage(site: Catalogue & Pick<SignUpTerms, "tiers">): Reply {
  const path = "/documentation/limits";
  const limited = site.plugins.filter(
    ({ plugin }) => Object.keys(plugin.manifest.limits ?? {}).length > 0,
  );
  const hasPrices = site.tiers.some(({ price }) => price !== undefined);
  const body = html`<h1>Limits</h1>
<section id="calls"><h2>Calls</h2>
<div class="wide"><table>
<thead><tr><th>Tier</th><th>Calls in 60 seconds</th><th>Units per day</th>${hasPrices && html`<th>Price</th>`}</tr></thead>
<tbody><tr><th scope="row">without a key</th><td>${trialPerMinute}</td><td>–</td>${hasPrices && html`<td>–</td>`}</tr>
${site.tiers.map(
  ({ name, perMinute, perDay, soft, price, description }) =>
    html`<tr><th scope="row">${name}${description && html`<br><small>${description}</small>`}</th><td>${limitText(perMinute)}</td><td>${limitText(perDay)}${soft && ", not enforced"}</td>${hasPrices && html`<td>${price ?? "–"}</td>`}</tr>`,
)}</tbody>
</table></div>
<ul>
<li>The per-minute limit covers the last 60 seconds (a sliding window). The daily quota covers the calendar day in UTC.</li>
<li>The per-minute limit counts calls; the daily quota counts units. A call costs one unit. Batch calls, such as a check of a list, cost one unit per item, as their endpoints state. A call that would exceed the daily quota is rejected before any work and costs nothing.</li>
<li>Limits apply per account (email address) across all services. A second key does not raise them.</li>
<li>For limits above 1,024 calls in 60 seconds, calls leave the sliding window in groups. The limit is never exceeded, but calls within the last 0.2 % of it may be rejected early. <code>RateLimit</code> shows how many calls will be accepted; <code>GET /api-key</code> counts each call.</li>
<li>Without a key, limits apply per IP address and cover all samples under <code>/try</code> together, except samples with their own limit${renderSampleLimits(site)}. IPv6 addresses are counted by /64 network. All addresses of a /56 network share twice the limit, and those of a /48 three times.</li>
<li>Every response with a status below 500 counts, except 429 (limit exceeded) and 405 (method not allowed). If the hub fails, the daily units are refunded.</li>
<li>The error code is <a href="/problems/rate_limited"><code>rate_limited</code></a> for the per-minute limit and <a href="/problems/quota_exceeded"><code>quota_exceeded</code></a> for the daily quota. <code>Retry-After</code> is the number of seconds to wait. It is missing if a call costs more units than the whole daily quota: split the batch.</li>
</ul></section>
<section id="size"><h2>Size</h2>
<p>The request line and headers can be up to ${bytes(headBytesMax)} in total, with at most ${headersMax} headers. Larger requests are rejected with 431 and no body, and the connection is closed. A proxy in front of the hub may have lower limits. A query can have up to ${group(parametersMax)} parameters.</p>
<p>Each endpoint states the maximum size of its body, and the maximum number of JSON values if it is not ${group(bodyValuesDefault)}. Lists, objects, list items and field names count as values. They can be nested ${depthMax} levels deep. A form can have up to ${group(formPartsMax)} parts. These limits apply after decoding if there is a <code>Content-Encoding</code>, and before the body is parsed. Without an API key, a body can be up to ${bytes(keylessBytesMax)}.</p></section>
<section id="headers"><h2>Headers</h2>
<p>Rate-limited responses include these headers:</p>
<dl>${limitHeaders.map(
    ([name, { description }]) => html`<dt><code>${name}</code></dt><dd>${description}</dd>`,
  )}</dl>
<p><code>GET /api-key</code> returns all limits and does not count as a call.</p></section>
${limited.map(
  ({ name, plugin: { manifest } }) =>
    html`<details class="part" id="${name}"><summary><h2>${manifest.title}</h2></summary>${limitRows(Object.entries(manifest.limits ?? {}))}</details>`,
)}`;
  return page({ title: "Limits", path, body, aside: documentationNav(site, path) });
}

/** Lists the samples with their own limit. */
function renderSampleLimits({ plugins }: Pick<Catalogue, "plugins">): Html {
  const own = listTrials(plugins).flatMap(({ path, loaded: { route } }) =>
    route.tryPerMinute === undefined ? [] : [{ path: bracePath(path), pace: route.tryPerMinute }],
  );
  return html`${own.map(
    ({ path, pace }, index) =>
      html`${index === 0 ? " (" : ", "}<code>${path}</code> ${pace}${index === own.length - 1 && ")"}`,
  )}`;
}

const limitHeaders = Object.entries(headers).filter(([name]) => /RateLimit|Retry-After/.test(name));

/** The named limits of a service. */
export function limitsTable({ plugin }: LoadedPlugin): Html | undefined {
  const limits = Object.entries(plugin.manifest.limits ?? {});
  if (limits.length === 0) return undefined;
  return html`<section id="limits"><h2>Service limits</h2>${limitRows(limits)}</section>`;
}

/** Renders named numbers as a table. */
function limitRows(limits: readonly [name: string, value: number][]): Html {
  return html`<div class="wide"><table><tbody>${limits.map(
    ([name, value]) =>
      html`<tr><th scope="row"><code>${name}</code></th><td>${showNumber(name, value)}</td></tr>`,
  )}</tbody></table></div>`;
}

/** Formats a limit in the unit that its name ends with. */
function showNumber(name: string, value: number): string {
  if (/BytesMax$/.test(name)) return bytes(value);
  if (/Mb(?:Max)?$/.test(name)) return `${value} MiB`;
  if (/Ms(?:Max)?$/.test(name)) return `${value / 1000} s`;
  return group(value);
}
