import { t } from "hub";
import { accountFields } from "../core/accounts/account-fields.ts";
import { ownRoutes } from "../core/site/view/own-routes.ts";

export default ownRoutes.route({
  summary: "Show the key of the request, its account and what is left of its limits",
  description: "Costs nothing of the limits.",
  response: t.Object({ success: t.Boolean(), ...accountFields }),
  cache: "never",
  example: {},
  handler: async ({ keys, call }) => ({ success: true, ...(await keys.show(call)) }),
});
