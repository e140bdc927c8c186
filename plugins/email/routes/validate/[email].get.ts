import { t } from "hub";
import email from "../../plugin.ts";
import { answer, options } from "../../response.ts";
import { makeValidator } from "../../validate.ts";

export default email.route({
  summary: "Validate an email address",
  description:
    "Returns verdict, reason, score, and the results of the syntax, DNS and list checks. Invalid addresses get a 200 response with the reason. Percent-encode the address. `+` can stay as it is.",
  params: t.Object({
    email: t.String({
      minLength: 1,
      maxLength: email.limits.emailMax,
      description: "Email address",
    }),
  }),
  query: t.Object(options),
  response: answer,
  plain: "valid",
  cache: "never",
  example: { params: { email: "ann.lee+news@example.com" }, query: {} },
  handler: async ({ params, query, net, env }) =>
    (await makeValidator(query, { net, env }))(params.email),
});
