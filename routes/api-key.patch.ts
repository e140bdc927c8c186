import { t } from "hub";
import { changedKeyFields, keyFields } from "../core/accounts/account-fields.ts";
import { ownRoutes } from "../core/site/view/own-routes.ts";

export default ownRoutes.route({
  summary: "Update the current key",
  description:
    "Changes the name and rights of the key that sends the request. Omitted fields keep their values. Null removes a restriction. The key needs `may_manage_keys`, and cannot extend its own rights (`rights_exceeded`).",
  body: t.Object(changedKeyFields),
  response: t.Object({ success: t.Boolean(), ...keyFields }),
  cache: "never",
  example: { body: { name: "My server", addresses: ["192.0.2.0/24"] } },
  handler: async ({ body, keys, endpoints, call }) => ({
    success: true,
    ...(await keys.change(call, body, endpoints)),
  }),
});
