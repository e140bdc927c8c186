import { describeHost, type HostWarning } from "hub";
import type { Doors } from "../doors.ts";
import url from "../plugin.ts";
import { webAddress } from "../web-address.ts";
import { charsetOf } from "./charset.ts";
import { factsOf } from "./facts.ts";
import { feedsOf, oembedOf } from "./feeds.ts";
import { faviconOf, iconsOf } from "./icons.ts";
import { Page } from "./page.ts";
import type { Part } from "./parts.ts";
import { scan } from "./scan.ts";
import { mediaType, type Visit, visit } from "./visit.ts";

export type Warning = HostWarning | "https_downgrade" | "truncated";

interface MetadataOptions extends Pick<Doors, "net" | "clock"> {
  timeoutMs: number;
  include: readonly Part[];
}

/** Visits a page and tells what it says about itself. Throws `not_html` for anything else. */
export async function metadataOf(
  given: string,
  { include, timeoutMs, net, clock }: MetadataOptions,
) {
  const start = webAddress(given, "query.url");
  const begin = clock();
  const seen = await visit(start, { net, clock, timeoutMs });
  const { bytes } = seen;
  if (!bytes) throw notHtml(seen);
  const charset = charsetOf(bytes, seen.headers.get("content-type"));
  const page = new Page(await scan(bytes, charset.name), seen.address);
  const icons = iconsOf(page);
  return {
    url: start.href,
    ...visited(seen),
    dead_link: seen.status === 404 || seen.status === 410,
    charset: charset.name,
    charset_source: charset.source,
    ...factsOf(page),
    favicon: faviconOf(page, icons),
    favicons: icons,
    host: describeHost(seen.address.hostname).name,
    warnings: warningsOf(seen),
    ...included(page, { include, headers: seen.headers }),
    truncated: seen.truncated,
    fetched_bytes: bytes.length,
    duration_ms: clock() - begin,
  };
}

function visited({ address, redirects, status, headers }: Visit) {
  return {
    final_url: address.href,
    redirects,
    status,
    content_type: mediaType(headers) ?? null,
  };
}

function notHtml(seen: Visit) {
  const { content_type, ...rest } = visited(seen);
  const length = Number(seen.headers.get("content-length") ?? Number.NaN);
  return url.error(
    "not_html",
    `"${seen.address.host}" answers with ${content_type ?? "no Content-Type"}, which is no page`,
    { members: { ...rest, content_type, content_length: Number.isNaN(length) ? null : length } },
  );
}

function included(
  page: Page,
  { include, headers }: { include: readonly Part[]; headers: Headers },
) {
  const wants = (part: Part) => include.includes(part);
  return {
    ...(wants("og") && { og: { ...page.tagged("og:"), ...prefixed(page, "article:") } }),
    ...(wants("twitter") && { twitter: page.tagged("twitter:") }),
    ...(wants("jsonld") && { jsonld: [...page.things] }),
    ...(wants("links") && { links: linksOf(page) }),
    ...(wants("headers") && { headers: shownHeaders(headers) }),
    ...(wants("feeds") && { feeds: feedsOf(page) }),
    ...(wants("oembed") && { oembed: oembedOf(page) }),
  };
}

function prefixed(page: Page, prefix: string): Record<string, string | string[]> {
  const tagged = Object.entries(page.tagged(prefix));
  return Object.fromEntries(tagged.map(([name, value]) => [prefix + name, value]));
}

function linksOf(page: Page) {
  return page.links.flatMap(({ rel, href, ...link }) => {
    const url = page.absolute(href);
    return url === undefined ? [] : [{ rel: rel.join(" "), url, ...link }];
  });
}

const headersMax = 60;
const headerMax = 1000;

/** What the host said besides, without what would let someone into its session. */
function shownHeaders(headers: Headers): Record<string, string> {
  const shown = [...headers].filter(([name]) => !name.startsWith("set-cookie"));
  return Object.fromEntries(
    shown.slice(0, headersMax).map(([name, value]) => [name, value.slice(0, headerMax)]),
  );
}

function warningsOf({ address, redirects, truncated }: Visit): Warning[] {
  const way = [...redirects.map(({ url }) => new URL(url).protocol), address.protocol];
  const isDowngraded = way.some((protocol, at) => protocol === "http:" && way[at - 1] === "https:");
  return [
    ...(isDowngraded ? (["https_downgrade"] as const) : []),
    ...describeHost(address.hostname).warnings,
    ...(truncated ? (["truncated"] as const) : []),
  ];
}
