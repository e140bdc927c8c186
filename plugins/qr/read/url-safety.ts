import { describeHost, isPublicAddress } from "hub/net";
import type { UrlWarning } from "../answer-schemas.ts";

/** Hosts whose addresses hide another address, the well-known ones. */
const shorteners: ReadonlySet<string> = new Set([
  "adf.ly",
  "amzn.to",
  "b.link",
  "bit.do",
  "bit.ly",
  "bitly.com",
  "bl.ink",
  "buff.ly",
  "cutt.ly",
  "dub.sh",
  "ebay.us",
  "g.co",
  "geni.us",
  "goo.gl",
  "is.gd",
  "j.mp",
  "l.ead.me",
  "lnkd.in",
  "me-qr.com",
  "ow.ly",
  "q-r.to",
  "qr.ae",
  "qr.net",
  "qrco.de",
  "qrfy.io",
  "qrs.ly",
  "rb.gy",
  "rebrand.ly",
  "s.id",
  "scnv.io",
  "shorturl.at",
  "shorturl.gg",
  "snip.ly",
  "t.co",
  "t.ly",
  "t2m.io",
  "tiny.cc",
  "tiny.one",
  "tinyurl.com",
  "tr.im",
  "trib.al",
  "u.to",
  "urlz.fr",
  "v.gd",
  "wp.me",
  "x.gd",
  "zpr.io",
]);

interface UrlSafety {
  scheme: string;
  /** As it is sent to the name server; null where the scheme has none. */
  host: string | null;
  warnings: UrlWarning[];
}

/**
 * What is noticeable about a text that is an address, found without asking anybody: no warning is
 * no promise. Null where the text is no address.
 */
export function urlSafety(text: string): UrlSafety | null {
  const url = parseAddress(text);
  if (!url) return null;
  const scheme = url.protocol.slice(0, -1);
  const web = scheme === "http" || scheme === "https";
  const { hostname: host, username, password, port } = url;
  const found: [UrlWarning, boolean][] = [
    ["not_http", !web],
    ["runs_code", codeSchemes.has(scheme)],
    ["no_tls", scheme === "http"],
    ["credentials", username !== "" || password !== ""],
    ["ip_host", isIp(host)],
    ["local_host", isLocal(host)],
    ["unusual_port", web && port !== ""],
    ...(web ? nameWarnings(host) : []),
    ["invisible_characters", hasInvisible(text)],
  ];
  return {
    scheme,
    host: host || null,
    warnings: found.filter(([, holds]) => holds).map(([warning]) => warning),
  };
}

/** Schemes by which a text runs, or stands for a page, or starts an app with its own arguments. */
const codeSchemes: ReadonlySet<string> = new Set([
  "javascript",
  "vbscript",
  "data",
  "blob",
  "file",
  "intent",
]);

/** "Note: milk" parses as an address too, so that one without "//" must be of a scheme we know. */
function parseAddress(text: string): URL | undefined {
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

function nameWarnings(host: string): [UrlWarning, boolean][] {
  return [
    ...describeHost(host).warnings.map((warning): [UrlWarning, boolean] => [warning, true]),
    ["shortener", shorteners.has(host.startsWith("www.") ? host.slice(4) : host)],
  ];
}

/** Characters without a shape of their own, or that turn the order of reading around. */
function hasInvisible(text: string): boolean {
  return /[\p{Cc}\p{Cf}]/u.test(text);
}
