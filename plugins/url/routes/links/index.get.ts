import { t } from "hub";
import { ownerOf } from "../../doors.ts";
import { linkAnswer, linkFields } from "../../link/link-schema.ts";
import url from "../../plugin.ts";

const { listMax } = url.limits;

export default url.route({
  summary: "List your short links, the newest first",
  description: "The clicks of a link stand at `GET /api/url/links/{code}`.",
  query: t.Object({
    limit: t.Integer({
      default: 50,
      minimum: 1,
      maximum: listMax,
      description: "How many links to answer with",
    }),
    before: t.Optional(
      t.String({
        maxLength: 100,
        pattern: "^[\\w-]+$",
        description: "Where to go on: `next` of the answer before",
      }),
    ),
  }),
  response: t.Object({
    links: t.Array(t.Object(linkFields), { description: "The links" }),
    next: t.Union([t.String(), t.Null()], {
      description: "What `before` is to be for the links that follow; null where none do",
    }),
  }),
  cache: "never",
  example: { query: { limit: 20 } },
  async handler({ query, caller, origin, kv }) {
    const { listLinks } = await import("../../link/own-links.ts");
    const { links, next } = await listLinks(ownerOf(caller), {
      ...query,
      before: query.before,
      kv,
    });
    return { links: links.map((link) => linkAnswer(link, origin)), next };
  },
});
