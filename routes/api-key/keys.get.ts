import { t } from "hub";
import { keyFields } from "../../core/accounts/account-fields.ts";
import { ownRoutes } from "../../core/site/view/own-routes.ts";

export default ownRoutes.route({
  summary: "List the keys of the account, the newest first",
  description:
    "Those that have ended as well. A restricted key is shown those that may do no more than itself. No answer has a key itself: it is shown once.",
  response: t.Object({
    success: t.Boolean(),
    keys: t.Array(t.Object(keyFields), { description: "The keys" }),
  }),
  cache: "never",
  example: {},
  handler: async ({ keys, call }) => ({ success: true, keys: await keys.list(call) }),
});
