import { t } from "hub";
import { issuedFields, newKeyFields } from "../../core/accounts/account-fields.ts";
import { ownRoutes } from "../../core/site/view/own-routes.ts";

export default ownRoutes.route({
  summary: "Issue a further key of the account",
  description:
    "One for each program, with no more rights than it needs. The key of the request must have `may_manage_keys`. If that is restricted, what is left out is as it has it, nothing may exceed it (`rights_exceeded`), and the new key shares its limits. A `publishable` key may stand in a page or an `<img>`: it is for the GETs in `routes`, at a pace of its own, and its answers may be kept by caches.",
  body: t.Object(newKeyFields),
  response: t.Object({ success: t.Boolean(), ...issuedFields }),
  cache: "never",
  example: { body: { name: "My shop", services: ["qr", "pdf"], per_day: 50 } },
  handler: async ({ body, keys, endpoints, call }) => ({
    success: true,
    ...(await keys.create(call, body, endpoints)),
  }),
});
