import { t } from "hub";
import { changedKeyFields, keyFields, keyIdParams } from "../../../core/accounts/account-fields.ts";
import { ownRoutes } from "../../../core/site/view/own-routes.ts";

export default ownRoutes.route({
  summary: "Change a key of the account",
  description:
    "Its name and its rights, or whether it is suspended. What is left out stays as it is, and null removes a restriction. A restricted key changes only keys that may do no more than itself, and gives them no more (`rights_exceeded`).",
  params: keyIdParams,
  body: t.Object(changedKeyFields),
  response: t.Object({ success: t.Boolean(), ...keyFields }),
  cache: "never",
  example: { params: { key_id: "key_0198" }, body: { per_day: null } },
  handler: async ({ params, body, keys, endpoints, call }) => ({
    success: true,
    ...(await keys.change(call, { ...body, keyId: params.key_id }, endpoints)),
  }),
});
