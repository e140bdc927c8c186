import { t } from "hub";
import { accountFields } from "../core/accounts/account-fields.ts";
import { ownRoutes } from "../core/site/view/own-routes.ts";

export default ownRoutes.route({
  summary: "Get the current key and its account",
  description:
    "Returns the key that sends the request, its account and its remaining limits. Does not count towards the limits.",
  response: t.Object({ success: t.Boolean(), ...accountFields }),
  cache: "never",
  example: {},
  handler: async ({ keys, call }) => ({ success: true, ...(await keys.show(call)) }),
});
