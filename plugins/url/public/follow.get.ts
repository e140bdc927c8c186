import { binary, t } from "hub";
import { follow } from "../follow/follow.ts";
import { pageType } from "../follow/pages.ts";
import url from "../plugin.ts";

export default url.route({
  summary: "Follow a short link",
  description:
    "Redirects to the target with 302, or with 301 if the link is permanent. With `+` after the code, it returns a preview page that shows the target. If the link has a password, it returns a password form with status 401. Links that have expired or reached their click limit redirect to their `expired_url`, if they have one. Other expired links and disabled links return 410. For links with a click limit, HEAD requests and bots get the preview page, and browser prefetches get 403, so neither uses up a click.",
  params: t.Object({
    code: t.String({
      maxLength: 256,
      description: "Code of the short link, optionally followed by `+`",
    }),
  }),
  query: t.Object(
    {},
    {
      additionalProperties: t.Array(t.String()),
      description:
        "Any query parameters. They are added to the target URL if the link has `forward_query`, also repeated ones",
    },
  ),
  response: binary(pageType),
  // Rejecting a request would cost as much as a redirect, and a whole company can share one address.
  publicPerMinute: "unlimited",
  example: { params: { code: "spring-sale" }, query: {} },
  handler: (input) => follow(input.params.code, input.query, input),
});
