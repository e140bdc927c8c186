import { HubError, reply, t } from "hub";
import { html, markdown } from "../../core/lib/html.ts";
import { prefersJson } from "../../core/platform/http/accept.ts";
import { adviceFor, failuresOf } from "../../core/site/docs/failures-of.ts";
import { page, pageResponse } from "../../core/site/docs/page.ts";
import { ownRoutes } from "../../core/site/view/own-routes.ts";

export default ownRoutes.route({
  summary: "Read what a failure code means and what to do",
  description: "Every failure's `type` points here. `Accept: application/json` answers JSON.",
  params: t.Object({ code: t.String({ maxLength: 100, description: "The code of a failure" }) }),
  response: t.Union([
    pageResponse,
    t.Object({
      success: t.Boolean(),
      code: t.String({ description: "The code" }),
      meanings: t.Array(
        t.Object({
          service: t.Union([t.String(), t.Null()], {
            description: "The service whose own code it is; null where all share it",
          }),
          status: t.Integer({ description: "The HTTP status" }),
          title: t.String({ description: "What it means" }),
          advice: t.String({ description: "What to do about it; Markdown" }),
        }),
        { description: "One, unless several services have a code of this name" },
      ),
    }),
  ]),
  example: { params: { code: "invalid_input" } },
  handler({ params: { code }, site, request }) {
    const known = failuresOf(site.plugins).filter((failure) => failure.code === code);
    if (known.length === 0)
      throw new HubError("not_found", `There is no failure code "${code}" in this hub`);
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
