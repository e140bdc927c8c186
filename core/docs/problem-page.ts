import type { problem } from "../errors.ts";
import { isBrowser } from "./accept.ts";
import { adviceFor } from "./failures.ts";
import { html, markdown } from "./html.ts";
import { pageHeaders, pageMarkup, pageType } from "./page.ts";

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
  const { pathname } = new URL(request.url);
  return /^\/(?:api|try)\//.test(pathname) ? response : problemPage(request, response, pathname);
}

async function problemPage(request: Request, response: Response, path: string): Promise<Response> {
  const {
    title,
    detail,
    code,
    status,
    errors = [],
    request_id,
  } = (await response.json()) as Problem;
  const body = html`<h1>${title}</h1>
<p class="lead">${detail}</p>
${errors.length > 1 && html`<ul>${errors.map(({ message }) => html`<li>${message}</li>`)}</ul>`}
${markdown(adviceFor(status))}
${request.method === "POST" && html`<p><a class="button" href="${path}">Back to the form</a></p>`}
<p class="note">Status ${status}, <a href="/problems/${code}"><code>${code}</code></a>, request <code>${request_id}</code></p>`;
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(pageHeaders())) headers.set(name, value);
  headers.set("content-type", pageType);
  headers.set("cache-control", "no-store");
  return new Response(pageMarkup({ title, path, body }), { status, headers });
}

type Problem = ReturnType<typeof problem> & { errors?: { message: string }[] };
