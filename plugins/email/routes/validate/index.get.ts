import { t } from "hub";
import email from "../../plugin.ts";
import { answer, options, smtpOption } from "../../response.ts";
import { validateOne } from "../../validate-one.ts";

export default email.route({
  summary: "Validate an email address in the query",
  keywords:
    "email validator, verify email, disposable email, check email, mx record, email checker",
  description:
    "Returns verdict, reason, score, and the results of the syntax, DNS and list checks. Invalid addresses get a 200 response with the reason. With `smtp=true`, the hub also asks the mail server whether the mailbox exists, if the operator allows it. Encode a plus sign as `%2B`, because `+` means a space in a query.",
  query: t.Object({
    email: t.String({
      minLength: 1,
      maxLength: email.limits.emailMax,
      description: "Email address",
    }),
    ...options,
    smtp: smtpOption,
  }),
  response: answer,
  plain: "valid",
  cache: "never",
  example: { query: { email: "ann.lee@example.com" } },
  handler: ({ query, net, env, smtp, random, caller }) =>
    validateOne(query, { net, env, smtp, random, caller }),
});
