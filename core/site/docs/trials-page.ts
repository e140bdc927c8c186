import { trialPerMinute } from "../../accounts/tiers.ts";
import type { Reply } from "../../contract/reply.ts";
import { html } from "../../lib/html.ts";
import type { Catalogue } from "../view/site.ts";
import { routeLine } from "./endpoint-section.ts";
import { operationIdOf } from "./openapi.ts";
import { page } from "./page.ts";
import { trialForm } from "./trial-form.ts";
import { trialsOf } from "./trials.ts";

/** The keyless samples, each with a form that sends it. */
export function trialsPage(site: Pick<Catalogue, "plugins">): Reply {
  const body = html`<h1>Try without a key</h1>
<p class="lead">${trialPerMinute} calls in 60 seconds for an address, over all samples together; those that the front page draws as one types have more, each its own. <a href="/signup">A key</a> is free and takes an e-mail address.</p>
${trialsOf(site.plugins).map(
  (trial) => html`<section class="endpoint" id="${operationIdOf("GET", trial.path)}">
<h2>${trial.loaded.route.summary}</h2>
${routeLine("GET", trial.path)}
<p><a href="/documentation/${trial.plugin.name}#${operationIdOf(trial.loaded.method, trial.loaded.path)}">About this endpoint</a></p>
${trialForm(trial)}</section>`,
)}`;
  return page({ title: "Try without a key", path: "/try", body, scripts: ["try.js"] });
}
