import { trialPerMinute } from "../../../accounts/tiers.ts";
import type { Reply } from "../../../contract/reply.ts";
import { html } from "../../../lib/html.ts";
import type { Catalogue } from "../../view/site.ts";
import { listTrials } from "../endpoint/trials.ts";
import { buildEndpointPath, buildOperationId } from "../openapi/openapi.ts";
import { page } from "../page/page.ts";

/** Builds the page of keyless samples. The page of each endpoint has a form that sends it with other values. */
export function trialsPage(site: Pick<Catalogue, "plugins">): Reply {
  const body = html`<h1>Try without a key</h1>
<p class="lead">Open a URL, or choose an endpoint to change its values.</p>
<ul class="index">${listTrials(site.plugins).map(
    ({ plugin, loaded, path, sample }) =>
      html`<li id="${buildOperationId("GET", path)}"><a href="${buildEndpointPath(plugin, loaded)}">${loaded.route.summary}</a><p class="route"><a href="${sample}"><code>${sample}</code></a></p></li>`,
  )}</ul>
<p>Each IP address can make ${trialPerMinute} calls in 60 seconds, shared by all samples. Some have a limit of their own. <a href="/signup">A key</a> is free and needs only an email address.</p>`;
  return page({ title: "Try without a key", path: "/try", body });
}
