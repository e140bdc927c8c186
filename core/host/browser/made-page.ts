import type { MadePage } from "../../contract/browser-door.ts";

/**
 * The host name of pages that were given as HTML. Browsers trust such names like TLS origins
 * (https://www.w3.org/TR/secure-contexts/), and no name server has them (RFC 6761 §6.3).
 */
export const pageHost = "page.localhost";
/** The URL of such a page. */
export const pageUrl = `http://${pageHost}/`;

/** Builds the raw HTTP response of that host. */
export function answerMadePage({ html, files = {} }: MadePage, target: string): Buffer {
  const path = parsePath(target);
  if (path === "/") return buildResponse("200 OK", "text/html; charset=utf-8", Buffer.from(html));
  const file = Object.hasOwn(files, path) ? files[path] : undefined;
  if (!file) return buildResponse("404 Not Found", "text/plain", Buffer.alloc(0));
  // Browsers detect the type of images, but style sheets and scripts need the right one.
  return buildResponse("200 OK", Bun.file(path).type, file);
}

/** Returns the path of a request, as the page's files are named. Browsers escape some characters. */
function parsePath(target: string): string {
  const [path = ""] = target.split("?", 1);
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function buildResponse(status: string, type: string, body: Uint8Array): Buffer {
  const head = `HTTP/1.1 ${status}\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), body]);
}
