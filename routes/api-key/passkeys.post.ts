import { t } from "hub";
import { credentialField, passkeyFields } from "../../core/accounts/account-fields.ts";
import { ownRoutes } from "../../core/site/view/own-routes.ts";

export default ownRoutes.route({
  summary: "Add a passkey to the account",
  description:
    "Adds a passkey that a browser created with the options of `GET /api-key/passkeys`. If people can log in by mail or with a login provider, this requires a session: an API key that leaked must not open the account again after it is revoked.",
  body: t.Object({
    name: t.String({ minLength: 1, maxLength: 80, description: "Name of the passkey" }),
    response: credentialField,
  }),
  response: t.Object({ success: t.Boolean(), ...passkeyFields }),
  cache: "never",
  example: { body: { name: "Laptop", response: { id: "AQIDBA" } } },
  handler: async ({ body, logins, call }) => ({
    success: true,
    ...(await logins.addPasskey(call, body)),
  }),
});
