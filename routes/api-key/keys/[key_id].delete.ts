import { t } from "hub";
import {
  keyIdParams,
  revocationQuery,
  revokedFields,
} from "../../../core/accounts/account-fields.ts";
import { ownRoutes } from "../../../core/site/view/own-routes.ts";

export default ownRoutes.route({
  summary: "Revoke an API key",
  description:
    "Revokes a key of the account, immediately and permanently. All that it started ends within a second, at no cost: calls, jobs, event streams and webhooks. URLs signed with it stop working. A restricted key can revoke only keys that have no more rights than itself (`rights_exceeded`). The keys that the revoked key created keep working without `cascade`; `made_keys` lists those that remain.",
  params: keyIdParams,
  query: revocationQuery,
  response: t.Object({ success: t.Boolean(), ...revokedFields }),
  cache: "never",
  example: { params: { key_id: "key_0198" }, query: {} },
  handler: async ({ params, query, keys, call }) => ({
    success: true,
    ...(await keys.revoke(call, { keyId: params.key_id, ...query })),
  }),
});
