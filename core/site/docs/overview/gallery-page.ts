import type { Reply } from "../../../contract/reply.ts";
import { listMediaTypes } from "../../../contract/schema.ts";
import type { LoadedPlugin, LoadedRoute } from "../../../host/plugin/loaded-plugin.ts";
import { type Html, html } from "../../../lib/html.ts";
import { listGalleryEntries } from "../../examples/gallery.ts";
import type { Catalogue } from "../../view/site.ts";
import { buildEndpointPath, buildOperationId } from "../openapi/openapi.ts";
import { page } from "../page/page.ts";

/** Builds the page that shows what endpoints draw, write and speak. */
export function galleryPage({ plugins }: Pick<Catalogue, "plugins">): Reply {
  const sections = plugins.flatMap((plugin) =>
    plugin.routes
      .filter((loaded) => listGalleryEntries(loaded).length > 0)
      .map((loaded) => renderEndpoint(plugin, loaded)),
  );
  const body = html`<h1>Gallery</h1>
<p class="lead">What this hub draws, writes and speaks. Each example is the answer of an endpoint to a request like the one in its documentation.</p>
${sections.length > 0 ? sections : html`<p>No service of this hub has examples for the gallery. <a href="/documentation">See all services</a></p>`}`;
  const scripts = ["widgets.js", "gallery.js"] as const;
  return page({ title: "Gallery", path: "/gallery", body, isFull: true, scripts });
}

function renderEndpoint(plugin: LoadedPlugin, loaded: LoadedRoute): Html {
  const { route } = loaded;
  const id = buildOperationId(loaded.method, loaded.path);
  const kind = findKind(loaded);
  const field = typeof route.gallery === "string" ? route.gallery.split(".")[1] : undefined;
  return html`<section class="gallery ${kind}" id="${id}"><h2>${route.summary}</h2>
<p>${loaded.method} <code>${loaded.path}</code>${field && html`, by <code>${field}</code>`}. <a href="${buildEndpointPath(plugin, loaded)}" aria-label="Documentation: ${route.summary}">Documentation</a></p>
<ul>${listGalleryEntries(loaded).map(({ caption, loaded: { route } }) => {
    const address = `/documentation/answers/${id}?${new URLSearchParams({ variant: caption })}`;
    const name = `${route.summary}: ${caption}`;
    return html`<li><figure>${renderAnswer(kind, { address, name })}<figcaption>${caption}${kind === "sound" && html`: <q>${String(route.example.body?.text ?? "")}</q>`}</figcaption></figure></li>`;
  })}</ul></section>`;
}

type AnswerKind = "picture" | "document" | "sound";

/** Returns how the answers of an endpoint are shown, by the media types of its responses. */
function findKind({ route }: LoadedRoute): AnswerKind {
  const types = listMediaTypes(route.response);
  if (types.some((type) => type.startsWith("audio/"))) return "sound";
  const isPicture = types.some((type) => type.startsWith("image/"));
  return types.includes("application/pdf") && !isPicture ? "document" : "picture";
}

function renderAnswer(
  kind: AnswerKind,
  { address, name }: { address: string; name: string },
): Html {
  if (kind === "sound")
    return html`<audio controls preload="none" src="${address}" aria-label="${name}"></audio>`;
  const source = kind === "document" ? `${address}&part=picture` : address;
  return html`<a href="${address}"><img src="${source}" alt="${name}" loading="lazy"></a>`;
}
