import type { Reply } from "../../../contract/reply.ts";
import { type Html, html } from "../../../lib/html.ts";
import { curl } from "../../examples/curl.ts";
import { buildSampleCall } from "../../examples/sample-call.ts";
import type { Catalogue, Site } from "../../view/site.ts";
import { documentationNav } from "../endpoint/navigation.ts";
import { listTrials } from "../endpoint/trials.ts";
import { page } from "../page/page.ts";

/** The data of the overview page. */
type OverviewSource = Catalogue & Pick<Site, "signup" | "mcp">;

/** Builds the overview page of the documentation: getting started, and all services. */
export function overviewPage(site: OverviewSource, base: string): Reply {
  const path = "/documentation";
  const body = html`<h1>Documentation</h1>
<p class="lead">${count(site)} behind one API key.</p>
${renderGettingStarted(site, base)}
<section id="services"><h2>Services</h2>${serviceList(site)}</section>
<section id="once-or-later"><h2>Idempotency and background jobs</h2>
<p>Send an <code>Idempotency-Key</code> with any POST to retry it safely. Use a new unique key for each request. A retry with the same key within a day returns the first response with <code>Idempotency-Replayed: true</code>. It does not run the work again or use your daily quota.</p>
<p>Endpoints whose work takes long run as a job in a separate process. If all processes are busy, the job is queued. If the queue is full, the request fails with 503 <code>busy</code>, and if the job takes longer than its limit, with 504 <code>job_timeout</code>.</p>
<p>Run long requests in the background with <code>Prefer: respond-async</code>. Endpoints that run as a job then return 202 and a job immediately. Poll <code>GET /api/jobs/{id}</code> for its status, or stream it from <code>/api/jobs/{id}/events</code>. Get the final response from <code>/api/jobs/{id}/result</code>. To be notified when the job ends, send a webhook URL in <code>X-Webhook-Url</code>. For details, see <a href="/docs">the reference</a>.</p></section>
<section id="agents"><h2>AI agents</h2>
<p>Send <code>Accept: text/markdown</code> to get any page of this documentation as Markdown. <a href="/llms.txt">llms.txt</a> is a short overview, and <a href="/.well-known/api-catalog">the API catalog</a> links to the description of each service.</p>
${site.mcp && tools(base)}</section>
<section id="failures"><h2>Status codes and errors</h2>
<p>Successful calls return status 200, or 202 if <code>Prefer: respond-async</code> runs them in the background. JSON responses contain <code>"success": true</code>. Errors are problem documents (RFC 9457) in one format. <code>code</code> is stable and meant for programs, <code>detail</code> describes the problem with this request, and <code>errors</code> lists where each problem is. Paths that are compatible with another API use that API’s error format. See <a href="/documentation/errors">all error codes</a> and <a href="/documentation/limits">all limits</a>.</p></section>`;
  return page({ title: "Documentation", path, body, aside: documentationNav(site, path) });
}

/** Explains the MCP server. */
function tools(base: string): Html {
  return html`<p>AI agents can use all services as tools over the Model Context Protocol (streamable HTTP) at <code>${base}/mcp</code>. Send the key as <code>X-API-Key</code> or <code>Authorization: Bearer</code>. Three tools cover all endpoints: <code>search_endpoints</code>, <code>describe_endpoint</code> and <code>call_endpoint</code>. They use the operation names from <a href="/docs">the reference</a>. A tool call counts like an HTTP call; the first two tools need no key. Send files as base64 or a <code>data:</code> URL. A message can be up to 12 MiB, a response up to 8 MiB. Requests from web pages on other origins are rejected.</p>`;
}

/** Formats the number of services and endpoints. */
export function count({ plugins }: Pick<Catalogue, "plugins">): string {
  const endpoints = plugins.reduce((sum, { routes }) => sum + routes.length, 0);
  return `${plural(plugins.length, "service")}, ${plural(endpoints, "endpoint")}`;
}

/** Lists all services. */
export function serviceList({ plugins }: Pick<Catalogue, "plugins">): Html {
  return html`<ul class="list">${plugins.map(
    ({ name, plugin: { manifest }, routes }) =>
      html`<li><a href="/documentation/${name}"><strong>${manifest.title}</strong><span>${manifest.summary.replaceAll("`", "")}</span><small>${plural(routes.length, "endpoint")}</small></a></li>`,
  )}</ul>`;
}

/** Explains how to get a key and make the first call. */
function renderGettingStarted(site: OverviewSource, base: string): Html {
  const signUp = site.own.routes.find(({ file }) => file === "api-key.post.ts");
  // Endpoints with a keyless sample are among the simplest.
  const first = listTrials(site.plugins)
    .map(({ loaded }) => loaded)
    .find(({ route }) => route.params === undefined && route.body === undefined);
  return html`<section id="beginning"><h2>Get started</h2>
<ol class="steps">
<li><p><a href="/signup">Get a key</a> ${WAYS[site.signup]}</p>${
    site.signup !== "closed" &&
    signUp &&
    shell(curl(buildSampleCall(signUp, { base, keyed: false })))
  }</li>
<li><p>Send it with every call in the <code>X-API-Key</code> or <code>Authorization: Bearer</code> header. If you cannot set headers, pass it as <code>api_key</code> in the query. Be aware that URLs end up in logs.</p>${
    first && shell(curl(buildSampleCall(first, { base, keyed: true })))
  }</li>
<li><p>View usage and create, rotate or revoke keys on <a href="/account">your account page</a>.</p></li>
<li><p>No key yet? <a href="/try">Try the samples without a key</a>.</p></li>
</ol></section>`;
}

/** How to get a key, by sign-up mode. */
const WAYS = {
  open: "with your email address, here or from the command line:",
  verify: "with a code sent to your email address, here or from the command line:",
  closed: "from the operator of this hub.",
};

function shell(code: string): Html {
  return html`<pre tabindex="0"><code>${code}</code></pre>`;
}

/** Formats a count with its noun: `1 service`, `2 services`. */
export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
