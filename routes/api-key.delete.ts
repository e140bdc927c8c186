import { t } from "hub";
import { revocationQuery, revokedFields } from "../core/accounts/account-fields.ts";
import { ownRoutes } from "../core/site/view/own-routes.ts";

export default ownRoutes.route({
  summary: "Revoke the current key",
  description:
    "Revokes the key that sends the request, immediately and permanently. All that it started ends within a second, at no cost: calls, jobs, event streams and webhooks. URLs signed with it stop working. The keys that it created keep working without `cascade`. With it, they are revoked too, except for keys that it cannot manage; `made_keys` lists those that remain.",
  query: revocationQuery,
  response: t.Object({ success: t.Boolean(), ...revokedFields }),
  cache: "never",
  example: { query: {} },
  handler: async ({ query, keys, call }) => ({
    success: true,
    ...(await keys.revoke(call, query)),
  }),
});
