import { t } from "hub";
import { codeFields, exchangedFields } from "../../core/accounts/account-fields.ts";
import { ownRoutes } from "../../core/site/view/own-routes.ts";

export default ownRoutes.route({
  summary: "Exchange a verification code for an API key",
  description:
    "Exchanges the code that `POST /api-key` mails for an API key, if `HUB_SIGNUP` is `verify`. The key belongs to a new account, or to the existing account of the email address. Use this to recover access after you lose a key. If the account has reached its limit of keys, set `revoke_others` to revoke them. A code works once and expires after 10 minutes.",
  body: t.Object(codeFields),
  response: t.Object({ success: t.Boolean(), ...exchangedFields }),
  cache: "never",
  example: { body: { email: "you@example.com", code: "7K3M-Q9XA" } },
  handler: async ({ body, signUps, call }) => ({
    success: true,
    ...(await signUps.exchangeCode(call, body)),
  }),
});
