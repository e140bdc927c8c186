import { binary, reply } from "hub";
import { getBaseUrl } from "../../core/site/docs/page/page.ts";
import { ownRoutes } from "../../core/site/view/own-routes.ts";

const type =
  'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"; charset=utf-8';

export default ownRoutes.route({
  summary: "Get the API catalog",
  description:
    "Returns a linkset (RFC 9264) at the well-known path of RFC 9727. It links to the OpenAPI document, documentation and status of each service. The `Link` header, also on HEAD requests, contains the links for the whole hub.",
  response: binary(type),
  cache: "etag",
  example: {},
  handler({ site, request }) {
    const base = getBaseUrl(site, request);
    const anchor = `${base}/.well-known/api-catalog`;
    const services = site.plugins.map(({ name, plugin }) => ({
      href: `${base}/api/${name}`,
      title: plugin.manifest.title,
      ...buildLinks(base, name),
    }));
    const all = buildLinks(base);
    const linkset = [
      { anchor, item: services.map(({ href, title }) => ({ href, title })), ...all },
      ...services.map(({ href, title: _, ...links }) => ({ anchor: href, ...links })),
    ];
    const header = Object.entries(all).flatMap(([relation, targets]) =>
      targets.map(({ href, type }) => `<${href}>; rel="${relation}"; type="${type}"`),
    );
    const link = [`<${anchor}>; rel="api-catalog"`, ...header].join(", ");
    return reply(JSON.stringify({ linkset }), {
      type,
      headers: { link, "cache-control": "no-cache" },
    });
  },
});

/** Returns the links for one service, or for the whole hub, by RFC 8631 relation. */
function buildLinks(base: string, service?: string) {
  const [query, path] = service === undefined ? ["", ""] : [`?service=${service}`, `/${service}`];
  return {
    "service-desc": [
      { href: `${base}/openapi.json${query}`, type: "application/json" },
      { href: `${base}/openapi.yaml${query}`, type: "application/yaml" },
    ],
    "service-doc": [
      { href: `${base}/documentation${path}`, type: "text/html" },
      { href: `${base}/documentation${path}`, type: "text/markdown" },
    ],
    status: [{ href: `${base}/status`, type: "application/json" }],
  };
}
