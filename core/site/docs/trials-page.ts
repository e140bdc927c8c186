import { trialPerMinute } from "../../accounts/tiers.ts";
import type { Reply } from "../../contract/reply.ts";
import { html } from "../../lib/html.ts";
import type { Catalogue } from "../view/site.ts";
import { routeLine } from "./endpoint-page.ts";
import { buildEndpointPath, buildOperationId } from "./openapi.ts";
import { page } from "./page.ts";
import { trialForm } from "./trial-form.ts";
import { listTrials } from "./trials.ts";

/** Builds the page of keyless samples, each with a form to send it. */
export function trialsPage(site: Pick<Catalogue, "plugins">): Reply {
  const body = html`<h1>Try without a key</h1>
<p class="lead">Each IP address can make ${trialPerMinute} calls in 60 seconds, shared by all samples. The live examples on the front page have higher limits of their own. <a href="/signup">A key</a> is free and needs only an email address.</p>
${listTrials(site.plugins).map(
  (trial) => html`<section class="endpoint" id="${buildOperationId("GET", trial.path)}">
<h2>${trial.loaded.route.summary}</h2>
${routeLine("GET", trial.path)}
<p><a href="${buildEndpointPath(trial.plugin, trial.loaded)}">About this endpoint</a></p>
${trialForm(trial)}</section>`,
)}`;
  return page({ title: "Try without a key", path: "/try", body, scripts: ["try.js"] });
}
