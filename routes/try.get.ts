import { binary, t } from "hub";
import { trialPerMinute } from "../core/access/tiers.ts";
import { isBrowser } from "../core/docs/accept.ts";
import { baseOf } from "../core/docs/base.ts";
import { routeLine } from "../core/docs/endpoint-section.ts";
import { html } from "../core/docs/html.ts";
import { braced, operationIdOf } from "../core/docs/openapi.ts";
import { page, pageType } from "../core/docs/page.ts";
import { trialForm } from "../core/docs/trial-form.ts";
import { trialsOf } from "../core/docs/trials.ts";
import { own } from "../core/own.ts";

export default own.route({
  summary: "List the keyless samples",
  description: "JSON, or a page with forms for browsers.",
  response: t.Union([
    binary(pageType),
    t.Object({
      success: t.Boolean(),
      per_minute: t.Integer({ description: "Calls an address may make in 60 seconds" }),
      samples: t.Array(
        t.Object({
          service: t.String({ description: "The service it samples" }),
          path: t.String({ description: "Its path" }),
          url: t.String({ description: "An address that answers" }),
          summary: t.String({ description: "What it does" }),
        }),
      ),
    }),
  ]),
  example: {},
  handler({ hub, request }) {
    const trials = trialsOf(hub.plugins);
    if (!isBrowser(request))
      return {
        success: true,
        per_minute: trialPerMinute,
        samples: trials.map(({ plugin, loaded, path, sample }) => ({
          service: plugin.name,
          path: braced(path),
          url: baseOf(hub, request) + sample,
          summary: loaded.route.summary,
        })),
      };
    const body = html`<h1>Try without a key</h1>
<p class="lead">${trialPerMinute} calls in 60 seconds for an address, over all samples together. <a href="/signup">A key</a> is free and takes an e-mail address.</p>
${trials.map(
  (trial) => html`<section class="endpoint" id="${operationIdOf("GET", trial.path)}">
<h2>${trial.loaded.route.summary}</h2>
${routeLine("GET", trial.path)}
<p><a href="/documentation/${trial.plugin.name}#${operationIdOf(trial.loaded.method, trial.loaded.path)}">About this endpoint</a></p>
${trialForm(trial)}</section>`,
)}`;
    return page({ title: "Try without a key", path: "/try", body, scripts: ["try.js"] });
  },
});
