import { t } from "hub";
import { getOwner } from "../../doors.ts";
import { buildLinkResponse, linkFields } from "../../link/link-schema.ts";
import url from "../../plugin.ts";

const { listMax } = url.limits;

export default url.route({
  summary: "List your short links, newest first",
  description:
    "Returns your short links, page by page, all or those with a tag or text. Case is ignored. A page of a search can have fewer links than `limit`, or none, although `next` is set. For click statistics, call `GET /api/url/links/{code}`.",
  query: t.Object({
    limit: t.Integer({
      default: 50,
      minimum: 1,
      maximum: listMax,
      description: "Maximum number of links to return",
    }),
    tag: t.Optional(
      t.String({
        minLength: 1,
        maxLength: url.limits.tagMax,
        description: "Return only links with this tag",
      }),
    ),
    q: t.Optional(
      t.String({
        minLength: 1,
        maxLength: 100,
        description: "Return only links with this text in their code, target, title or tags",
      }),
    ),
    before: t.Optional(
      t.String({
        maxLength: 100,
        pattern: "^[\\w-]+$",
        errorMessage: "a cursor of the previous response",
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
  async handler({ query, caller, origin, env, kv }) {
    const { listLinks } = await import("../../link/own-links.ts");
    const { before, tag, q, limit } = query;
    const { links, next } = await listLinks(getOwner(caller), { limit, before, tag, q, kv });
    return { links: links.map((link) => buildLinkResponse(link, { origin, env })), next };
  },
});
