import type { TSchema } from "@sinclair/typebox";
import type { Route } from "../../../contract/plugin.ts";
import type { Reply } from "../../../contract/reply.ts";
import { bareType, listMediaTypes } from "../../../contract/schema.ts";
import type { LoadedPlugin, LoadedRoute } from "../../../host/plugin/loaded-plugin.ts";
import { type Html, html, markdown } from "../../../lib/html.ts";
import type { CapturedAnswer } from "../../examples/captured-answers.ts";
import { publishSchema } from "../../examples/published.ts";
import { buildMinimalExample, listSampleFiles } from "../../examples/sample-call.ts";
import { sampleOfSchema } from "../../examples/schema-sample.ts";
import type { AnswerExamples, Catalogue } from "../../view/site.ts";
import { callForm } from "../form/call-form.ts";
import { listFacts } from "../openapi/facts.ts";
import { listOwnFailures } from "../openapi/list-failures.ts";
import {
  bracePath,
  buildEndpointPath,
  buildOperationId,
  findAnswerPath,
  wantsKey,
} from "../openapi/openapi.ts";
import { keyForm } from "../page/key-form.ts";
import { packText, unpackText } from "../page/pack-text.ts";
import { cacheFor, markupReply, pageMarkup, standIn } from "../page/page.ts";
import { showAnswer, showPreview } from "./answer-view.ts";
import { type DocumentedField, fieldList, listAnswerFields } from "./fields.ts";
import { describeInput } from "./inputs.ts";
import { documentationNav } from "./navigation.ts";
import { sampleTabs } from "./sample-tabs.ts";
import { buildSamples } from "./samples.ts";
import { listTrials } from "./trials.ts";

type EndpointPageSource = Catalogue & AnswerExamples;

interface Endpoint {
  plugin: LoadedPlugin;
  loaded: LoadedRoute;
}

/** Builds the page of one endpoint: request and response, parameters, notes and errors. */
export async function endpointPage(
  site: EndpointPageSource,
  { plugin, loaded, base }: Endpoint & { base: string },
): Promise<Reply> {
  const path = buildEndpointPath(plugin, loaded);
  const answer = (await site.captured()).find(loaded);
  const cached = cacheFor<{
    packed?: Uint8Array;
    answer?: CapturedAnswer | undefined;
    revision?: string;
  }>(site, `page ${path}`, () => ({}));
  const { revision } = site.examples;
  // Only pages without a captured answer show the examples of the OpenAPI document.
  if (cached.packed && cached.answer === answer && (answer || cached.revision === revision))
    return markupReply(unpackText(cached.packed), { path, base });
  const markup = renderPage(site, { plugin, loaded, answer });
  cached.packed = packText(markup);
  Object.assign(cached, { answer, revision });
  return markupReply(markup, { path, base });
}

function renderPage(
  site: EndpointPageSource,
  { plugin, loaded, answer }: Endpoint & { answer: CapturedAnswer | undefined },
): string {
  const { route, method, path } = loaded;
  const { title } = plugin.plugin.manifest;
  const keyed = wantsKey(site, loaded);
  const { lead, notes } = splitDescription(plugin, loaded);
  const [kinds, fields] = describeAnswer(loaded);
  const ownPath = buildEndpointPath(plugin, loaded);
  const body = html`<nav class="crumbs" aria-label="Breadcrumb"><a href="/documentation">Documentation</a> / <a href="/documentation/${plugin.name}">${title}</a></nav>
<h1>${route.summary}</h1>
${routeLine(method, path)}
<div class="lead">${markdown(lead ?? describeResult(kinds, fields))}</div>
${renderExchange(site, { plugin, loaded, answer, keyed })}
<div class="takes">
${describeInput("Path parameters", route.params, route.example.params)}
${describeInput("Query parameters", route.query, route.example.query)}
${describeInput("Body", route.body, route.example.body)}
${responseFields(route, fields)}
${notes.length > 0 && html`<section><h2>Notes</h2>${notes.map(markdown)}</section>`}
${errorList(plugin)}
</div>`;
  return pageMarkup({
    title: `${route.summary} · ${title}`,
    path: ownPath,
    body,
    aside: documentationNav(site, ownPath),
    scripts: ["key.js", "form.js", "samples.js"],
  });
}

