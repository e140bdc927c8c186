import { t } from "hub";
import email from "../../plugin.ts";
import { answer, options } from "../../response.ts";
import { makeValidator } from "../../validate.ts";

export default email.route({
  summary: "Validate an email address in the query",
  description:
    "Returns verdict, reason, score, and the results of the syntax, DNS and list checks. Invalid addresses get a 200 response with the reason. Encode a plus sign as `%2B`, because `+` means a space in a query.",
  query: t.Object({
    email: t.String({
      minLength: 1,
      maxLength: email.limits.emailMax,
      description: "Email address",
    }),
    ...options,
  }),
  response: answer,
  plain: "valid",
  cache: "never",
  example: { query: { email: "ann.lee@example.com" } },
  handler: async ({ query: { email, ...options }, net, env }) =>
    (await makeValidator(options, { net, env }))(email),
});
