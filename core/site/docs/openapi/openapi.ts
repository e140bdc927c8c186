import { isKeyedPath } from "../../../accounts/credentials.ts";
import { trialPerMinute } from "../../../accounts/tiers.ts";
import { listMediaTypes } from "../../../contract/schema.ts";
import { formPartsMax } from "../../../host/handler/form.ts";
import { headBytesMax, headersMax, keylessBytesMax } from "../../../host/handler/handler-input.ts";
import { bodyValuesDefault, depthMax } from "../../../host/handler/parse-json.ts";
import type { LoadedPlugin, LoadedRoute } from "../../../host/plugin/loaded-plugin.ts";
import { parametersMax } from "../../../platform/http/address.ts";
import type { AnswerExamples, Catalogue, Release, SiteAddress } from "../../view/site.ts";
import { cacheFor, hubTitle } from "../page/page.ts";
import { components } from "./components.ts";
import { bytes, group } from "./facts.ts";
import { type ExternalDocs, operation, trialOperation } from "./operation.ts";
import { makePortable } from "./portable.ts";
import { failsWithPage } from "./with-problem-pages.ts";

const PAGES = { name: "Pages", description: "Web pages and their assets." };
const TRIALS = {
  name: "Trial",
  description: `Keyless samples of most services. Each IP address can make ${trialPerMinute} calls per minute; some samples have their own limit.`,
};

interface OpenApiOptions {
  /** Only this service. */
  service?: string | undefined;
}

/** The data of the OpenAPI document. */
export type OpenApiSource = Catalogue &
  SiteAddress &
  Pick<Release, "version"> &
  Pick<AnswerExamples, "examples">;

/**
 * Builds the OpenAPI document from the declarations of the plugins and the hub's own routes. Pending requests run
 * after each endpoint, because all together take a tenth of a second.
 */
export async function openApi(site: OpenApiSource, { service }: OpenApiOptions = {}) {
  const shown = [...site.plugins, site.own].filter(
    ({ name }) => service === undefined || name === service,
  );
  const base = site.baseUrl();
  const paths: Record<string, Record<string, unknown>> = {};
  const used = new Set<string>();

  function add(path: string, method: string, item: { tags: string[] }): void {
    const template = bracePath(path);
    paths[template] = { ...paths[template], [method.toLowerCase()]: makePortable(item) };
    for (const tag of item.tags) used.add(tag);
  }

  /** Links to an endpoint's page. Validators require a URL with a host. */
  function linkPage(plugin: LoadedPlugin, loaded: LoadedRoute): ExternalDocs | undefined {
    return base === undefined ? undefined : { url: base + buildEndpointPath(plugin, loaded) };
  }

  for (const plugin of shown) {
    const { manifest } = plugin.plugin;
    for (const loaded of [...plugin.routes, ...plugin.open]) {
      const { method, path } = loaded;
      const isOwnPage = plugin === site.own && isPage(loaded);
      const tag = isOwnPage ? PAGES.name : manifest.title;
      const keyed = wantsKey(site, loaded);
      const operationId = buildOperationId(method, path);
      const example = site.examples.find(loaded);
      const answer = findAnswerPath(plugin, loaded, { keyed });
      const externalDocs = isOwnPage ? undefined : linkPage(plugin, loaded);
      const options = { tag, operationId, keyed, example, answer, externalDocs };
      add(path, method, operation(plugin, loaded, options));
      await Bun.sleep(0);
    }
    for (const [sample, file] of Object.entries(manifest.try ?? {})) {
      const path = `/try${sample}`;
      const loaded = getTrialRoute(plugin, file);
      const operationId = buildOperationId("GET", path);
      const example = site.examples.find(loaded);
      const externalDocs = linkPage(plugin, loaded);
      const options = { path, tag: TRIALS.name, operationId, example, externalDocs };
      add(path, "GET", trialOperation(plugin, loaded, options));
      await Bun.sleep(0);
    }
  }

  const shared = components(shown);
  const responses = withPages(paths, shared.responses);
  const tags = [...shown.map(buildTag), TRIALS, PAGES].filter(({ name }) => used.has(name));
  return {
    openapi: "3.1.1",
    info: {
      title: hubTitle,
      version: site.version,
      description: INTRODUCTION,
      contact: { name: "The operator of this hub", ...(site.baseUrl() && { url: site.baseUrl() }) },
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: site.baseUrl() ?? "/" }],
    security: [{ header: [] }, { bearer: [] }, { query: [] }],
    tags,
    paths,
    components: makePortable({ ...shared, responses }),
  };
}

