import { domainToUnicode } from "node:url";
import { shorteners } from "./shorteners.ts";
import type { UrlWarning } from "./url-warnings.ts";

export interface UrlSafety {
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
  const url = addressOf(text);
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
function addressOf(text: string): URL | undefined {
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
  const [first = "", second = ""] = host.split(".");
  return (
    host === "localhost" ||
    [".localhost", ".local", ".internal", ".home.arpa"].some((end) => host.endsWith(end)) ||
    (isIp(host) &&
      (["10", "127", "0"].includes(first) ||
        `${first}.${second}` === "192.168" ||
        `${first}.${second}` === "169.254" ||
        (first === "172" && Number(second) >= 16 && Number(second) <= 31) ||
        host === "[::1]" ||
        /^\[f(?:[cd]|e[89ab])/.test(host)))
  );
}

function nameWarnings(host: string): [UrlWarning, boolean][] {
  const labels = host.split(".");
  const shown = domainToUnicode(host).split(".");
  const foreign = labels.some((label) => label.startsWith("xn--"));
  return [
    ["punycode", foreign],
    ["mixed_scripts", foreign && shown.some(mixesScripts)],
    ["lookalike", foreign && shown.some(looksLatin)],
    ["shortener", shorteners.has(host.startsWith("www.") ? host.slice(4) : host)],
  ];
}

/** Japanese mixes three scripts, and Korean and Chinese names a second one, all without ASCII. */
const scripts: readonly RegExp[] = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Hebrew}/u,
  /\p{Script=Arabic}/u,
  /\p{Script=Cherokee}/u,
];

function mixesScripts(label: string): boolean {
  return scripts.filter((script) => script.test(label)).length > 1;
}

// Letters that look like a, c, d, e, h, i, j, l, o, p, q, s, w, x, y and v in most typefaces.
const latinLike = new Set("аԁеһіјӏорԛѕԝхусνοα");

function looksLatin(label: string): boolean {
  let like = 0;
  for (const char of label)
    if (latinLike.has(char)) like++;
    else if (!/[0-9-]/.test(char)) return false;
  return like > 0;
}

/** Characters without a shape of their own, or that turn the order of reading around. */
function hasInvisible(text: string): boolean {
  return /[\p{Cc}\p{Cf}]/u.test(text);
}
