import type { Reply } from "../../../contract/reply.ts";
import { type Html, html } from "../../../lib/html.ts";
import type { HubStatus } from "../../view/hub-status.ts";
import type { Catalogue, SignUpTerms, Site } from "../../view/site.ts";
import { keyForm } from "../account/signup-page.ts";
import { listTrials } from "../endpoint/trials.ts";
import { group } from "../openapi/facts.ts";
import { hubTitle, page } from "../page/page.ts";
import { serviceList } from "./overview-page.ts";
import { commandBlock, pathsSection } from "./paths.ts";

type LandingSource = Catalogue & SignUpTerms & Pick<Site, "mcp" | "startedAt">;

interface LandingPageOptions {
  /** The base URL of the hub. */
  base: string;
  headers: Record<string, string>;
  answered: ReturnType<HubStatus["answered"]>;
  /** Milliseconds since 1970. */
  now: number;
  /** Frequent tasks, if visitors can use the tools. */
  tiles: Html | undefined;
}

/** Builds the landing page: what the hub is, frequent tasks, how to begin, the sign-up form, and all services. */
export function landingPage(
  site: LandingSource,
  { base, headers, answered, now, tiles }: LandingPageOptions,
): Reply {
  const body = html`<section class="hero"><div>
<h1>${renderHeadline(site)}</h1>
<p class="lead">QR codes, PDFs, screenshots, exchange rates and more, without a vendor account for each. Your data stays on your server, and it works offline.</p>
<p class="actions"><a class="button" href="#key">Get a key</a> <a class="button plain" href="/documentation">Documentation</a></p>
${renderFigures(site, { answered, now })}</div>
${renderFirstCall(site, base)}</section>
${tiles && html`<section id="tools"><h2>What do you want to do?</h2>${tiles}<p><a href="/tools">All tools</a> · <a href="/gallery">Gallery</a></p></section>`}
${pathsSection(site, { base })}
<section id="key"><h2>Get a key</h2>
<p>To call any endpoint, send your API key in the <code>X-API-Key</code> header.</p>
${keyForm(site)}</section>
<section id="services"><h2>Services</h2>${serviceList(site)}</section>
<section id="agents"><h2>Agents and code</h2>
<ul class="lines">
${site.mcp && html`<li><strong>MCP</strong> <code>${base}/mcp</code>: AI agents can search, describe and call all endpoints as tools. <a href="/documentation#agents">How to connect</a></li>`}
<li><strong>OpenAPI</strong> <a href="/openapi.json"><code>/openapi.json</code></a>: the specification for client generators and the <a href="/docs">API reference</a>.</li>
<li><strong>llms.txt</strong> <a href="/llms.txt"><code>/llms.txt</code></a>: a plain-text list of all endpoints, one per line.</li>
</ul></section>`;
  const scripts = ["widgets.js", "landing.js", "gallery.js"] as const;
  return page({ title: hubTitle, path: "/", body, isFull: true, scripts }, headers);
}

const numberWords: readonly string[] = [
  ...["No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten"],
  ...["Eleven", "Twelve", "Thirteen", "Fourteen", "Fifteen", "Sixteen", "Seventeen", "Eighteen"],
];

/** Returns the headline: what the hub is, for whom and where it runs. */
function renderHeadline({ plugins }: Pick<Site, "plugins">): Html {
  const { length } = plugins;
  const count = numberWords[length] ?? String(length);
  return html`${count} utility API${length !== 1 && "s"} for developers, <span class="whole">self-hosted</span> behind one key`;
}

/** Shows a command that works without a key, next to its answer. */
function renderFirstCall({ plugins }: Catalogue, base: string): Html | undefined {
  if (!listTrials(plugins).some((trial) => trial.path === "/try/qr")) return undefined;
  const path = `/try/qr?data=${encodeURI(base)}&style=rounded&format=svg`;
  return html`<div class="first-call"><h2>Try it now, without a key</h2>
${commandBlock(`curl '${base}${path}' -o code.svg`, "the first call")}
<p>The answer, <code>code.svg</code>:</p>
<div class="shown" data-picture><img src="${path}" width="272" height="272" alt="The answer: a QR code of this hub’s address"></div></div>`;
}

/** The number of served requests from which the figures mean something. */
const figuresMin = 1000;

/** Lists the current figures of the hub. A new hub has none worth showing. */
function renderFigures(
  { startedAt }: Pick<Site, "startedAt">,
  { answered: { count, halfWithinMs }, now }: Pick<LandingPageOptions, "answered" | "now">,
): Html | undefined {
  if (count < figuresMin) return undefined;
  const days = (now - startedAt) / 86_400_000;
  const hours = Math.max(0, Math.floor(days * 24));
  const known: [string, string][] = [
    ["Requests served", group(count)],
    ["Uptime", days >= 2 ? `${Math.floor(days)} days` : hours > 0 ? `${hours} h` : "< 1 h"],
  ];
  if (halfWithinMs !== undefined) known.push(["Median response", `${halfWithinMs} ms`]);
  return html`<dl class="numbers">${known.map(
    ([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`,
  )}</dl>`;
}
