import { combineFindings, type Finding } from "hub";
import { describeHost, type HostWarning } from "hub/net";
import type { Doors } from "../doors.ts";
import url from "../plugin.ts";
import { readWebAddress } from "../web-address.ts";
import { isChallenge } from "./challenge.ts";
import { detectCharset } from "./charset.ts";
import { readFacts } from "./facts.ts";
import { createFilePage } from "./file-page.ts";
import { readManifestIcons } from "./manifest.ts";
import { type ImageEvidence, measureImages } from "./measure.ts";
import { Page } from "./page.ts";
import { measuredMax, type PagePart } from "./page-schema.ts";
import { parseRefresh } from "./refresh.ts";
import { scan } from "./scan.ts";
import { getMediaType, type PageVisit, visit } from "./visit.ts";

type Warning = HostWarning | "https_downgrade" | "truncated" | "incomplete";

interface MetadataOptions extends Pick<Doors, "net" | "clock"> {
  timeoutMs: number;
  include: readonly PagePart[];
  /** Whether to read the sizes of images from their hosts. */
  measure: boolean;
}

/** Fetches a page and returns its metadata. Throws `not_html` if it is neither an HTML page nor an image, video, sound or PDF. */
export async function fetchMetadata(
  given: string,
  { include, measure, timeoutMs, net, clock }: MetadataOptions,
) {
  const start = readWebAddress(given, { at: "query.url" });
  const startedAt = clock();
  let found: ScannedPage | undefined;
  const response = await visit(start, {
    net,
    clock,
    timeoutMs,
    async findRefresh(source) {
      found = await scanPage(source);
      return found.refresh;
    },
  });
  const { bytes } = response;
  const isPage = bytes !== undefined && found !== undefined;
  const file =
    isPage || response.status !== 200
      ? undefined
      : createFilePage(getMediaType(response.headers), response.address);
  const page = isPage ? found?.page : file;
  if (!page) throw notHtmlError(response);
  const { charset } = found ?? {};
  const { image, images, ...facts } = readFacts(page);
  if (file) for (const field of Object.keys(facts.sources)) facts.sources[field] = "file";
  const isTest = isPage && isChallenge({ headers: response.headers, bytes });
  const [manifest] = page.linksTo("manifest");
  let declared: Icon[] = listIcons(page);
  if (declared.length === 0 && manifest) {
    const leftMs = startedAt + timeoutMs - clock();
    declared = rankIcons(await readManifestIcons(manifest.url, { net, timeoutMs: leftMs }));
  }
  const usual = new URL("/favicon.ico", page.address).href;
  const evidence = measure
    ? await measureImages(
        [
          ...images.slice(0, measuredMax).map(({ url }) => url),
          ...declared.slice(0, measuredMax).map(({ url }) => url),
          usual,
        ],
        { net, timeoutMs: startedAt + timeoutMs - clock() },
      )
    : new Map<string, ImageEvidence>();
  const icons = rankIcons(
    declared.map((icon) => ({ ...icon, ...describeIcon(icon.url, evidence) })),
  );
  const favicon = icons.find(({ exists }) => exists !== false)?.url;
  return {
    url: start.href,
    ...describeVisit(response),
    dead_link: isTest ? null : combineFindings([findDeath(response.status)]),
    charset: charset?.name ?? null,
    charset_source: charset?.source ?? null,
    ...facts,
    image: image && { ...image, ...evidence.get(image.url)?.size },
    images: images.map((one) => {
      const size = evidence.get(one.url)?.size;
      return { ...one, ...size, measured: Boolean(size), exists: doesExist(one.url, evidence) };
    }),
    favicon: favicon ?? usual,
    favicon_source: favicon ? ("page" as const) : ("default" as const),
    favicon_exists: doesExist(favicon ?? usual, evidence),
    favicons: icons,
    host: describeHost(response.address.hostname).name,
    warnings: [...listWarnings(response), ...(isTest ? (["challenge"] as const) : [])],
    ...pickParts(page, { include, headers: response.headers }),
    truncated: response.truncated || response.incomplete,
    fetched_bytes: bytes?.length ?? 0,
    duration_ms: clock() - startedAt,
  };
}

type Evidence = ReadonlyMap<string, ImageEvidence>;

/** Returns whether an image exists, or null if its host wasn't asked or didn't show it. */
function doesExist(url: string, evidence: Evidence): boolean | null {
  const found = evidence.get(url);
  return found ? combineFindings([found.existence]) : null;
}

function describeIcon(url: string, evidence: Evidence) {
  const { width = null, height = null } = evidence.get(url)?.size ?? {};
  return { width, height, exists: doesExist(url, evidence) };
}

/** Returns whether a page is missing. A host that refuses or fails doesn't show it. */
function findDeath(status: number): Finding {
  const isMissing = status === 404 || status === 410;
  const hasAnswer = isMissing || (status >= 200 && status < 300);
  return {
    value: hasAnswer ? isMissing : null,
    source: "status",
    isComplete: true,
    wasAsked: hasAnswer,
    ageMs: 0,
    ...(!hasAnswer && { reason: `The host returned status ${status}` }),
  };
}

interface ScannedPage {
  page: Page;
  charset: ReturnType<typeof detectCharset>;
  refresh: URL | undefined;
}

