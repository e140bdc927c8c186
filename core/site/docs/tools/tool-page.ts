import type { Reply } from "../../../contract/reply.ts";
import { html } from "../../../lib/html.ts";
import type { Catalogue } from "../../view/site.ts";
import { sampleTabs } from "../endpoint/sample-tabs.ts";
import { buildSamples } from "../endpoint/samples.ts";
import { callForm } from "../form/call-form.ts";
import { buildEndpointPath } from "../openapi/openapi.ts";
import { keyForm } from "../page/key-form.ts";
import { page } from "../page/page.ts";
import type { Tool } from "./list-tools.ts";
import { findTool } from "./list-tools.ts";

interface ToolPageOptions {
  base: string;
  /** Whether the visitor needs no key. */
  isOpen: boolean;
  cookie: string | undefined;
  given: Readonly<Record<string, string>>;
}

/** Builds the page of a tool: its form, the result, and the call as code. */
export function toolPage(
  site: Catalogue,
  { plugin, loaded, title, href, name }: Tool,
  { base, isOpen, cookie, given }: ToolPageOptions,
): Reply {
  const prefix = isOpen ? "/tools/run" : "/api";
  const hasPreview = findTool(site, { service: "pdf", name: "to-images" }) !== undefined;
  const form = callForm(loaded, {
    target: prefix + loaded.path.slice("/api".length),
    keyed: !isOpen,
    given,
    preview: hasPreview ? `${prefix}/pdf/to-images` : undefined,
    code: `/tools/code/${plugin.name}/${name}`,
  });
  const body = html`<nav class="crumbs" aria-label="Breadcrumb"><a href="/tools">Tools</a> / ${plugin.plugin.manifest.title}</nav>
<h1>${title}</h1>
${!isOpen && keyForm(html`Sent with your requests. <a href="/signup">Get a key</a>`)}
<div class="tool-page">${form}
<section class="tool-result" aria-label="Result" aria-live="polite"><p class="note">The result appears here.</p></section></div>
<details class="tool-code"><summary>Use this in code</summary><div class="tool-samples">${sampleTabs("code", buildSamples(loaded, { base, keyed: true }))}</div>
<p><a href="${buildEndpointPath(plugin, loaded)}">Documentation of this endpoint</a></p></details>
<noscript><p class="note">The form needs JavaScript to show its result.</p></noscript>`;
  return page(
    { title, path: href, body, isFull: true, scripts: ["key.js", "form.js", "samples.js"] },
    { "cache-control": "private, no-cache", ...(cookie && { "set-cookie": cookie }) },
  );
}
