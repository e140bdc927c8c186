import type { LoadedPlugin, LoadedRoute } from "../../host/plugin/loaded-plugin.ts";
import type { Catalogue, Site } from "../view/site.ts";
import { listFailures } from "./list-failures.ts";
import {
  bracePath,
  buildEndpointPath,
  buildOperationId,
  selectDocumentedRoutes,
} from "./openapi.ts";
import { cacheFor } from "./page.ts";
import { type Findable, Ranking } from "./ranking.ts";

/** A search result. */
export interface SearchResult {
  kind: "service" | "endpoint" | "parameter" | "error" | "page";
  title: string;
  /** Distinguishes results with the same title. */
  detail: string;
  /** The page that explains it. */
  href: string;
}

/** Shortest prefix that matches, so that results appear while typing. */
const prefixMin = 2;

/** The data that a search needs. */
export type SearchSource = Catalogue & Pick<Site, "mcp">;

/** Finds services, endpoints, parameters, error codes and pages by their words, the best first. */
export function searchDocumentation(
  site: SearchSource,
  query: string,
  limit: number,
): SearchResult[] {
  const ranking = cacheFor(site, "search", () => new Ranking(findables(site), { prefixMin }));
  return ranking.find(query, limit);
}

function findables(site: SearchSource): Findable<SearchResult>[] {
  const services = [...site.plugins, site.own];
  return [
    ...PAGES.filter(({ href }) => site.mcp || href !== agents).map(pageEntry),
    ...services.map(serviceEntry),
    ...services.flatMap((plugin) =>
      [...selectDocumentedRoutes(plugin), ...plugin.open].map((loaded) =>
        endpointEntry(plugin, loaded),
      ),
    ),
    ...services.flatMap(parameterEntries),
    ...errorEntries(site),
  ];
}

/** Section that exists only if the MCP server is enabled. */
const agents = "/documentation#agents";

/** Pages and sections that can be found by name. */
const PAGES: readonly { href: string; title: string; detail: string }[] = [
  { href: "/documentation", title: "Overview", detail: "How to get started, and all services" },
  {
    href: "/documentation#once-or-later",
    title: "Idempotency and background jobs",
    detail: "Idempotency-Key, Prefer: respond-async, jobs and webhooks",
  },
  {
    href: agents,
    title: "AI agents",
    detail: "MCP (Model Context Protocol) server and tools",
  },
  {
    href: "/documentation/limits",
    title: "Limits",
    detail: "Rate limits, tiers, daily quotas, sizes and headers",
  },
  { href: "/documentation/errors", title: "Errors", detail: "All error codes and their meaning" },
  { href: "/docs", title: "Reference", detail: "Interactive OpenAPI reference of all endpoints" },
  {
    href: "/openapi.json",
    title: "OpenAPI document",
    detail: "Specification for client generators",
  },
  { href: "/try", title: "Try without a key", detail: "Keyless samples with forms" },
  { href: "/signup", title: "Get a key", detail: "Sign up for an API key" },
  {
    href: "/account",
    title: "Account",
    detail: "Usage and keys: create, rotate, revoke and restrict",
  },
  {
    href: "/services",
    title: "Services",
    detail: "Running services with their permissions and datasets",
  },
  { href: "/status", title: "Status", detail: "Health, uptime and incidents" },
];

function pageEntry({ href, title, detail }: (typeof PAGES)[number]): Findable<SearchResult> {
  return {
    thing: { kind: "page", title, detail, href },
    texts: [
      [title, 6],
      [detail, 3],
    ],
    size: title.length,
  };
}

function serviceEntry({ name, plugin: { manifest } }: LoadedPlugin): Findable<SearchResult> {
  const { title, summary } = manifest;
  return {
    thing: { kind: "service", title, detail: summary, href: `/documentation/${name}` },
    texts: [
      [title, 7],
      [name, 3],
      [summary, 2],
    ],
    size: title.length,
  };
}

function endpointEntry(plugin: LoadedPlugin, loaded: LoadedRoute): Findable<SearchResult> {
  const { method, path, route } = loaded;
  const { title, summary } = plugin.plugin.manifest;
  return {
    thing: {
      kind: "endpoint",
      title: route.summary,
      detail: `${method} ${bracePath(path)}`,
      href: buildEndpointPath(plugin, loaded),
    },
    texts: [
      [route.description ?? "", 1],
      [summary, 1],
      [title, 2],
      [path, 3],
      [route.summary, 4],
    ],
    size: buildOperationId(method, path).length,
  };
}

/** Lists each parameter of a service once, since most mean the same in all its endpoints. */
function parameterEntries(plugin: LoadedPlugin): Findable<SearchResult>[] {
  const entries = new Map<string, Findable<SearchResult>>();
  for (const loaded of [...selectDocumentedRoutes(plugin), ...plugin.open])
    for (const part of [loaded.route.params, loaded.route.query, loaded.route.body])
      for (const [name, { description = "" }] of Object.entries(part?.properties ?? {})) {
        if (entries.has(name)) continue;
        entries.set(name, {
          thing: {
            kind: "parameter",
            title: name,
            detail: `${plugin.plugin.manifest.title}: ${description}`,
            href: buildEndpointPath(plugin, loaded),
          },
          texts: [
            [name, 3],
            [plugin.plugin.manifest.title, 1],
            [description, 1],
          ],
          size: 100 + name.length,
        });
      }
  return [...entries.values()];
}

/** Lists the error codes. Codes used by several services share one page. */
function errorEntries({ plugins }: Pick<Catalogue, "plugins">): Findable<SearchResult>[] {
  const byCode = Map.groupBy(listFailures(plugins), ({ code }) => code);
  return [...byCode].map(([code, failures]) => {
    const [{ status, title } = { status: 0, title: "" }] = failures;
    return {
      thing: {
        kind: "error",
        title: code,
        detail: `${status}: ${title}`,
        href: `/problems/${code}`,
      },
      texts: [
        [code, 5],
        [`${status} error`, 1],
        ...failures.map(({ title }) => [title, 2] as const),
      ],
      size: code.length,
    };
  });
}
