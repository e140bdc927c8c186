import { openapi } from "@elysiajs/openapi";
import { Elysia } from "elysia";
import packageJson from "../../../../package.json" with { type: "json" };
import { type Reply, reply } from "../../../contract/reply.ts";
import { type Html, html } from "../../../lib/html.ts";
import type { Catalogue } from "../../view/site.ts";
import { type AssetName, assetUrl } from "../page/assets.ts";
import { keyForm } from "../page/key-form.ts";
import {
  cacheFor,
  hubTitle,
  iconLink,
  pageHeaders,
  pageType,
  siteFooter,
  siteHeader,
} from "../page/page.ts";

/**
 * Builds the interactive reference: the page of `@elysiajs/openapi` with Swagger UI, in the frame of the site. All its
 * resources come from this hub. Scalar, the other interface of that package, needs packages of 278 MB.
 */
export async function referencePage(site: Catalogue, service: string | undefined): Promise<Reply> {
  const pages = cacheFor(site, "references", () => new Map<string | undefined, string>());
  const markup = pages.get(service) ?? (await writePage(site, service));
  pages.set(service, markup);
  return reply(markup, {
    type: pageType,
    headers: pageHeaders({ "script-src": `'self' ${hashInlineScript(markup)}` }),
  });
}

async function writePage(site: Catalogue, service: string | undefined): Promise<string> {
  const [shown] = [...site.plugins, site.own].filter(({ name }) => name === service);
  const title = shown ? `${shown.plugin.manifest.title} reference` : "API reference";
  const drawn = await drawReference({ title: `${title} · ${hubTitle}`, service });
  const frame = new HTMLRewriter()
    .on("title", {
      element: (element) => void element.after(headLinks().markup, { html: true }),
    })
    .on("body", {
      element(element) {
        element.setAttribute("class", "reference");
        element.prepend(pageStart(site, { title, service }).markup, { html: true });
      },
    })
    .on("#swagger-ui", {
      element(element) {
        element.setAttribute("tabindex", "-1");
        element.setInnerContent(placeholder.markup, { html: true });
        element.after(pageEnd().markup, { html: true });
      },
    });
  return frame.transform(drawn);
}

/** Has `@elysiajs/openapi` draw its page for our document. `reference.js` adds what JSON can't express. */
async function drawReference({
  title,
  service,
}: {
  title: string;
  service: string | undefined;
}): Promise<string> {
  const app = new Elysia().use(
    openapi({
      path: "/docs",
      provider: "swagger-ui",
      specPath: `/openapi.json${service === undefined ? "" : `?service=${service}`}`,
      documentation: {
        info: {
          // The package doesn't escape it.
          title: Bun.escapeHTML(title),
          version: packageJson.version,
          description: "Call every endpoint of this hub",
        },
      },
      swagger: {
        cdn: assetUrl("swagger-ui.js"),
        theme: assetUrl("reference.css"),
        autoDarkMode: false,
        deepLinking: true,
        displayRequestDuration: true,
        docExpansion: "list",
        filter: true,
        // `key.js` remembers the key, if the visitor asks for it.
        persistAuthorization: false,
        defaultModelsExpandDepth: -1,
        tryItOutEnabled: true,
        // The badge would send the document to a validator on another host.
        validatorUrl: "none",
      },
    }),
  );
  return (await app.handle(new Request("http://localhost/docs"))).text();
}

/** The only script without an address starts Swagger UI. */
const inlineScript = /<script>([^<]*)<\/script>/;

/** Returns the source expression that allows the inline script of a page, and no other. */
function hashInlineScript(markup: string): string {
  const [, script = ""] = inlineScript.exec(markup) ?? [];
  return `'sha256-${new Bun.CryptoHasher("sha256").update(script).digest("base64")}'`;
}

function headLinks(): Html {
  const scripts: readonly AssetName[] = ["key.js", "reference.js"];
  return html`
<meta name="color-scheme" content="light dark">
${iconLink}
<link rel="stylesheet" href="${assetUrl("style.css")}">
${scripts.map((name) => html`<script type="module" src="${assetUrl(name)}"></script>`)}`;
}

function pageStart(
  site: Catalogue,
  { title, service }: { title: string; service: string | undefined },
): Html {
  const query = service === undefined ? "" : `?service=${service}`;
  return html`
<a class="skip" href="#swagger-ui">Skip to the endpoints</a>
${siteHeader("/docs")}
<div class="columns">
<aside>${serviceNav(site, service)}</aside>
<main id="content">
<h1>${title}</h1>
<p class="lead">Call every endpoint from this page. See also the <a href="/documentation${service !== undefined && `/${service}`}">documentation</a> and the <a href="/openapi.json${query}">OpenAPI document</a>.</p>
${keyForm(html`Sent with your requests as <code>X-API-Key</code>. <a href="/signup">Get a key</a>`)}
`;
}

/** Links to the references of single services. */
function serviceNav({ plugins, own }: Catalogue, current: string | undefined): Html {
  const services = [...plugins, own].map(({ name, plugin }) => [name, plugin.manifest.title]);
  return html`<nav aria-label="Services"><ul>${[[undefined, "All services"], ...services].map(
    ([name, title]) =>
      html`<li><a href="/docs${name !== undefined && `?service=${name}`}"${name === current && html` aria-current="page"`}>${title}</a></li>`,
  )}</ul></nav>`;
}

const placeholder = html`<p class="note">Loading the endpoints …</p>
<noscript><p>The API reference requires JavaScript. <a href="/documentation">The documentation</a> does not.</p></noscript>`;

function pageEnd(): Html {
  return html`
</main>
</div>
${siteFooter()}`;
}
