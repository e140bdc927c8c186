import { t } from "hub";
import { getOwner } from "../../doors.ts";
import { buildLinkResponse, linkFields } from "../../link/link-schema.ts";
import url from "../../plugin.ts";

const { listMax } = url.limits;

export default url.route({
  summary: "List your short links, newest first",
  description:
    "Returns your short links, page by page. For click statistics, call `GET /api/url/links/{code}`.",
  query: t.Object({
    limit: t.Integer({
      default: 50,
      minimum: 1,
      maximum: listMax,
      description: "Maximum number of links to return",
    }),
    before: t.Optional(
      t.String({
        maxLength: 100,
        pattern: "^[\\w-]+$",
        description: "`next` of the previous response, to get the next page",
      }),
    ),
  }),
  response: t.Object({
    links: t.Array(t.Object(linkFields), { description: "The links on this page" }),
    next: t.Union([t.String(), t.Null()], {
      description: "Pass it as `before` to get the next page. Null on the last page",
    }),
  }),
  cache: "never",
  example: { query: { limit: 20 } },
  async handler({ query, caller, origin, kv }) {
    const { listLinks } = await import("../../link/own-links.ts");
    const { links, next } = await listLinks(getOwner(caller), {
      ...query,
      before: query.before,
      kv,
    });
    return { links: links.map((link) => buildLinkResponse(link, origin)), next };
  },
});