/** Renders the request and the response next to each other, and the form that sends another request. */
function renderExchange(
  site: EndpointPageSource,
  {
    plugin,
    loaded,
    answer,
    keyed,
  }: Endpoint & { answer: CapturedAnswer | undefined; keyed: boolean },
): Html {
  const { route, method, path } = loaded;
  const id = buildOperationId(method, path);
  const [trial] = listTrials([plugin]).filter((one) => one.loaded === loaded);
  const address = findAnswerPath(plugin, loaded, { keyed });
  const slug = buildEndpointPath(plugin, loaded).split("/").at(-1);
  const code = plugin === site.own ? undefined : `/tools/code/${plugin.name}/${slug}`;
  const isLasting = plugin === site.own && method !== "GET";
  const isStream = listMediaTypes(route.response).includes("text/event-stream");
  const example = buildMinimalExample(route);
  const isFull = Bun.deepEquals(example, route.example);
  const samples = (shown: Route["example"]) =>
    buildSamples({ ...loaded, route: { ...route, example: shown } }, { base: standIn, keyed });
  const preview = site.plugins.some(({ name }) => name === "pdf")
    ? "/api/pdf/to-images"
    : undefined;
  const reference = { example, isLasting, trial };
  return html`<div class="exchange" id="${id}">
<section class="request"><h2>Request</h2>
${sampleTabs(id, samples(example))}
${!isFull && html`<details class="full"><summary>Request of the example</summary>${sampleTabs(`${id}-full`, samples(route.example))}</details>`}
${address !== undefined && sampleFiles(loaded, address)}
</section>
<section class="response"><h2>${isFull ? "Response" : "Response of the example"}</h2>
<div class="captured"${address !== undefined && !answer && html` data-answer="${address}"`}>${
    answer && address !== undefined
      ? showAnswer(answer, { address, summary: route.summary })
      : address !== undefined
        ? showPreview(findPreview(site, loaded), { address })
        : html`<p class="note">Send the request to see its response.</p>`
  }</div>
</section>
<section class="attempt">
${
  keyed &&
  keyForm(
    html`Fills the samples, and is sent with your requests. <a href="/signup">Get a key</a>${trial && ", or send the request without one"}`,
  )
}
${!isStream && callForm(loaded, { target: path, keyed, preview, code, reference })}
</section>
</div>`;
}

/** Returns the example of the OpenAPI document, or one with the names and types of the schema. */
function findPreview({ examples }: EndpointPageSource, loaded: LoadedRoute) {
  const { response } = loaded.route;
  const [type] = listMediaTypes(response);
  const known = examples.find(loaded);
  if (known && /json$/.test(known.type)) return known;
  if (type !== undefined) return { type };
  return { type: "application/json", value: sampleOfSchema(publishSchema(response)) };
}

/** Links to the files that the example uploads, so that its samples run. */
function sampleFiles(loaded: LoadedRoute, address: string): Html | undefined {
  const files = listSampleFiles(loaded);
  if (files.length === 0) return undefined;
  return html`<p class="files">Sample ${files.length === 1 ? "file" : "files"}: ${files.map(
    ([field, { name }]) =>
      html`<a href="${address}?file=${encodeURIComponent(name)}" download="${name}" data-field="${field}">${name}</a> `,
  )}</p>`;
}

/** Renders a method and a path. */
export function routeLine(method: string, path: string): Html {
  return html`<p class="route"><span class="method ${method.toLowerCase()}">${method}</span> <code>${bracePath(path)}</code></p>`;
}

/** Splits the first sentence of a description from its notes, and adds the facts to the notes. */
function splitDescription(plugin: LoadedPlugin, loaded: LoadedRoute) {
  const [description = "", ...facts] = listFacts(plugin, loaded);
  if (loaded.route.description === undefined) return { lead: undefined, notes: facts };
  const end = findSentenceEnd(description);
  const rest = description.slice(end).trim();
  return { lead: description.slice(0, end), notes: rest === "" ? facts : [rest, ...facts] };
}

