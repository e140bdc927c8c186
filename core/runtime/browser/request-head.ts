/** Where a request to a proxy wants to go. */
export interface RequestHead {
  method: string;
  /** In lower case, without the brackets of an IPv6 address. */
  host: string;
  port: number;
  /** The path with its query; nothing of a tunnel's. */
  path: string;
  /** The head as the host itself is to see it. */
  forwarded: string;
  /** How many bytes of a body follow. */
  bodyBytes: number;
}

/** Reads the head of a request to a proxy; undefined where it is none that a browser sends. */
export function readHead(head: string): RequestHead | undefined {
  const [line = "", ...fields] = head.split("\r\n");
  const [method = "", target = "", version] = line.split(" ");
  if (version !== "HTTP/1.1" || !/^[A-Z]+$/.test(method)) return undefined;
  const tunnel = method === "CONNECT";
  const url = URL.parse(tunnel ? `https://${target}` : target);
  if (!url || (!tunnel && url.protocol !== "http:") || url.username || url.password)
    return undefined;
  const named = fields.map((field) => [nameOf(field), field] as const);
  if (named.some(([name]) => name === "transfer-encoding")) return undefined;
  const length = named.find(([name]) => name === "content-length")?.[1].split(":")[1];
  const bodyBytes = Number(length?.trim() ?? 0);
  if (!Number.isSafeInteger(bodyBytes) || bodyBytes < 0) return undefined;
  const kept = named.filter(([name]) => !hopByHop.has(name)).map(([, field]) => field);
  const path = tunnel ? "" : url.pathname + url.search;
  return {
    method,
    host: url.hostname.replace(/^\[|\]$/g, ""),
    port: Number(url.port) || (tunnel ? 443 : 80),
    path,
    forwarded: [`${method} ${path} HTTP/1.1`, ...kept, "Connection: close", "", ""].join("\r\n"),
    bodyBytes,
  };
}

/** Meant for the proxy alone: RFC 9110 §7.6.1. */
const hopByHop = new Set(["connection", "proxy-connection", "proxy-authorization", "keep-alive"]);

function nameOf(field: string): string {
  return field.slice(0, Math.max(0, field.indexOf(":"))).toLowerCase();
}
