import { t } from "hub";
import { answer, options } from "../../answer.ts";
import email from "../../plugin.ts";
import { makeValidator } from "../../validate.ts";

export default email.route({
  summary: "Check an e-mail address given in the query",
  description:
    "A text that is not an address is answered as well, with the reason. A plus sign must be written `%2B`, as `+` is a space in a query.",
  query: t.Object({
    email: t.String({
      minLength: 1,
      maxLength: email.limits.emailMax,
      description: "The address",
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
