import { t } from "hub";
import { changedKeyFields, keyFields, keyIdParams } from "../../../core/accounts/account-fields.ts";
import { ownRoutes } from "../../../core/site/view/own-routes.ts";

export default ownRoutes.route({
  summary: "Update an API key",
  description:
    "Changes the name or rights of a key of the account, or suspends or resumes it. Omitted fields keep their values. Null removes a restriction. A restricted key can change only keys that have no more rights than itself, and cannot give them more (`rights_exceeded`). Suspending a key ends all that it started within a second, like revoking it. It can be resumed by the key that suspended it, and by an unrestricted key that no other key created. No key can suspend or resume the key that created it (`rights_exceeded`).",
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
