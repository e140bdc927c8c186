import { t } from "hub";
import { keyFields, keyIdParams } from "../../../core/accounts/account-fields.ts";
import { ownRoutes } from "../../../core/site/view/own-routes.ts";

export default ownRoutes.route({
  summary: "Revoke a key of the account",
  description:
    "It ends at once and for good, and so do the addresses that were signed by it. A restricted key revokes only keys that may do no more than itself (`rights_exceeded`).",
  params: keyIdParams,
  response: t.Object({ success: t.Boolean(), ...keyFields }),
  cache: "never",
  example: { params: { key_id: "key_0198" } },
  handler: async ({ params, keys, call }) => ({
    success: true,
    ...(await keys.revoke(call, params.key_id)),
  }),
});
