import { t } from "hub";
import { ownRoutes } from "../../../core/site/view/own-routes.ts";

export default ownRoutes.route({
  summary: "Remove a passkey",
  description: "Removes a passkey of the account. Its sessions continue until they are revoked.",
  params: t.Object({
    passkey_id: t.String({
      maxLength: 1400,
      description: "ID of the passkey, from `GET /api-key/passkeys`",
    }),
  }),
  response: t.Object({ success: t.Boolean() }),
  cache: "never",
  example: { params: { passkey_id: "AQIDBA" } },
  async handler({ params, logins, call }) {
    await logins.removePasskey(call, params.passkey_id);
    return { success: true };
  },
});
