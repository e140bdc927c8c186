import { t } from "hub";
import { keyFields } from "../../core/accounts/account-fields.ts";
import { ownRoutes } from "../../core/site/view/own-routes.ts";

export default ownRoutes.route({
  summary: "List API keys",
  description:
    "Returns the keys of the account, newest first, including expired and revoked keys. A restricted key sees only keys that have no more rights than itself. The secret part of a key is never returned: it is shown only once, when the key is issued.",
  response: t.Object({
    success: t.Boolean(),
    keys: t.Array(t.Object(keyFields), { description: "Keys, newest first" }),
  }),
  cache: "never",
  example: {},
  handler: async ({ keys, call }) => ({ success: true, keys: await keys.list(call) }),
});
