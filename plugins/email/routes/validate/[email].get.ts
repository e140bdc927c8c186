import { t } from "hub";
import email from "../../plugin.ts";
import { answer, options, smtpOption } from "../../response.ts";
import { validateOne } from "../../validate-one.ts";

export default email.route({
  summary: "Validate an email address",
  description:
    "Returns verdict, reason, score, and the results of the syntax, DNS and list checks. Invalid addresses get a 200 response with the reason. With `smtp=true`, the hub also asks the mail server whether the mailbox exists, if the operator allows it. Percent-encode the address. `+` can stay as it is.",
  params: t.Object({
    email: t.String({
      minLength: 1,
      maxLength: email.limits.emailMax,
      description: "Email address",
    }),
  }),
  query: t.Object({ ...options, smtp: smtpOption }),
  response: answer,
  plain: "valid",
  cache: "never",
  example: { params: { email: "ann.lee+news@example.com" }, query: {} },
  handler: ({ params, query, net, env, smtp, random, caller }) =>
    validateOne({ ...params, ...query }, { net, env, smtp, random, caller }),
});
