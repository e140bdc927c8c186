import { binary, t } from "hub";
import { follow } from "../follow/follow.ts";
import { pageType } from "../follow/pages.ts";
import url from "../plugin.ts";

export default url.route({
  summary: "Follow a short link",
  description:
    "Answers 302. With `+` after the code it shows where the link leads, with a password it asks for that (401), and a link that has ended is 410. Only following a link with a limit uses it up: HEAD requests and programs that preview links are answered as with `+`, and a browser that prefetches is refused (403).",
  params: t.Object({
    code: t.String({ maxLength: 256, description: "The code, or the code and `+`" }),
  }),
  query: t.Object(
    {},
    {
      additionalProperties: t.String(),
      description: "Any parameters: passed on if the link says so, the first of each name",
    },
  ),
  response: binary(pageType),
  // A refusal would cost as much as a redirect, and a whole company may come by one address.
  publicPerMinute: "unlimited",
  example: { params: { code: "spring-sale" }, query: {} },
  handler: (input) => follow(input.params.code, input.query, input),
});
