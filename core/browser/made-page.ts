import type { MadePage } from "../doors/browser-door.ts";

/**
 * The host that a page which was given, and not fetched, seems to be at. Browsers trust such names as
 * they trust TLS (https://www.w3.org/TR/secure-contexts/), and no name server has them (RFC 6761 §6.3).
 */
export const pageHost = "page.localhost";
/** Its address. */
export const pageUrl = `http://${pageHost}/`;

/** The answer of that host, as it goes over the wire. */
export function madeAnswer({ html, files = {} }: MadePage, path: string): Buffer {
  const file = path === "/" ? undefined : files[path];
  const body = path === "/" ? Buffer.from(html) : Buffer.from(file ?? []);
  const found = path === "/" || file !== undefined;
  const type = path === "/" ? "text/html; charset=utf-8" : "application/octet-stream";
  const head = [
    `HTTP/1.1 ${found ? "200 OK" : "404 Not Found"}`,
    `Content-Length: ${body.length}`,
    `Content-Type: ${path === "/" ? type : typeOf(path)}`,
    "Connection: close",
    "",
    "",
  ];
  return Buffer.concat([Buffer.from(head.join("\r\n")), body]);
}

function typeOf(path: string): string {
  const ending = path.slice(path.lastIndexOf(".") + 1);
  const types: Record<string, string> = { png: "image/png", jpg: "image/jpeg", webp: "image/webp" };
  return types[ending] ?? "application/octet-stream";
}