async function scanPage({
  address,
  headers,
  bytes,
}: {
  address: URL;
  headers: Headers;
  bytes: Uint8Array;
}): Promise<ScannedPage> {
  const charset = detectCharset(bytes, headers.get("content-type"));
  const scanned = await scan(bytes, charset.name);
  const page = new Page(scanned, address);
  const target = page.absolute(scanned.refresh && parseRefresh(scanned.refresh));
  // A page that reloads itself isn't a redirect.
  const isElsewhere =
    target !== undefined && withoutFragment(target) !== withoutFragment(address.href);
  return { page, charset, refresh: isElsewhere ? new URL(target) : undefined };
}

function withoutFragment(href: string): string {
  return href.split("#", 1)[0] ?? href;
}

function describeVisit({ address, redirects, status, headers }: PageVisit) {
  return {
    final_url: address.href,
    redirects,
    status,
    content_type: getMediaType(headers) ?? null,
  };
}

function notHtmlError(response: PageVisit) {
  const { content_type, ...rest } = describeVisit(response);
  const length = Number(response.headers.get("content-length") ?? Number.NaN);
  return url.error(
    "not_html",
    `"${response.address.host}" did not return an HTML page: the Content-Type is ${content_type ?? "missing"}`,
    { members: { ...rest, content_type, content_length: Number.isNaN(length) ? null : length } },
  );
}

function pickParts(
  page: Page,
  { include, headers }: { include: readonly PagePart[]; headers: Headers },
) {
  const wants = (part: PagePart) => include.includes(part);
  return {
    ...(wants("og") && { og: { ...page.tagsUnder("og:"), ...prefixNames(page, "article:") } }),
    ...(wants("twitter") && { twitter: page.tagsUnder("twitter:") }),
    ...(wants("jsonld") && { jsonld: [...page.things] }),
    ...(wants("links") && { links: listLinks(page) }),
    ...(wants("headers") && { headers: showHeaders(headers) }),
    ...(wants("feeds") && { feeds: listFeeds(page) }),
    ...(wants("oembed") && { oembed: listOembedEndpoints(page) }),
  };
}

function prefixNames(page: Page, prefix: string): Record<string, string | string[]> {
  const tagged = Object.entries(page.tagsUnder(prefix));
  return Object.fromEntries(tagged.map(([name, value]) => [prefix + name, value]));
}

function listLinks(page: Page) {
  return page.links.flatMap(({ rel, href, ...link }) => {
    const url = page.absolute(href);
    return url === undefined ? [] : [{ rel: rel.join(" "), url, ...link }];
  });
}

const headersMax = 60;
const headerMax = 1000;

/** Returns the response headers, without session cookies. */
function showHeaders(headers: Headers): Record<string, string> {
  const shown = [...headers].filter(
    ([name]) => !name.startsWith("set-cookie") && !name.startsWith("x-hub-"),
  );
  return Object.fromEntries(
    shown.slice(0, headersMax).map(([name, value]) => [name, value.slice(0, headerMax)]),
  );
}

function listWarnings({ address, redirects, truncated, incomplete }: PageVisit): Warning[] {
  const protocols = [...redirects.map(({ url }) => new URL(url).protocol), address.protocol];
  const isDowngraded = protocols.some(
    (protocol, at) => protocol === "http:" && protocols[at - 1] === "https:",
  );
  return [
    ...(isDowngraded ? (["https_downgrade"] as const) : []),
    ...describeHost(address.hostname).warnings,
    ...(truncated ? (["truncated"] as const) : []),
    ...(incomplete ? (["incomplete"] as const) : []),
  ];
}

interface Feed {
  url: string;
  type: string;
  title: string | null;
}

const feedTypes = ["application/rss+xml", "application/atom+xml", "application/feed+json"];
const oembedTypes = ["application/json+oembed", "text/xml+oembed", "application/xml+oembed"];

/** Returns the feeds of a page. */
function listFeeds(page: Page): Feed[] {
  return listAlternates(page, feedTypes);
}

/** Returns the oEmbed endpoints of a page. */
function listOembedEndpoints(page: Page): Feed[] {
  return listAlternates(page, oembedTypes);
}

function listAlternates(page: Page, types: readonly string[]): Feed[] {
  return page.linksTo("alternate").flatMap(({ url, type = "", title = null }) => {
    const plain = type.split(";")[0]?.trim().toLowerCase() ?? "";
    return types.includes(plain) ? [{ url, type: plain, title }] : [];
  });
}

interface Icon {
  url: string;
  rel: string;
  type: string | null;
  sizes: string | null;
  /** Measured width. */
  width?: number | null;
}

const iconsMax = 50;

/** Returns the icons of a page, best first. */
function listIcons(page: Page): Icon[] {
  const icons = ["icon", "apple-touch-icon", "apple-touch-icon-precomposed", "mask-icon"].flatMap(
    (rel) =>
      page.linksTo(rel).map(({ url, type = null, sizes = null }) => ({ url, rel, type, sizes })),
  );
  return rankIcons(icons.slice(0, iconsMax));
}

function rankIcons<One extends Icon>(icons: readonly One[]): One[] {
  return icons.toSorted((a, b) => rankIcon(b) - rankIcon(a));
}

/** Ranks vector icons first, then those closest above 32 pixels. */
function rankIcon({ rel, type, sizes, url, width }: Icon): number {
  if (rel === "mask-icon") return -1;
  if (type === "image/svg+xml" || new URL(url).pathname.endsWith(".svg")) return 1000;
  const side = width ?? (Number.parseInt(sizes ?? "", 10) || (rel === "icon" ? 16 : 180));
  return side >= 32 ? 900 - side : side;
}
