import { SwaggerUIRender } from "@elysiajs/openapi/swagger";
import { type Reply, reply } from "../../contract/reply.ts";
import { html } from "../../lib/html.ts";
import type { HubView } from "../hub-view.ts";
import { assetUrl } from "./assets.ts";
import { hubTitle, iconLink, pageHeaders, pageType, siteHeader } from "./page.ts";

/** The interactive reference, with everything it loads from this hub. */
export function referencePage({ version }: HubView, service: string | undefined): Reply {
  const rendered = SwaggerUIRender(
    {
      title: `Reference · ${hubTitle}`,
      description: "Every endpoint, to be called from here",
      version,
    },
    {
      cdn: assetUrl("swagger-ui.js"),
      theme: assetUrl("swagger-ui.css"),
      // It would turn the colours of everything around; `reference.js` uses the interface's own.
      autoDarkMode: false,
      url: `/openapi.json${service === undefined ? "" : `?service=${service}`}`,
      ...OPTIONS,
    },
  );
  const markup = rendered
    .replace("</head>", `${additions}\n</head>`)
    .replace("<body>", `<body class="reference">\n${siteHeader("/docs")}`);
  const headers = pageHeaders({
    "script-src": `'self' ${inlineScripts(markup).map(hashOf).join(" ")}`,
    "style-src": "'self' 'unsafe-inline'",
  });
  return reply(markup, { type: pageType, headers });
}

const OPTIONS = {
  deepLinking: true,
  displayRequestDuration: true,
  docExpansion: "none" as const,
  defaultModelsExpandDepth: -1,
  filter: true,
  persistAuthorization: true,
  tryItOutEnabled: true,
  // Its badge would show every visitor's document to a validator on another host.
  validatorUrl: "none",
};

const additions = html`${iconLink}
<link rel="stylesheet" href="${assetUrl("frame.css")}">
<script src="${assetUrl("reference.js")}"></script>`;

function inlineScripts(markup: string): string[] {
  return markup
    .split("<script>")
    .slice(1)
    .map((rest) => rest.split("</script>", 1)[0] ?? "");
}

/** The source expression by which a policy allows this one script. */
function hashOf(script: string): string {
  return `'sha256-${new Bun.CryptoHasher("sha256").update(script).digest("base64")}'`;
}
