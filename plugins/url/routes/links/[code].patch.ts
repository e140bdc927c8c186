import { t } from "hub";
import { memoryOf } from "../../follow/memory.ts";
import { askedFields, linkAnswer, linkFields } from "../../link/answer.ts";
import { ownerOf } from "../../owner.ts";
import url from "../../plugin.ts";

const { title, tags, forward_query, expires_at, max_clicks, password } = askedFields;

export default url.route({
  summary: "Change a short link of yours, or switch it off",
  description:
    "What is left out stays as it is; null takes away a title, an end, a limit or a password. Its statistics are kept. Other processes of the hub may follow the link as it was for a second more, and browsers that have just done so for 90 seconds.",
  params: t.Object({ code: t.String({ maxLength: 256, description: "The code" }) }),
  body: t.Object({
    url: t.Optional(askedFields.url),
    title: t.Optional(t.Union([title, t.Null()], { description: "A name for the link" })),
    tags: t.Optional(tags),
    forward_query: t.Optional(forward_query),
    expires_at: t.Optional(
      t.Union([expires_at, t.Null()], { description: "When the link ends: RFC 3339" }),
    ),
    max_clicks: t.Optional(
      t.Union([max_clicks, t.Null()], {
        description: "How many redirects the link gives, counted from when it first had a limit",
      }),
    ),
    password: t.Optional(
      t.Union([password, t.Null()], { description: "What visitors must know", writeOnly: true }),
    ),
    enabled: t.Optional(t.Boolean({ description: "False switches the link off: it is then 410" })),
  }),
  response: t.Object(linkFields),
  cache: "never",
  example: { params: { code: "spring-sale" }, body: { title: "Spring sale 2026" } },
  async handler({ params, body, caller, origin, env, clock, kv, random, log, later }) {
    const { editLink } = await import("../../link/edit.ts");
    const owner = ownerOf(caller);
    const options = { owner, kv, now: clock(), origin, blocked: env.HUB_URL_BLOCKED };
    const changed = await editLink(params.code, body, options);
    memoryOf({ kv, random, log, later }).hot.clear();
    return linkAnswer(changed, origin);
  },
});
