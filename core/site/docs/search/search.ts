import type { LoadedPlugin, LoadedRoute } from "../../../host/plugin/loaded-plugin.ts";
import { openTable } from "../../../lib/data-file.ts";
import type { Catalogue, Site } from "../../view/site.ts";
import { listAnswerFields } from "../endpoint/fields.ts";
import { type Guide, listGuides } from "../guides/guides.ts";
import { listFailures } from "../openapi/list-failures.ts";
import { bracePath, buildEndpointPath, selectDocumentedRoutes } from "../openapi/openapi.ts";
import { cacheFor } from "../page/page.ts";
import { type Searchable, SearchIndex } from "./search-index.ts";

/** A search result. */
export interface SearchResult {
  kind: "service" | "endpoint" | "parameter" | "error" | "page" | "guide";
  title: string;
  /** Distinguishes results with the same title. */
  detail: string;
  /** The page that explains it. */
  href: string;
}

/** The data that a search needs. */
export type SearchSource = Catalogue & Pick<Site, "mcp">;

/** Finds services, endpoints, parameters, error codes and pages by their words, the best first. */
export async function searchDocumentation(
  site: SearchSource,
  query: string,
  limit: number,
): Promise<SearchResult[]> {
  const index = await cacheFor(site, "search", () => {
    const entries = listEntries(site).map(addKeywords);
    return SearchIndex.build(entries);
  });
  return index.find(query, limit);
}

function* listEntries(site: SearchSource): Generator<Searchable<SearchResult>> {
  const services = [...site.plugins, site.own];
  yield* readPages()
    .filter(({ href }) => site.mcp || href !== agents)
    .map(pageEntry);
  yield* listGuides().flatMap(guideEntries);
  yield* services.map(serviceEntry);
  for (const plugin of services)
    for (const loaded of [...selectDocumentedRoutes(plugin), ...plugin.open])
      yield endpointEntry(plugin, loaded);
  for (const plugin of services) yield* parameterEntries(plugin);
  yield* errorEntries(site);
}

/** Other words that people search for a page, by its path. */
const readKeywords = openTable(new URL("./keywords.tsv", import.meta.url), {
  href: "text",
  keywords: "text",
});

function addKeywords(entry: Searchable<SearchResult>): Searchable<SearchResult> {
  const { kind, href } = entry.thing;
  const own = kind === "parameter" ? undefined : readKeywords().find((row) => row.href === href);
  if (!own) return entry;
  const keywords = [entry.keywords, own.keywords].filter(Boolean).join(", ");
  return { ...entry, keywords };
}

/** Section that exists only if the MCP server is enabled. */
const agents = "/documentation#agents";

/** Pages and sections that can be found by name. */
const readPages = openTable(new URL("./pages.tsv", import.meta.url), {
  href: "text",
  title: "text",
  detail: "text",
});

function pageEntry({
  href,
  title,
  detail,
}: ReturnType<typeof readPages>[number]): Searchable<SearchResult> {
  return { thing: { kind: "page", title, detail, href }, title, text: detail, boost: 1.5 };
}

/** Lists a guide and its sections. */
function guideEntries({
  name,
  title: guide,
  summary,
  sections,
}: Guide): Searchable<SearchResult>[] {
  const path = `/documentation/guides/${name}`;
  const entry = (title: string, detail: string, href: string) =>
    ({ thing: { kind: "guide", title, detail, href }, title }) as const;
  return [
    { ...entry(guide, summary, path), text: summary },
    ...sections.map(({ id, title, text }) => ({
      ...entry(title, guide, `${path}#${id}`),
      ...{ group: guide, text, boost: 0.3 },
    })),
  ];
}

function serviceEntry({ name, plugin: { manifest } }: LoadedPlugin): Searchable<SearchResult> {
  const { title, summary } = manifest;
  return {
    thing: { kind: "service", title, detail: summary, href: `/documentation/${name}` },
    title,
    names: name,
    text: summary,
    boost: 1.5,
  };
}

function endpointEntry(plugin: LoadedPlugin, loaded: LoadedRoute): Searchable<SearchResult> {
  const { method, path, route } = loaded;
  return {
    thing: {
      kind: "endpoint",
      title: route.summary,
      detail: `${method} ${bracePath(path)}`,
      href: buildEndpointPath(plugin, loaded),
    },
    ...describeEndpoint(plugin, loaded),
  };
}

/** Lists the texts by which an endpoint is found. */
export function describeEndpoint({ plugin }: LoadedPlugin, { path, route }: LoadedRoute) {
  const { title, summary } = plugin.manifest;
  const fields = listAnswerFields(route.response).map(({ name }) => name);
  const choices = [route.params, route.query, route.body].flatMap((part) =>
    Object.values(part?.properties ?? {}).flatMap((field) => field.enum ?? field.items?.enum ?? []),
  );
  return {
    title: route.summary,
    group: title,
    names: path,
    keywords: [route.tool?.title, route.keywords].filter(Boolean).join(", "),
    text: `${summary} ${route.description ?? ""}`,
    fields: [...fields, ...choices].join(" "),
  };
}

/** Lists each parameter of a service once, since most mean the same in all its endpoints. */
function parameterEntries(plugin: LoadedPlugin): Searchable<SearchResult>[] {
  const entries = new Map<string, Searchable<SearchResult>>();
  for (const loaded of [...selectDocumentedRoutes(plugin), ...plugin.open])
    for (const part of [loaded.route.params, loaded.route.query, loaded.route.body])
      for (const [name, { description = "" }] of Object.entries(part?.properties ?? {})) {
        if (entries.has(name)) continue;
        const detail = `${plugin.plugin.manifest.title}: ${description}`;
        const href = buildEndpointPath(plugin, loaded);
        const thing = { kind: "parameter", title: name, detail, href } as const;
        entries.set(name, { thing, ...nameTexts(name), text: detail, boost: 0.25 });
      }
  return [...entries.values()];
}

/** Lists the error codes. Codes used by several services share one page. */
function errorEntries({ plugins }: Pick<Catalogue, "plugins">): Searchable<SearchResult>[] {
  const byCode = Map.groupBy(listFailures(plugins), ({ code }) => code);
  return [...byCode].map(([code, failures]) => {
    const [{ status, title } = { status: 0, title: "" }] = failures;
    const href = `/problems/${code}`;
    return {
      thing: { kind: "error", title: code, detail: `${status}: ${title}`, href },
      ...nameTexts(code),
      text: `${status} error. ${failures.map(({ title }) => title).join(". ")}`,
      boost: 0.5,
    };
  });
}

/** Returns the texts by which a name such as `rate_limited` is found, also without its underscores. */
function nameTexts(name: string): { title: string; names: string } {
  return { title: name, names: name.replaceAll("_", "") };
}
