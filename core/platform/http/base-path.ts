import { type Reply, reply } from "../../contract/reply.ts";

interface App {
  fetch(request: Request): Response | Promise<Response>;
  server: unknown;
}

/** Returns the base path of a hub, such as `/tools`, or an empty string for a hub at the root. */
export function parseBasePath(baseUrl: string | undefined): string {
  return baseUrl === undefined ? "" : new URL(baseUrl).pathname.replace(/\/$/, "");
}

/**
 * Serves an app below its base path. A proxy may strip that path from requests or pass it on. Prefixes
 * `Location`, `Link` and cookies of responses. Links in pages are prefixed when the page is rendered.
 */
export function withBasePath(app: App, baseUrl: string | undefined): App {
  const base = parseBasePath(baseUrl);
  if (!base) return app;
  return {
    fetch(request) {
      const url = stripBasePath(request.url, base);
      // Changes the URL of the same object: only the original request has the body, the signal and the
      // peer.
      if (url !== request.url) Object.defineProperty(request, "url", { value: url });
      const answer = app.fetch(request);
      return answer instanceof Promise
        ? answer.then((response) => prefixHeaders(response, base))
        : prefixHeaders(answer, base);
    },
    get server() {
      return app.server;
    },
    set server(server) {
      app.server = server;
    },
  };
}

function stripBasePath(url: string, base: string): string {
  // Skips "http://" and at least one character of a host.
  const start = url.indexOf("/", 8);
  const end = start + base.length;
  if (!url.startsWith(base, start) || !/^(?:$|[/?#])/.test(url.slice(end, end + 1))) return url;
  const rest = url.slice(end);
  return `${url.slice(0, start)}${rest.startsWith("/") ? "" : "/"}${rest}`;
}

function prefixHeaders(response: Response, base: string): Response {
  const { headers } = response;
  const location = headers.get("location");
  if (location !== null) headers.set("location", prefixPath(location, base));
  const link = headers.get("link");
  if (link !== null) headers.set("link", link.replace(/<\/(?!\/)/g, `<${base}/`));
  const cookies = headers.getSetCookie();
  if (cookies.length > 0) {
    headers.delete("set-cookie");
    for (const cookie of cookies)
      headers.append("set-cookie", cookie.replace(/(;\s*path=)\/(?!\/)/i, `$1${base}/`));
  }
  return response;
}

/** Prefixes a path of the hub with the base path, unless it already has it. Leaves other URLs unchanged. */
export function prefixPath(address: string, base: string): string {
  const isPath = address.startsWith("/") && !address.startsWith("//");
  return isPath && !address.startsWith(`${base}/`) ? base + address : address;
}

/** The attributes of our pages that hold a URL. Quotes in text are escaped, so text cannot match. */
const attributes = /\b(href|src|action|data-[a-z]+)="\/(?!\/)/g;

/** Prefixes the links of a page of the hub with the base path. */
export function prefixMarkup(markup: string, base: string): string {
  return base ? markup.replace(attributes, `$1="${base}/`) : markup;
}

/** Prefixes the links of a page and of its Markdown alternative with the base path. */
export function prefixPage(page: Reply, base: string): Reply {
  const { body, alternatives = {}, ...others } = page;
  if (typeof body !== "string") return page;
  const markdown = Object.entries(alternatives).map(
    ([type, write]) => [type, () => prefixMarkdown(write(), base)] as const,
  );
  return reply(prefixMarkup(body, base), {
    ...others,
    alternatives: Object.fromEntries(markdown),
  });
}

function prefixMarkdown<Text>(text: Text, base: string): Text | string {
  return typeof text === "string" ? text.replace(/\]\(\/(?!\/)/g, `](${base}/`) : text;
}
