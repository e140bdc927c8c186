import { t } from "hub";
import { accountFields, signUpFields } from "../core/access/account-fields.ts";
import { own } from "../core/own.ts";

export default own.route({
  summary: "Issue an API key to an e-mail address",
  description:
    "The key is shown this once: the hub keeps only a hash of it. An address that has an account gets a further key only where one of its working keys comes along, in `X-API-Key` or `api_key`; otherwise the answer is `email_taken`. Addresses that differ in their case alone are one.",
  query: t.Object({
    api_key: t.Optional(
      t.String({ description: "A key of the account, where it is not in X-API-Key" }),
    ),
  }),
  body: t.Object(signUpFields),
  response: t.Object({
    success: t.Boolean(),
    api_key: t.String({ description: "The key, shown once" }),
    ...accountFields,
  }),
  cache: "never",
  example: { query: {}, body: { email: "you@example.com" } },
  handler: async ({ body, hub, request }) => ({
    success: true,
    ...(await hub.signUp(request, body)),
  }),
});
