import { prefersHtml } from "../../../platform/http/accept.ts";
import { parseRequestAddress } from "../../../platform/http/address.ts";
import { prefixMarkup } from "../../../platform/http/base-path.ts";
import { sendCompressed, vary } from "../../../platform/http/compress.ts";
import { getFailure, isLong } from "../../../server/http/respond.ts";
import type { Problem } from "./problem-page.ts";

interface App {
  fetch(request: Request): Response | Promise<Response>;
  server: unknown;
}

/** Wraps an app so that browsers get errors as pages, except those of `/api` and `/try`. */
export function withProblemPages(app: App, basePath = ""): App {
  return {
    fetch(request) {
      const answer = app.fetch(request);
      if (answer instanceof Promise)
        return answer.then((response) => showPage(request, response, basePath));
      return answer.status < 400 ? answer : showPage(request, answer, basePath);
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
  // A public path may have returned its own error page.
  if (headers.get("content-type") !== "application/problem+json") return response;
  const { pathname } = parseRequestAddress(request);
  if (failsWithPage(pathname)) {
    vary(headers, "Accept");
    const problem = getFailure(request);
    if (typeof problem === "object" && prefersHtml(request))
      return withPage(request, response, { problem: problem as Problem, basePath });
  }
  return isLong(response)
    ? response.text().then((text) => sendCompressed(request, text, response))
    : response;
}

/** Returns whether browsers get errors of a path as a page. */
export function failsWithPage(path: string): boolean {
  return !/^\/(?:api|try)\//.test(path);
}

async function withPage(
  request: Request,
  response: Response,
  { problem, basePath }: { problem: Problem; basePath: string },
): Promise<Response> {
  const { problemPage } = await import("./problem-page.ts");
  const { markup, ...said } = problemPage(request, response, problem);
  return sendCompressed(request, prefixMarkup(markup, basePath), said);
}
