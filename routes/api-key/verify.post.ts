import { t } from "hub";
import { codeFields, exchangedFields } from "../../core/accounts/account-fields.ts";
import { ownRoutes } from "../../core/site/view/own-routes.ts";

export default ownRoutes.route({
  summary: "Exchange a code from a mail for an API key",
  description:
    "Where `HUB_SIGNUP` is `verify`, `POST /api-key` mails a code. It gives a key of a new account or one more of the account that is there, and is so the way back after a lost key: where the account has as many keys as it may, `revoke_others` ends those. A code works once, within 15 minutes.",
  body: t.Object(codeFields),
  response: t.Object({ success: t.Boolean(), ...exchangedFields }),
  cache: "never",
  example: { body: { email: "you@example.com", code: "7K3M-Q9XA" } },
  handler: async ({ body, signUps, call }) => ({
    success: true,
    ...(await signUps.exchangeCode(call, body)),
  }),
});
