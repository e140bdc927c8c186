import type { MadePage } from "../../contract/browser-door.ts";

/**
 * The host that a page which was given, and not fetched, seems to be at. Browsers trust such names as
 * they trust TLS (https://www.w3.org/TR/secure-contexts/), and no name server has them (RFC 6761 §6.3).
 */
export const pageHost = "page.localhost";
/** Its address. */
export const pageUrl = `http://${pageHost}/`;

/** The answer of that host, as it goes over the wire. */
export function answerMadePage({ html, files = {} }: MadePage, target: string): Buffer {
  const path = pathOf(target);
  if (path === "/") return answer("200 OK", "text/html; charset=utf-8", Buffer.from(html));
  const file = Object.hasOwn(files, path) ? files[path] : undefined;
  if (!file) return answer("404 Not Found", "text/plain", Buffer.alloc(0));
  // Browsers tell images by their first bytes, but take no style sheet and no script of another type.
  return answer("200 OK", Bun.file(path).type, file);
}

/** The path of a request, as the page's files are named: a browser has escaped some of its characters. */
function pathOf(target: string): string {
  const [path = ""] = target.split("?", 1);
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function answer(status: string, type: string, body: Uint8Array): Buffer {
  const head = `HTTP/1.1 ${status}\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), body]);
}
