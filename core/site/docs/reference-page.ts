import { type Reply, reply } from "../../contract/reply.ts";
import { html } from "../../lib/html.ts";
import { assetUrl } from "./assets.ts";
import { hubTitle, iconLink, pageHeaders, pageType, siteFooter, siteHeader } from "./page.ts";

/**
 * Builds the interactive reference. All its resources come from this hub. It uses Swagger UI: an open form
 * of Scalar (1.72.1) violates ten accessibility rules of axe. Swagger UI violates five, which
 * `reference.js` fixes. Scalar also has twice the size (1.0 MB) and needs 278 MB of packages.
 */
export function referencePage(service: string | undefined): Reply {
  const query = service === undefined ? "" : `?service=${service}`;
  const { markup } = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Reference · ${hubTitle}</title>
${iconLink}
<link rel="stylesheet" href="${assetUrl("swagger-ui.css")}">
<link rel="stylesheet" href="${assetUrl("reference.css")}">
<script defer src="${assetUrl("swagger-ui.js")}"></script>
<script defer src="${assetUrl("reference.js")}"></script>
</head>
<body class="reference">
<a class="skip" href="#reference">Skip to the endpoints</a>
${siteHeader("/docs")}
<div id="reference" tabindex="-1" data-document="/openapi.json${query}"></div>
<noscript><p>The API reference requires JavaScript. <a href="/documentation">The documentation</a> does not.</p></noscript>
${siteFooter()}
</body>
</html>
`;
  return reply(markup, { type: pageType, headers: pageHeaders() });
}
