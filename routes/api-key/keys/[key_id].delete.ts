import { t } from "hub";
import { keyFields, keyIdParams } from "../../../core/accounts/account-fields.ts";
import { ownRoutes } from "../../../core/site/view/own-routes.ts";

export default ownRoutes.route({
  summary: "Revoke an API key",
  description:
    "Revokes a key of the account and all URLs signed with it, immediately and permanently. A restricted key can revoke only keys that have no more rights than itself (`rights_exceeded`).",
  params: keyIdParams,
  response: t.Object({ success: t.Boolean(), ...keyFields }),
  cache: "never",
  example: { params: { key_id: "key_0198" } },
  handler: async ({ params, keys, call }) => ({
    success: true,
    ...(await keys.revoke(call, params.key_id)),
  }),
});
