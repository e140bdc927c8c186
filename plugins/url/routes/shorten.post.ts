import { t } from "hub";
import { askedFields, linkAnswer, linkFields } from "../link/answer.ts";
import { codePattern } from "../link/code.ts";
import { ownerOf } from "../owner.ts";
import url from "../plugin.ts";

const { codeMin, codeMax, expiresInSecondsMin, expiresInSecondsMax } = url.limits;

function parameter(name: string) {
  const description = `What \`utm_${name}\` is to be`;
  return t.Optional(t.String({ minLength: 1, maxLength: url.limits.utmMax, description }));
}

export default url.route({
  summary: "Shorten an address",
  description:
    "The link answers at `/s/{code}` with a 302, and `/s/{code}+` shows where it leads. A code is never given out twice, whatever becomes of its link.",
  body: t.Object({
    url: askedFields.url,
    code: t.Optional(
      t.String({
        minLength: codeMin,
        maxLength: codeMax,
        pattern: codePattern,
        description:
          "The code you would like, whose capitals then do not matter; random without it",
      }),
    ),
    title: t.Optional(askedFields.title),
    tags: t.Array(askedFields.tags.items, { ...askedFields.tags, default: [] }),
    expires_in: t.Optional(
      t.Integer({
        minimum: expiresInSecondsMin,
        maximum: expiresInSecondsMax,
        description: "After how many seconds the link ends",
      }),
    ),
    expires_at: t.Optional(askedFields.expires_at),
    max_clicks: t.Optional(askedFields.max_clicks),
    password: t.Optional(askedFields.password),
    reuse: t.Boolean({
      default: true,
      description:
        "Whether to answer with a link of yours that does the same, if it has no password and no end",
    }),
    forward_query: t.Boolean({ ...askedFields.forward_query, default: false }),
    utm: t.Optional(
      t.Object(
        {
          source: parameter("source"),
          medium: parameter("medium"),
          campaign: parameter("campaign"),
          term: parameter("term"),
          content: parameter("content"),
        },
        { description: "Parameters of a campaign, to be put into the address" },
      ),
    ),
  }),
  response: t.Object({
    ...linkFields,
    reused: t.Boolean({ description: "Whether the link was there already" }),
  }),
  plain: "short_url",
  cache: "never",
  example: {
    body: { url: "https://example.com/spring/catalogue?page=2", tags: ["spring"] },
  },
  async handler({ body: { utm, ...asked }, caller, origin, env, kv, random, clock }) {
    const { shorten } = await import("../link/shorten.ts");
    const blocked = env.HUB_URL_BLOCKED;
    const options = { owner: ownerOf(caller), kv, random, now: clock(), origin, blocked, utm };
    const { link, reused } = await shorten(asked, options);
    return { ...linkAnswer(link, origin), reused };
  },
});
