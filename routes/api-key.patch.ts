import { t } from "hub";
import { changedKeyFields, keyFields } from "../core/accounts/account-fields.ts";
import { ownRoutes } from "../core/site/view/own-routes.ts";

export default ownRoutes.route({
  summary: "Change the key of the request",
  description:
    "Its name and its rights. What is left out stays as it is, and null removes a restriction. Only a key with `may_manage_keys` can do so, and none extends its own rights (`rights_exceeded`).",
  body: t.Object(changedKeyFields),
  response: t.Object({ success: t.Boolean(), ...keyFields }),
  cache: "never",
  example: { body: { name: "My server", addresses: ["192.0.2.0/24"] } },
  handler: async ({ body, keys, endpoints, call }) => ({
    success: true,
    ...(await keys.change(call, body, endpoints)),
  }),
});