type Responses = Record<string, { description: string; content?: Record<string, unknown> }>;

/**
 * Adds `text/html` to the errors of operations that browsers open. Returns the responses that operations
 * refer to afterwards.
 */
function withPages(paths: Record<string, Record<string, unknown>>, shared: Responses): Responses {
  const used: Responses = {};
  for (const [path, item] of Object.entries(paths))
    for (const { responses } of Object.values(item) as { responses: Record<string, Reference> }[])
      for (const response of Object.values(responses)) {
        const name = response.$ref?.split("/").at(-1) ?? "";
        const known = shared[name];
        if (!known) continue;
        const isPaged = failsWithPage(path) && known.content?.["application/problem+json"];
        if (isPaged) response.$ref += ".page";
        used[isPaged ? `${name}.page` : name] = isPaged
          ? { ...known, content: { ...known.content, "text/html": PAGE } }
          : known;
      }
  return used;
}

interface Reference {
  $ref?: string;
}

const PAGE = { schema: { type: "string", description: "The same error as a web page" } };

/** Finds the route that a manifest's `try` names. */
export function getTrialRoute(plugin: LoadedPlugin, file: string): LoadedRoute {
  const named = plugin.routes.find((route) => route.file === `${file}.ts`);
  // The loader rejects manifests that name an unknown route.
  if (!named) throw new Error(`Plugin "${plugin.name}" has no route "${file}"`);
  return named;
}

const INTRODUCTION = [
  "Small utility services behind one API key.",
  "Pass the key in the `X-API-Key` or `Authorization: Bearer` header. If you cannot set headers, use `api_key` in the query, but note that URLs are often logged. `POST /api-key` issues a free key, or emails a verification code for one.",
  "If a response is available in several media types, `Accept` selects one by its weights. If none matches, the response is JSON or the type selected by `format`. Text responses over 1 kB are compressed with the best encoding in `Accept-Encoding`: `zstd`, `br` or `gzip`. Request bodies can have a `Content-Encoding` of `br` or `gzip`; size limits apply to the decoded body. Other encodings are rejected with 415 and an `Accept-Encoding` header that lists these two.",
  `The request line and headers can be up to ${bytes(headBytesMax)} in total, with at most ${headersMax} headers. Larger requests are rejected with 431 and no body, and the connection is closed. A query can have up to ${group(parametersMax)} parameters, a form ${group(formPartsMax)} parts, and a JSON body ${group(bodyValuesDefault)} values (lists, objects, list items and field names) nested ${depthMax} levels deep, unless its endpoint states otherwise. Without a key, a body can be up to ${bytes(keylessBytesMax)}. HTTP pipelining is not supported: wait for a response before you send the next request on a connection, or the connection may be closed without a response.`,
  "Every POST accepts an `Idempotency-Key`, including sign-up and account operations. A retry with the same key returns the first response and does not run the work again.",
  "Run long requests in the background with `Prefer: respond-async`: endpoints that run as a job return 202 and a job immediately. `GET /api/jobs/{id}` returns its status, `/events` streams it, and `/result` returns the final response.",
  "Errors are `application/problem+json` with a stable `code`, explained at `/problems/{code}`. Paths that are compatible with another API use that API's error format. Successful requests return status 200, or 202 if they run in the background.",
].join("\n\n");

function buildTag({ plugin: { manifest } }: LoadedPlugin) {
  const { title, summary, limits } = manifest;
  return { name: title, description: summary, ...(limits && { "x-limits": limits }) };
}

