import type { Reply } from "../../../contract/reply.ts";
import { type Html, html } from "../../../lib/html.ts";
import { buildRequestPath } from "../../examples/sample-call.ts";
import type { HubStatus } from "../../view/hub-status.ts";
import type { Catalogue, SignUpTerms, Site } from "../../view/site.ts";
import { keyForm } from "../account/signup-page.ts";
import { listTrials, type TrialEntry } from "../endpoint/trials.ts";
import { group } from "../openapi/facts.ts";
import { buildEndpointPath } from "../openapi/openapi.ts";
import { hubTitle, page } from "../page/page.ts";
import demoData from "./demos.json" with { type: "json" };
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
}

/** Builds the landing page: what the hub is, how to begin, live examples, the sign-up form, and all services. */
export function landingPage(
  site: LandingSource,
  { base, headers, answered, now }: LandingPageOptions,
): Reply {
  const trials = new Map(listTrials(site.plugins).map((trial) => [trial.path, trial]));
  const body = html`<section class="hero"><div>
<h1>${renderHeadline(site)}</h1>
<p class="lead">QR codes, PDFs, screenshots, exchange rates and more, without a vendor account for each. Your data stays on your server, and it works offline.</p>
<p class="actions"><a class="button" href="#key">Get a key</a> <a class="button plain" href="/documentation">Documentation</a></p>
${renderFigures(site, { answered, now })}</div>
${renderFirstCall(trials, base)}</section>
${pathsSection(site, { base })}
<section id="demos"><h2>Live examples</h2>
<p>Change a value, and the result follows. No key needed. <a href="/gallery">The gallery</a> shows what else the hub draws and writes.</p>
<div class="demos">${demos.map((demo) => {
    const trial = trials.get(demo.at);
    return trial && demoSection(demo, trial);
  })}</div></section>
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
  const scripts = ["widgets.js", "landing.js"] as const;
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
function renderFirstCall(trials: ReadonlyMap<string, TrialEntry>, base: string): Html | undefined {
  if (!trials.has("/try/qr")) return undefined;
  const path = `/try/qr?data=${encodeURI(base)}&style=rounded&format=svg`;
  return html`<div class="first-call"><h2>Try it now, without a key</h2>
${commandBlock(`curl '${base}${path}' -o code.svg`, "the first call")}
<p>The answer, <code>code.svg</code>:</p>
<div class="shown" data-picture><img src="${path}" width="272" height="272" alt="The answer: a QR code of this hub’s address"></div>
<p class="told" role="status"></p></div>`;
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

interface DemoField {
  name: string;
  label: string;
  value: string;
  options?: readonly string[];
  /** How its text is parsed: as a comma-separated list, or as the numbers of one chart series. */
  as?: "list" | "series";
  isLong?: boolean;
  max?: number;
}

interface Demo {
  /** The path of the keyless sample that it calls. The demo is hidden if the hub lacks the sample. */
  at: string;
  title: string;
  shows: "picture" | "sound" | "hash" | "money";
  /** Delay after the last keystroke before the request is sent. */
  waitMs: number;
  /** Button label, used without JavaScript and for demos that don't update as you type. */
  act: string;
  fields: readonly DemoField[];
  /** The width and height of a picture in pixels, so that the page keeps a place for it. */
  size?: readonly number[];
}

const demos = demoData as readonly Demo[];

function demoSection(demo: Demo, { path, loaded, plugin }: TrialEntry): Html {
  const { method, route } = loaded;
  const values = Object.fromEntries(demo.fields.map((field) => [field.name, sentValue(field)]));
  const given = { params: values, query: withoutParams(values, path) };
  const shown = buildRequestPath(path, given);
  const about = buildEndpointPath(plugin, loaded);
  const line =
    method === "GET"
      ? `GET ${buildRequestPath(loaded.path, { params: values, query: withoutParams(values, loaded.path) })}`
      : `${method} ${loaded.path} ${JSON.stringify(values)}`;
  return html`<section class="demo" id="show-${demo.at.split("/")[2]}" data-shows="${demo.shows}">
<h3>${demo.title}</h3>
<form action="${shown.split("?")[0]}" data-path="${path}" data-api="${method} ${loaded.path}" data-wait="${demo.waitMs}">
${demo.fields.map((field) => input(field, path))}
${demo.shows === "sound" ? html`<button>${demo.act}</button>` : html`<noscript><button>${demo.act}</button></noscript>`}
</form>
<div class="shown"${demo.shows === "picture" && html` data-picture`}>${renderInitialResult(demo, { shown, summary: route.summary })}</div>
<p class="told" role="status"></p>
<p class="line"><code>${line}</code> <a href="${about}" aria-label="Documentation: ${route.summary}">Documentation</a></p>
</section>`;
}

/** Builds the initial result, which is also the only one without JavaScript. */
function renderInitialResult(
  { shows, title, size: [width, height] = [0, 0] }: Demo,
  { shown, summary }: { shown: string; summary: string },
): Html {
  switch (shows) {
    case "picture":
      return html`<img src="${shown}" width="${width}" height="${height}" alt="${title} generated from the form" loading="lazy">`;
    case "sound":
      return html`<audio controls preload="none" src="${shown}" aria-label="${summary}"></audio>`;
    default:
      return html`<output><a href="${shown}">Open the response</a></output>`;
  }
}

function input({ name, label, value, options, as, isLong, max }: DemoField, path: string): Html {
  const id = `${path}-${name}`.replace(/\W+/g, "-").slice(1);
  // Path parameters and chart series can't be submitted without JavaScript.
  const isLocked = path.split("/").includes(`:${name}`) || as === "series";
  const attributes = html`id="${id}" name="${name}"${as && html` data-as="${as}"`}${isLocked && html` disabled`}`;
  return html`<label for="${id}"${isLong && html` class="long"`}><span>${label}</span>${
    options
      ? html`<select ${attributes}>${options.map(
          (option) => html`<option${option === value && html` selected`}>${option}</option>`,
        )}</select>`
      : html`<input ${attributes} value="${value}" maxlength="${max ?? 300}" autocomplete="off" spellcheck="false" dir="auto">`
  }</label>`;
}

function sentValue({ value, as }: DemoField): unknown {
  const parts = value.split(",").map((part) => part.trim());
  if (as === "list") return parts;
  return as === "series" ? [{ data: parts.map(Number) }] : value;
}

function withoutParams(values: Record<string, unknown>, path: string): Record<string, unknown> {
  const parts = new Set(path.split("/"));
  return Object.fromEntries(Object.entries(values).filter(([name]) => !parts.has(`:${name}`)));
}
