import { t } from "hub";
import { accountFields, signUpFields } from "../core/access/account-fields.ts";
import { own } from "../core/own.ts";

export default own.route({
  summary: "Issue an API key to an e-mail address",
  description: "The key is shown this once: the hub keeps only a hash of it.",
  body: t.Object(signUpFields),
  response: t.Object({
    success: t.Boolean(),
    api_key: t.String({ description: "The key, shown once" }),
    ...accountFields,
  }),
  cache: "never",
  example: { body: { email: "you@example.com" } },
  handler: async ({ body, hub, request }) => ({
    success: true,
    ...(await hub.signUp(request, body)),
  }),
});
