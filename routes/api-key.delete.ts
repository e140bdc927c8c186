import { t } from "hub";
import { keyFields } from "../core/accounts/account-fields.ts";
import { ownRoutes } from "../core/site/view/own-routes.ts";

export default ownRoutes.route({
  summary: "Revoke the current key",
  description:
    "Revokes the key that sends the request, and all URLs signed with it, immediately and permanently.",
  response: t.Object({ success: t.Boolean(), ...keyFields }),
  cache: "never",
  example: {},
  handler: async ({ keys, call }) => ({ success: true, ...(await keys.revoke(call)) }),
});