/** Converts a path to OpenAPI notation: `/hash/:algo` becomes `/hash/{algo}`. */
export function bracePath(path: string): string {
  return path.replace(/:(\w+)/g, "{$1}");
}

/** Builds the operation id: `getQrGenerateSvg` for `GET /api/qr/generate/svg`. Parameters become `By…`. */
export function buildOperationId(method: string, path: string): string {
  const words = splitPath(path.replace(/^\/api\//, "/"));
  const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
  return method.toLowerCase() + (name || "Root");
}

/** Returns the path of an endpoint's page: `/documentation/qr/get-generate-svg`. */
export function buildEndpointPath(plugin: EndpointOwner, loaded: LoadedRoute): string {
  const base = `/documentation/${plugin.name}`;
  const slug = listSlugs(plugin).get(loaded);
  // Endpoints that have changed since the page was opened lead to their service.
  return slug === undefined ? base : `${base}/${slug}`;
}

/** Finds the endpoint of a page by the last segment of its path. */
export function findEndpoint(plugin: EndpointOwner, slug: string): LoadedRoute | undefined {
  for (const [loaded, own] of listSlugs(plugin)) if (own === slug) return loaded;
  return undefined;
}

type EndpointOwner = Pick<LoadedPlugin, "name" | "routes" | "open">;

/** Lists the unique names of a service's endpoints: their operation ids without the service, in kebab case. */
function listSlugs(plugin: EndpointOwner): ReadonlyMap<LoadedRoute, string> {
  return cacheFor(plugin, "slugs", () => buildSlugs(plugin));
}

function buildSlugs(plugin: EndpointOwner): ReadonlyMap<LoadedRoute, string> {
  const slugs = new Map<LoadedRoute, string>();
  const used = new Set<string>();
  for (const loaded of [...selectDocumentedRoutes(plugin), ...plugin.open]) {
    const own = loaded.path.replace(`/api/${plugin.name}/`, "/");
    const slug = [loaded.method, ...splitPath(own)].join("-").toLowerCase();
    let unique = slug;
    for (let number = 2; used.has(unique); number++) unique = `${slug}-${number}`;
    used.add(unique);
    slugs.set(loaded, unique);
  }
  return slugs;
}

/** Lists the endpoints of a service, without web pages. */
export function selectDocumentedRoutes({ name, routes }: EndpointOwner): readonly LoadedRoute[] {
  return routes.filter((loaded) => name !== "hub" || !isPage(loaded));
}

/** Splits a path into words. Parameters become `by-…`. */
function splitPath(path: string): string[] {
  return path
    .replace(/:(\w+)/g, "by-$1")
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean);
}

/** Returns whether a route returns a web page or one of its assets. */
export function isPage({ route }: LoadedRoute): boolean {
  const types = listMediaTypes(route.response);
  return types.length > 0 && types.every((type) => PAGE_TYPE.test(type));
}

const PAGE_TYPE = /^text\/(?:html|markdown|css|javascript)\b/;

/** Returns whether a route requires a key. The hub's own routes don't, except those about the caller's key. */
export function wantsKey(site: Pick<Catalogue, "own">, loaded: LoadedRoute): boolean {
  if (!site.own.routes.includes(loaded)) return loaded.folder !== "public";
  return isKeyedPath(loaded);
}

/**
 * Returns the path of an endpoint's captured response, if it has one. The hub's own endpoints are not captured
 * if they require a key, change something or are pages.
 */
export function findAnswerPath(
  plugin: LoadedPlugin,
  loaded: LoadedRoute,
  { keyed }: { keyed: boolean },
): string | undefined {
  const { method, path, route } = loaded;
  const isOthers = listMediaTypes(route.response).includes("*/*");
  const isRun =
    plugin.name !== "hub" ||
    (method === "GET" && !keyed && !isPage(loaded) && !isOthers && path !== "/metrics");
  return isRun ? `/documentation/answers/${buildOperationId(method, path)}` : undefined;
}
