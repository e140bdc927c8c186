import { prefersHtml } from "../http/accept.ts";
import { addressOf } from "../http/address.ts";
import { prefixMarkup } from "../http/base-path.ts";
import { sendCompressed, vary } from "../http/compress.ts";
import { isLong } from "../http/respond.ts";

interface App {
  fetch(request: Request): Response | Promise<Response>;
  server: unknown;
}

/** An app whose failures a browser shows as a page, but for those of the endpoints themselves. */
export function withProblemPages(app: App, basePath = ""): App {
  return {
    fetch(request) {
      const answer = app.fetch(request);
      return answer instanceof Promise
        ? answer.then((response) => showPage(request, response, basePath))
        : showPage(request, answer, basePath);
    },
    get server() {
      return app.server;
    },
    set server(server) {
      app.server = server;
    },
  };
}

function showPage(
  request: Request,
  response: Response,
  basePath: string,
): Response | Promise<Response> {
  if (response.status < 400) return response;
  const { headers } = response;
  // A public path may have answered with a page of its own.
  if (headers.get("content-type") !== "application/problem+json") return response;
  const { pathname } = addressOf(request);
  if (failsWithPage(pathname)) {
    vary(headers, "Accept");
    if (prefersHtml(request)) return withPage(request, response, basePath);
  }
  return isLong(response)
    ? response.text().then((text) => sendCompressed(request, text, response))
    : response;
}

/** Whether a browser is shown a page where a path fails. */
export function failsWithPage(path: string): boolean {
  return !/^\/(?:api|try)\//.test(path);
}

async function withPage(request: Request, response: Response, basePath: string): Promise<Response> {
  const { problemPage } = await import("./problem-page.ts");
  const { markup, ...said } = await problemPage(request, response);
  return sendCompressed(request, prefixMarkup(markup, basePath), said);
}
