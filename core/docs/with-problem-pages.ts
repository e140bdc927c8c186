import { isBrowser } from "./accept.ts";

interface App {
  fetch(request: Request): Response | Promise<Response>;
  server: unknown;
}

/** An app whose failures a browser shows as a page, but for those of the endpoints themselves. */
export function withProblemPages(app: App): App {
  return {
    fetch(request) {
      const answer = app.fetch(request);
      return answer instanceof Promise
        ? answer.then((response) => shown(request, response))
        : shown(request, answer);
    },
    get server() {
      return app.server;
    },
    set server(server) {
      app.server = server;
    },
  };
}

function shown(request: Request, response: Response): Response | Promise<Response> {
  if (response.status < 400 || !isBrowser(request)) return response;
  // A public path may have answered with a page of its own.
  if (response.headers.get("content-type") !== "application/problem+json") return response;
  const { pathname } = new URL(request.url);
  return /^\/(?:api|try)\//.test(pathname) ? response : paged(request, response);
}

async function paged(request: Request, response: Response): Promise<Response> {
  const { problemPage } = await import("./problem-page.ts");
  return problemPage(request, response);
}
