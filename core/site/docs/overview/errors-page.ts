import type { Reply } from "../../../contract/reply.ts";
import { type Html, html } from "../../../lib/html.ts";
import type { Catalogue } from "../../view/site.ts";
import { fieldList, listSchemaFields } from "../endpoint/fields.ts";
import { documentationNav } from "../endpoint/navigation.ts";
import { problem } from "../openapi/components.ts";
import { type FailureEntry, listFailures } from "../openapi/list-failures.ts";
import { page } from "../page/page.ts";

/** Builds the page of error codes: the shared ones, then those of each service. */
export function errorsPage(site: Catalogue): Reply {
  const path = "/documentation/errors";
  const failures = listFailures(site.plugins);
  const body = html`<h1>Errors</h1>
<p class="lead">All endpoints report errors as <code>application/problem+json</code>, except paths that are compatible with another API: those use that API’s error format.</p>
<pre tabindex="0"><code>${JSON.stringify(problem.examples[0], null, 2)}</code></pre>
${fieldList(listSchemaFields(problem), { isAnswer: true })}
<section id="shared"><h2>Shared error codes</h2>${codeTable(failures.filter(({ service }) => service === undefined))}</section>
${site.plugins.map(({ name, plugin: { manifest } }) => {
  const own = failures.filter(({ service }) => service === name);
  return (
    own.length > 0 &&
    html`<details class="part" id="${name}"><summary><h2>${manifest.title}</h2></summary>${codeTable(own)}</details>`
  );
})}`;
  return page({ title: "Errors", path, body, aside: documentationNav(site, path) });
}

function codeTable(failures: readonly FailureEntry[]): Html {
  return html`<div class="wide"><table>
<thead><tr><th>Status</th><th>Code</th><th>Meaning</th></tr></thead>
<tbody>${failures.map(
    ({ code, status, title }) =>
      html`<tr><td>${status}</td><td><a href="/problems/${code}"><code>${code}</code></a></td><td>${title}</td></tr>`,
  )}</tbody></table></div>`;
}
