import { t } from "hub";
import { noticesFields } from "../../core/accounts/account-fields.ts";
import { ownRoutes } from "../../core/site/view/own-routes.ts";

export default ownRoutes.route({
  summary: "Get the quota alert settings and the webhook secret",
  response: t.Object({ success: t.Boolean(), ...noticesFields }),
  cache: "never",
  example: {},
  handler: async ({ keys, call }) => ({ success: true, ...(await keys.notices(call)) }),
});