/** Returns where the first sentence of a Markdown text ends, which is never within code or parentheses. */
function findSentenceEnd(text: string): number {
  let isCode = false;
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text[at] ?? "";
    if (character === "`") isCode = !isCode;
    else if (isCode) continue;
    else if (character === "(") depth++;
    else if (character === ")") depth--;
    else if (depth === 0 && /^[.!?](?:\s|$)/.test(text.slice(at, at + 2))) return at + 1;
  }
  return text.length;
}

/** Maximum number of fields in the first sentence. */
const namedFieldsMax = 4;

/** Describes a response in one sentence: `Returns JSON or text/csv with name and prefixes.` */
function describeResult(kinds: readonly string[], fields: readonly DocumentedField[]): string {
  const names = fields
    .map(({ name }) => name)
    .filter((name) => name !== "success" && /^\w+$/.test(name))
    .slice(0, namedFieldsMax)
    .map((name) => `\`${name}\``);
  const contents = names.length > 0 ? ` with ${joinWords(names, "conjunction")}` : "";
  return `Returns ${joinWords(kinds.map(bareType), "disjunction")}${contents}.`;
}

function joinWords(words: readonly string[], type: "conjunction" | "disjunction"): string {
  return new Intl.ListFormat("en-GB", { type }).format(words);
}

/** Returns the media types of a response, and the fields of its JSON. */
function describeAnswer({
  route: { response },
}: LoadedRoute): [kinds: string[], fields: DocumentedField[]] {
  const types = listMediaTypes(response);
  const fields = listAnswerFields(response);
  const hasJson = fields.length > 0 || types.length === 0;
  return [[...(hasJson ? ["JSON"] : []), ...types], fields];
}

/** Lists the fields of a JSON response, and how to get it instead of a file. */
function responseFields(route: Route, fields: readonly DocumentedField[]): Html | undefined {
  if (fields.length === 0) return undefined;
  const list = fieldList(fields, { isAnswer: true });
  const way = findJsonOption(route);
  return way === undefined
    ? html`<section><h2>Response fields</h2>${list}</section>`
    : html`<section><h2>Response fields</h2><p>Only with <code>${way}</code>: otherwise the response is a file.</p><details class="group"><summary>Fields of the JSON</summary>${list}</details></section>`;
}

/** Returns the option that selects JSON, such as `format=json`, if the response is a file without it. */
function findJsonOption({ query, body, response }: Route): string | undefined {
  if (listMediaTypes(response).length === 0) return undefined;
  const fields = { ...body?.properties, ...query?.properties };
  for (const [name, schema] of Object.entries<TSchema>(fields)) {
    const values: readonly unknown[] = schema.enum ?? [];
    if (values.includes("json") && schema.default !== undefined && schema.default !== "json")
      return `${name}=json`;
  }
  return undefined;
}

/** Maximum number of errors that are shown without collapsing them. */
const openFailuresMax = 3;

/** Lists the errors that only endpoints like this one have, and links to those that all have. */
function errorList(plugin: LoadedPlugin): Html {
  const failures = listOwnFailures(plugin);
  const own = Object.keys(plugin.plugin.manifest.errors ?? {}).length;
  return html`<section class="failures"><h2>Errors</h2>${
    failures.length > 0 &&
    html`<details class="group"${failures.length <= openFailuresMax && html` open`}><summary>Only of endpoints like this one: ${failures.length}</summary><ul>${failures.map(
      ({ code, status, title }) =>
        html`<li>${status} <a href="/problems/${code}"><code>${code}</code></a>: ${title}</li>`,
    )}</ul></details>`
  }<p><a href="/documentation/errors#shared">General errors</a>${own > 0 && html` · <a href="/documentation/${plugin.name}#failures">${own} of this service</a>`}</p></section>`;
}
