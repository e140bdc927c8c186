import type { Reply } from "../../contract/reply.ts";
import { type Html, html } from "../../lib/html.ts";
import { sampleCallOf } from "../examples/sample-call.ts";
import type { Catalogue, Site } from "../view/site.ts";
import { documentationNav } from "./navigation.ts";
import { page } from "./page.ts";
import { curl } from "./samples.ts";
import { trialsOf } from "./trials.ts";

/** The subject of the first pages. */
type OverviewSource = Catalogue & Pick<Site, "signup" | "mcp">;

/** The first page of the documentation: how to begin, and every service. */
export function overviewPage(site: OverviewSource, base: string): Reply {
  const path = "/documentation";
  const body = html`<h1>Documentation</h1>
<p class="lead">${count(site)} behind one address and one key.</p>
${beginning(site, base)}
<section id="services"><h2>Services</h2>${serviceList(site)}</section>
<section id="once-or-later"><h2>Once, or later</h2>
<p>A request whose answer was lost can be sent again without its work being done twice: every POST takes an <code>Idempotency-Key</code>, a text that you choose anew for each request, and whoever sends it again within a day gets the same answer, with <code>Idempotency-Replayed: true</code> and at no cost of the day.</p>
<p>What runs as a job need not be waited for: with <code>Prefer: respond-async</code> it is answered with 202 and a job at once. <code>GET /api/jobs/{id}</code> says how it fares, <code>/api/jobs/{id}/events</code> as it happens, and <code>/api/jobs/{id}/result</code> gives the answer as it would have been. <code>X-Webhook-Url</code> names an address that is told of its end. <a href="/docs">The reference</a> has the details.</p></section>
<section id="agents"><h2>For agents</h2>
<p>Every page of this documentation is Markdown for whoever sends <code>Accept: text/markdown</code>; <a href="/llms.txt">llms.txt</a> is a short text about all of it, and <a href="/.well-known/api-catalog">the catalog</a> names each service's description.</p>
${site.mcp && tools(base)}</section>
<section id="failures"><h2>When a call fails</h2>
<p>A success is status 200 (or 202, where <code>Prefer: respond-async</code> leaves the work to be done later), and one in JSON says <code>"success": true</code>. A failure is a problem document (RFC 9457) of one shape, whatever the endpoint: <code>code</code> is stable and for programs, <code>detail</code> says what was wrong with this request, <code>errors</code> where. <a href="/documentation/errors">All codes</a>, <a href="/documentation/limits">all limits</a>.</p></section>`;
  return page({ title: "Documentation", path, body, aside: documentationNav(site, path) });
}

/** How language models use the services. */
function tools(base: string): Html {
  return html`<p>Language models use the services as tools over the Model Context Protocol (streamable HTTP) at <code>${base}/mcp</code>, with the key as the header <code>X-API-Key</code> or <code>Authorization: Bearer</code>. Three tools stand for all endpoints, by the names they have in <a href="/docs">the reference</a>: <code>search_endpoints</code>, <code>describe_endpoint</code> and <code>call_endpoint</code>. A call counts like one over HTTP; the first two tools need no key. A file is sent as base64 or a <code>data:</code> URL; a message may have 12 MiB, an answer 8 MiB. Web pages of other origins are refused.</p>`;
}

/** How many services and endpoints there are, in words. */
export function count({ plugins }: Pick<Catalogue, "plugins">): string {
  const endpoints = plugins.reduce((sum, { routes }) => sum + routes.length, 0);
  return `${plural(plugins.length, "service")}, ${plural(endpoints, "endpoint")}`;
}

/** A line for every service. */
export function serviceList({ plugins }: Pick<Catalogue, "plugins">): Html {
  return html`<ul class="list">${plugins.map(
    ({ name, plugin: { manifest }, routes }) =>
      html`<li><a href="/documentation/${name}"><strong>${manifest.title}</strong><span>${manifest.summary}</span><small>${plural(routes.length, "endpoint")}</small></a></li>`,
  )}</ul>`;
}

/** How to get a key and make the first call. */
function beginning(site: OverviewSource, base: string): Html {
  const signUp = site.own.routes.find(({ file }) => file === "api-key.post.ts");
  // What has a sample is of the plainer ones.
  const first = trialsOf(site.plugins)
    .map(({ loaded }) => loaded)
    .find(({ route }) => route.params === undefined && route.body === undefined);
  return html`<section id="beginning"><h2>Begin</h2>
<ol class="steps">
<li><p><a href="/signup">Get a key</a> ${WAYS[site.signup]}</p>${
    site.signup !== "closed" && signUp && shell(curl(sampleCallOf(signUp, { base, keyed: false })))
  }</li>
<li><p>Send it with every call, as the header <code>X-API-Key</code> or <code>Authorization: Bearer</code>. Where a header cannot be set, <code>api_key</code> in the query does too, but addresses end up in logs.</p>${
    first && shell(curl(sampleCallOf(first, { base, keyed: true })))
  }</li>
<li><p>See what was called, and make, replace or revoke keys, on <a href="/account">the page of your account</a>.</p></li>
<li><p>Or <a href="/try">try it without a key</a>.</p></li>
</ol></section>`;
}

/** How a key is got, by what the operator lets the hub do. */
const WAYS = {
  open: "with an e-mail address, here or from a shell:",
  verify: "with a code that is mailed to you, here or from a shell:",
  closed: "from the operator of this hub.",
};

function shell(code: string): Html {
  return html`<pre tabindex="0"><code>${code}</code></pre>`;
}

/** A number of things: `1 service`, `2 services`. */
export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
