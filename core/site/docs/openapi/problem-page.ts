import type { problem } from "../../../contract/errors.ts";
import { html, markdown } from "../../../lib/html.ts";
import { parseRequestAddress } from "../../../platform/http/address.ts";
import { pageHeaders, pageMarkup, pageType } from "../page/page.ts";
import { adviceFor } from "./list-failures.ts";

/** Renders an error response as a page. */
export function problemPage(request: Request, response: Response, problem: Problem) {
  const { pathname: path } = parseRequestAddress(request);
  const { title, detail, code, status, errors = [], request_id } = problem;
  const body = html`<h1>${title}</h1>
<p class="lead" dir="auto">${detail}</p>
${errors.length > 1 && html`<ul>${errors.map(({ message }) => html`<li dir="auto">${message}</li>`)}</ul>`}
${markdown(adviceFor(status))}
${request.method === "POST" && html`<p><a class="button" href="${path}">Back to the form</a></p>`}
<p class="note">Status ${status}, <a href="/problems/${code}"><code>${code}</code></a>, request <code>${request_id}</code></p>`;
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(pageHeaders())) headers.set(name, value);
  headers.set("content-type", pageType);
  headers.set("cache-control", "no-store");
  return { markup: pageMarkup({ title, path, body }), headers, status };
}

/** A problem document of the hub. */
export type Problem = ReturnType<typeof problem> & { errors?: { message: string }[] };
