import { openWords } from "hub/data-file";
import { describeHost, isPublicAddress } from "hub/net";
import type { UrlWarning } from "../answer-schemas.ts";

const lists = openWords(new URL("./url-safety.txt", import.meta.url), ["shorteners"])();

/** Hosts of well-known URL shorteners. */
const shorteners: ReadonlySet<string> = lists.shorteners;

interface UrlSafety {
  scheme: string;
  /** The host as it is resolved by DNS; null if the scheme has none. */
  host: string | null;
  warnings: UrlWarning[];
}

/**
 * Analyses a URL for suspicious properties, without network requests. The absence of warnings is no guarantee.
 * Returns null if the text isn't a URL.
 */
export function urlSafety(text: string): UrlSafety | null {
  const url = parseUrl(text);
  if (!url) return null;
  const scheme = url.protocol.slice(0, -1);
  const isWeb = scheme === "http" || scheme === "https";
  const { hostname: host, username, password, port } = url;
  const found: [UrlWarning, boolean][] = [
    ["not_http", !isWeb],
    ["runs_code", codeSchemes.has(scheme)],
    ["no_tls", scheme === "http"],
    ["credentials", username !== "" || password !== ""],
    ["ip_host", isIp(host)],
    ["local_host", isLocal(host)],
    ["unusual_port", isWeb && port !== ""],
    ...(isWeb ? listNameWarnings(host) : []),
    ["invisible_characters", hasInvisible(text)],
  ];
  return {
    scheme,
    host: host || null,
    warnings: found.filter(([, holds]) => holds).map(([warning]) => warning),
  };
}

/** Schemes that run code, embed a page, or start an app with arguments. */
const codeSchemes: ReadonlySet<string> = new Set([
  "javascript",
  "vbscript",
  "data",
  "blob",
  "file",
  "intent",
]);

/** Parses a URL. "Note: milk" would be valid, so URLs without "//" need a known scheme. */
function parseUrl(text: string): URL | undefined {
  const url = URL.parse(text.trim());
  if (!url) return undefined;
  const after = text.trimStart().slice(url.protocol.length);
  return after.startsWith("//") || codeSchemes.has(url.protocol.slice(0, -1)) || url.hostname !== ""
    ? url
    : undefined;
}

function isIp(host: string): boolean {
  return host.startsWith("[") || /^\d+\.\d+\.\d+\.\d+$/.test(host);
}

function isLocal(host: string): boolean {
  return (
    host === "localhost" ||
    [".localhost", ".local", ".internal", ".home.arpa"].some((end) => host.endsWith(end)) ||
    (isIp(host) && !isPublicAddress(host.replace(/^\[|\]$/g, "")))
  );
}

function listNameWarnings(host: string): [UrlWarning, boolean][] {
  return [
    ...describeHost(host).warnings.map((warning): [UrlWarning, boolean] => [warning, true]),
    ["shortener", shorteners.has(host.startsWith("www.") ? host.slice(4) : host)],
  ];
}

/** Returns whether the text has invisible characters or ones that change the text direction. */
function hasInvisible(text: string): boolean {
  return /[\p{Cc}\p{Cf}]/u.test(text);
}
