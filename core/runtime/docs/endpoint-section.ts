import { mediaTypesOf } from "../../contract/schema.ts";
import { type Html, html, markdown } from "../../lib/html.ts";
import type { HubView } from "../hub-view.ts";
import type { LoadedPlugin, LoadedRoute } from "../load/loaded-plugin.ts";
import { factsOf } from "./facts.ts";
import { type FailureEntry, sharedFailuresOf } from "./failures-of.ts";
import { fieldList, fieldsOf } from "./fields.ts";
import { describeInput } from "./inputs.ts";
import { bracePath, operationIdOf, wantsKey } from "./openapi.ts";
import { publishSchema } from "./published.ts";
import { sampleTabs } from "./sample-tabs.ts";
import { samplesOf } from "./samples.ts";
import { trialForm } from "./trial-form.ts";
import type { TrialEntry } from "./trials.ts";

export interface EndpointOptions {
  hub: HubView;
  /** The address of the hub. */
  base: string;
  /** The keyless samples of this endpoint. */
  trials: readonly TrialEntry[];
}

/** Shows one endpoint: what it takes, what it answers, how it fails, how it is called. */
export function endpointSection(
  plugin: LoadedPlugin,
  loaded: LoadedRoute,
  { hub, base, trials }: EndpointOptions,
): Html {
  const { route, method, path } = loaded;
  const id = operationIdOf(method, path);
  const keyed = wantsKey(hub, loaded);
  const failures = sharedFailuresOf(plugin, loaded, { keyed });
  return html`<section class="endpoint" id="${id}">
<h3><a href="#${id}">${route.summary}</a></h3>
${routeLine(method, path)}
${factsOf(plugin, loaded)
  .slice(route.description ? 0 : 1)
  .map(markdown)}
${sampleTabs(id, samplesOf(loaded, { base, keyed }))}
${describeInput("Path", route.params)}
${describeInput("Query", route.query)}
${describeInput("Body", route.body)}
${answer(loaded)}
${failureList(failures)}
${trials.map((trial) => html`<h4>Try it without a key</h4>${trialForm(trial)}`)}
</section>`;
}

/** A method and a path, as the documentation writes them. */
export function routeLine(method: string, path: string): Html {
  return html`<p class="route"><span class="method ${method.toLowerCase()}">${method}</span> <code>${bracePath(path)}</code></p>`;
}

function answer({ route: { response } }: LoadedRoute): Html {
  const types = mediaTypesOf(response);
  const schema = publishSchema(response);
  const fields = fieldsOf(types.length > 0 ? jsonPartOf(schema) : schema);
  const kinds = [...(fields.length > 0 || types.length === 0 ? ["JSON"] : []), ...types];
  if (fields.length === 0) return html`<h4>Answer</h4><p>${kinds.join(" or ")}</p>`;
  return html`<details class="answer"><summary>Answer: ${kinds.join(" or ")}</summary>${fieldList(fields, { isAnswer: true })}</details>`;
}

/** What of an answer is JSON, where it may also be a file. */
function jsonPartOf({ anyOf }: Record<string, unknown>): Record<string, unknown> {
  const options = (anyOf ?? []) as Record<string, unknown>[];
  return options.find(({ format }) => format !== "binary") ?? {};
}

function failureList(failures: readonly FailureEntry[]): Html | undefined {
  if (failures.length === 0) return undefined;
  return html`<details class="failures"><summary>Failures</summary><ul>${failures.map(
    ({ code, status, title }) =>
      html`<li>${status} <a href="/problems/${code}" title="${title}"><code>${code}</code></a></li>`,
  )}</ul></details>`;
}
