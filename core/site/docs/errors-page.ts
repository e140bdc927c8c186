import type { Reply } from "../../contract/reply.ts";
import { type Html, html } from "../../lib/html.ts";
import type { Catalogue } from "../view/site.ts";
import { PROBLEM } from "./components.ts";
import { type FailureEntry, failuresOf } from "./failures-of.ts";
import { fieldList, fieldsOf } from "./fields.ts";
import { documentationNav } from "./navigation.ts";
import { page } from "./page.ts";

/** Every failure code, by who answers with it. */
export function errorsPage(site: Catalogue): Reply {
  const path = "/documentation/errors";
  const failures = failuresOf(site.plugins);
  const body = html`<h1>Errors</h1>
<p class="lead">Every failure has one shape, <code>application/problem+json</code>, whatever the endpoint.</p>
<pre tabindex="0"><code>${JSON.stringify(PROBLEM.examples[0], null, 2)}</code></pre>
${fieldList(fieldsOf(PROBLEM), { isAnswer: true })}
<section id="shared"><h2>Codes that all services share</h2>${codeTable(failures.filter(({ service }) => service === undefined))}</section>
${site.plugins.map(({ name, plugin: { manifest } }) => {
  const own = failures.filter(({ service }) => service === name);
  return (
    own.length > 0 &&
    html`<section id="${name}"><h2><a href="/documentation/${name}">${manifest.title}</a></h2>${codeTable(own)}</section>`
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
