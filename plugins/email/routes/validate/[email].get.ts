import { t } from "hub";
import { answer, options } from "../../answer.ts";
import email from "../../plugin.ts";
import { makeValidator } from "../../validate.ts";

export default email.route({
  summary: "Check an e-mail address",
  description:
    "A text that is not an address is answered as well, with the reason. The address is percent-encoded, `+` as it is or as `%2B`.",
  params: t.Object({
    email: t.String({
      minLength: 1,
      maxLength: email.limits.emailMax,
      description: "The address",
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
