import { trialPerMinute } from "../../accounts/tiers.ts";
import { mediaTypesOf } from "../../contract/schema.ts";
import { headBytesMax, headersMax } from "../../host/handler/handler-input.ts";
import type { LoadedPlugin, LoadedRoute } from "../../host/plugin/loaded-plugin.ts";
import type { Addressed, AnswerExamples, Catalogue, Release } from "../view/site.ts";
import { components } from "./components.ts";
import { bytes } from "./facts.ts";
import { operation, trialOperation } from "./operation.ts";
import { hubTitle } from "./page.ts";
import { failsWithPage } from "./with-problem-pages.ts";

const PAGES = { name: "Pages", description: "What people read, and the files it is drawn with." };
const TRIALS = {
  name: "Trial",
  description: `One keyless sample of most services, ${trialPerMinute} calls a minute for an address; some have a pace of their own.`,
};

interface OpenApiOptions {
  /** Only this service. */
  service?: string | undefined;
}

/** What the OpenAPI document is built from. */
export type OpenApiSource = Catalogue &
  Addressed &
  Pick<Release, "version"> &
  Pick<AnswerExamples, "examples">;

/** Builds the OpenAPI document from what the plugins and the hub's own routes declare. */
export function openApi(site: OpenApiSource, { service }: OpenApiOptions = {}) {
  const shown = [...site.plugins, site.own].filter(
    ({ name }) => service === undefined || name === service,
  );
  const paths: Record<string, Record<string, unknown>> = {};
  const used = new Set<string>();

  function add(path: string, method: string, item: { tags: string[] }): void {
    const template = bracePath(path);
    paths[template] = { ...paths[template], [method.toLowerCase()]: item };
    for (const tag of item.tags) used.add(tag);
  }

  for (const plugin of shown) {
    const { manifest } = plugin.plugin;
    for (const loaded of [...plugin.routes, ...plugin.open]) {
      const { method, path } = loaded;
      const tag = plugin === site.own && isPage(loaded) ? PAGES.name : manifest.title;
      const keyed = wantsKey(site, loaded);
      const operationId = operationIdOf(method, path);
      const example = site.examples.find(loaded);
      add(path, method, operation(plugin, loaded, { tag, operationId, keyed, example }));
    }
    for (const [sample, file] of Object.entries(manifest.try ?? {})) {
      const path = `/try${sample}`;
      const loaded = routeOf(plugin, file);
      const operationId = operationIdOf("GET", path);
      const example = site.examples.find(loaded);
      const options = { path, tag: TRIALS.name, operationId, example };
      add(path, "GET", trialOperation(plugin, loaded, options));
    }
  }

  const shared = components(shown);
  const responses = withPages(paths, shared.responses);
  const tags = [...shown.map(tagOf), TRIALS, PAGES].filter(({ name }) => used.has(name));
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
    components: { ...shared, responses },
  };
}

type Responses = Record<string, { description: string; content?: Record<string, unknown> }>;

/**
 * Has the operations that browsers see refer to failures that may be pages. Answers with the responses
 * that operations refer to then.
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

const PAGE = { schema: { type: "string", description: "The same for who likes a page better" } };

/** Finds the route that a manifest's `try` names. */
export function routeOf(plugin: LoadedPlugin, file: string): LoadedRoute {
  const named = plugin.routes.find((route) => route.file === `${file}.ts`);
  // The loader lets no plugin pass whose manifest names another.
  if (!named) throw new Error(`Plugin "${plugin.name}" has no route "${file}"`);
  return named;
}

const INTRODUCTION = [
  "Small utility services behind one address and one key.",
  "Pass the key as `X-API-Key` or `Authorization: Bearer` (or as `api_key` in the query, where a header cannot be set: addresses end up in logs). `POST /api-key` issues a free one, or mails a code for it.",
  "Where an answer has several media types, `Accept` chooses by its weights, and JSON or what `format` asks for is answered where it names none of them. Text above 1 kB comes under the content coding that `Accept-Encoding` likes best: `zstd`, `br` or `gzip`. Bodies of requests may have a `Content-Encoding` of `br` or `gzip`; their limits apply to what they decode to. Other codings are refused with 415, and `Accept-Encoding` names these two.",
  `The request line and the headers may have ${bytes(headBytesMax)} together, with at most ${headersMax} headers: what is larger the server refuses before the hub sees it, with 431, no body and the end of the connection. Wait for an answer before the next request on a connection: where one comes before an answer that takes a moment, the connection ends unanswered.`,
  "Every POST takes an `Idempotency-Key`, sign-up and account operations included: sent again with it, a request whose answer was lost is answered as before, and its work is done once.",
  "What runs as a job may be left to run: `Prefer: respond-async` answers 202 with a job at once, `GET /api/jobs/{id}` tells how it fares, `/events` as it happens, and `/result` gives the answer as it would have been.",
  "Every failure is `application/problem+json` with a stable `code`, explained at `/problems/{code}`; paths made for another service's clients say what those read. Every success is status 200, or 202 where the work is done later.",
].join("\n\n");

function tagOf({ plugin: { manifest } }: LoadedPlugin) {
  const { title, summary, limits } = manifest;
  return { name: title, description: summary, ...(limits && { "x-limits": limits }) };
}

/** A path as the document writes it: `/hash/:algo` is `/hash/{algo}`. */
export function bracePath(path: string): string {
  return path.replace(/:(\w+)/g, "{$1}");
}

/** `GET /api/qr/generate/svg` is `getQrGenerateSvg`; a parameter is `By…`. */
export function operationIdOf(method: string, path: string): string {
  const words = path
    .replace(/^\/api\//, "/")
    .replace(/:(\w+)/g, "by-$1")
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean);
  const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
  return method.toLowerCase() + (name || "Root");
}

/** Whether a route answers people: with a page, or with what a page is drawn with. */
export function isPage({ route }: LoadedRoute): boolean {
  const types = mediaTypesOf(route.response);
  return types.length > 0 && types.every((type) => PAGE_TYPE.test(type));
}

const PAGE_TYPE = /^text\/(?:html|markdown|css|javascript)\b/;

/** Whether a route wants a key. The hub's own are open but for those about the caller's key. */
export function wantsKey(site: Pick<Catalogue, "own">, loaded: LoadedRoute): boolean {
  if (!site.own.routes.includes(loaded)) return loaded.folder !== "public";
  const { method, path } = loaded;
  if (path === "/api-key") return method !== "POST";
  return path.startsWith("/api-key/") ? path !== "/api-key/verify" : path.startsWith("/api/");
}

/**
 * Where the captured answer of an endpoint is; nowhere where none is taken: of the hub's own endpoints those
 * that want a key, change something or are pages are not run.
 */
export function answerAddressOf(
  plugin: LoadedPlugin,
  loaded: LoadedRoute,
  { keyed }: { keyed: boolean },
): string | undefined {
  const { method, path, route } = loaded;
  const isOthers = mediaTypesOf(route.response).includes("*/*");
  const isRun =
    plugin.name !== "hub" ||
    (method === "GET" && !keyed && !isPage(loaded) && !isOthers && path !== "/metrics");
  return isRun ? `/documentation/answers/${operationIdOf(method, path)}` : undefined;
}
