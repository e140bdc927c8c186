import { listMediaTypes } from "../../contract/schema.ts";
import type { LoadedPlugin, LoadedRoute } from "../../host/plugin/loaded-plugin.ts";
import { type Html, html, markdown } from "../../lib/html.ts";
import type { CapturedAnswers } from "../examples/captured-answers.ts";
import { publishSchema } from "../examples/published.ts";
import type { Catalogue } from "../view/site.ts";
import { showAnswer } from "./answer-view.ts";
import { callForm } from "./call-form.ts";
import { listFacts } from "./facts.ts";
import { fieldList, listSchemaFields } from "./fields.ts";
import { describeInput } from "./inputs.ts";
import { type FailureEntry, listSharedFailures } from "./list-failures.ts";
import { bracePath, buildOperationId, findAnswerPath, wantsKey } from "./openapi.ts";
import { sampleTabs } from "./sample-tabs.ts";
import { buildSamples } from "./samples.ts";
import type { TrialEntry } from "./trials.ts";

export interface EndpointOptions {
  catalogue: Catalogue;
  /** The base URL of the hub. */
  base: string;
  /** The keyless samples of this endpoint. */
  trials: readonly TrialEntry[];
  /** Captured responses to the examples of endpoints. */
  answers: Pick<CapturedAnswers, "find">;
}

/** Renders one endpoint: its parameters and response, code samples, a form and an example response. */
export function endpointSection(
  plugin: LoadedPlugin,
  loaded: LoadedRoute,
  { catalogue, base, trials, answers }: EndpointOptions,
): Html {
  const { route, method, path } = loaded;
  const id = buildOperationId(method, path);
  const keyed = wantsKey(catalogue, loaded);
  const failures = listSharedFailures(plugin, loaded, { keyed });
  const address = findAnswerPath(plugin, loaded, { keyed });
  const known = answers.find(loaded);
  const isLasting = plugin === catalogue.own && method !== "GET";
  const isAnswered = !listMediaTypes(route.response).includes("text/event-stream");
  return html`<section class="endpoint" id="${id}">
<h3><a href="#${id}">${route.summary}</a></h3>
${routeLine(method, path)}
<div class="sides">
<div class="tells">
${listFacts(plugin, loaded)
  .slice(route.description ? 0 : 1)
  .map(markdown)}
</div>
<div class="shows">
${sampleTabs(id, buildSamples(loaded, { base, keyed }))}
${isAnswered && callForm(loaded, { id, keyed, isLasting, trial: trials[0] })}
<div class="captured"${address !== undefined && !known && html` data-answer="${address}"`}>${
    known && address !== undefined
      ? showAnswer(known, { address, summary: route.summary })
      : address !== undefined && html`<p><a href="${address}">Show an example response</a></p>`
  }</div>
</div>
<div class="takes">
${describeInput("Path", route.params, route.example.params)}
${describeInput("Query", route.query, route.example.query)}
${describeInput("Body", route.body, route.example.body)}
${renderAnswer(loaded)}
${failureList(failures)}
</div>
</div>
</section>`;
}

/** Renders a method and a path. */
export function routeLine(method: string, path: string): Html {
  return html`<p class="route"><span class="method ${method.toLowerCase()}">${method}</span> <code>${bracePath(path)}</code></p>`;
}

function renderAnswer({ route: { response } }: LoadedRoute): Html {
  const types = listMediaTypes(response);
  const schema = publishSchema(response);
  const fields = listSchemaFields(types.length > 0 ? findJsonPart(schema) : schema);
  const kinds = [...(fields.length > 0 || types.length === 0 ? ["JSON"] : []), ...types];
  if (fields.length === 0) return html`<h4>Response</h4><p>${kinds.join(" or ")}</p>`;
  return html`<details class="answer"><summary>Response: ${kinds.join(" or ")}</summary>${fieldList(fields, { isAnswer: true })}</details>`;
}

/** Returns the JSON alternative of a response schema that can also be a file. */
function findJsonPart({ anyOf }: Record<string, unknown>): Record<string, unknown> {
  const options = (anyOf ?? []) as Record<string, unknown>[];
  return options.find(({ format }) => format !== "binary") ?? {};
}

function failureList(failures: readonly FailureEntry[]): Html | undefined {
  if (failures.length === 0) return undefined;
  return html`<details class="failures"><summary>Errors</summary><ul>${failures.map(
    ({ code, status, title }) =>
      html`<li>${status} <a href="/problems/${code}" title="${title}"><code>${code}</code></a></li>`,
  )}</ul></details>`;
}
