import { t } from "hub";
import { keyFields } from "../core/accounts/account-fields.ts";
import { ownRoutes } from "../core/site/view/own-routes.ts";

export default ownRoutes.route({
  summary: "Revoke the key of the request",
  description: "It ends at once and for good, and so do the addresses that were signed by it.",
  response: t.Object({ success: t.Boolean(), ...keyFields }),
  cache: "never",
  example: {},
  handler: async ({ keys, call }) => ({ success: true, ...(await keys.revoke(call)) }),
});
