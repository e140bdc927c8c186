import { HubError, reply, t } from "hub";
import { html, markdown } from "../../core/lib/html.ts";
import { prefersJson } from "../../core/platform/http/accept.ts";
import { adviceFor, listFailures } from "../../core/site/docs/openapi/list-failures.ts";
import { page, pageResponse } from "../../core/site/docs/page/page.ts";
import { ownRoutes } from "../../core/site/view/own-routes.ts";

export default ownRoutes.route({
  summary: "Look up an error code",
  description:
    "Explains what an error code means and what to do about it. The `type` of every error links here. Send `Accept: application/json` for JSON.",
  params: t.Object({ code: t.String({ maxLength: 100, description: "Error code" }) }),
  response: t.Union([
    pageResponse,
    t.Object({
      success: t.Boolean(),
      code: t.String({ description: "Error code" }),
      meanings: t.Array(
        t.Object({
          service: t.Union([t.String(), t.Null()], {
            description: "Service that defines the code; null for a code of the hub",
          }),
          status: t.Integer({ description: "HTTP status" }),
          title: t.String({ description: "Meaning of the error" }),
          advice: t.String({ description: "Advice for callers, in Markdown" }),
        }),
        { description: "One entry, unless several services define this code" },
      ),
    }),
  ]),
  example: { params: { code: "invalid_input" } },
  handler({ params: { code }, site, request }) {
    const known = listFailures(site.plugins).filter((failure) => failure.code === code);
    if (known.length === 0) throw new HubError("not_found", `Unknown error code "${code}"`);
    const meanings = known.map(({ service = null, status, title }) => ({
      service,
      status,
      title,
      advice: adviceFor(status),
    }));
    if (prefersJson(request))
      return reply({ success: true, code, meanings }, { headers: { vary: "Accept" } });
    const body = html`<h1><code>${code}</code></h1>
${meanings.map(
  ({ service, status, title, advice }) => html`<section>
<p class="lead">${title}</p>
<p>Status ${status}${service !== null && html`, from the service <a href="/documentation/${service}">${service}</a>`}</p>
${markdown(advice)}</section>`,
)}
<p><a href="/documentation/errors">All codes</a></p>`;
    return page({ title: code, path: `/problems/${code}`, body });
  },
});
