import { t } from "hub";
import { html } from "hub/html";
import { markdown } from "../../../core/lib/html.ts";
import { page, pageResponse } from "../../../core/site/docs/page/page.ts";
import { ownRoutes } from "../../../core/site/view/own-routes.ts";

export default ownRoutes.route({
  summary: "Read a page of a service",
  description:
    "Returns a page that a service provides. `/services` lists all pages. The limit is 30 requests per minute and IP address.",
  params: t.Object({
    service: t.String({ maxLength: 100, description: "Name of the service" }),
    name: t.String({ maxLength: 100, description: "Name of the page" }),
  }),
  response: pageResponse,
  example: { params: { service: "hello", name: "last-week" } },
  async handler({ params, pages, call }) {
    const written = await pages.write(call, params);
    const body = html`<h1>${written.title}</h1>
${markdown(written.markdown)}
<p><a href="/documentation/${params.service}">Documentation of <code>${params.service}</code></a></p>`;
    return page({ title: written.title, path: `/pages/${params.service}/${params.name}`, body });
  },
});
