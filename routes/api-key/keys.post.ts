import { t } from "hub";
import { issuedFields, newKeyFields } from "../../core/accounts/account-fields.ts";
import { ownRoutes } from "../../core/site/view/own-routes.ts";

export default ownRoutes.route({
  summary: "Create an API key",
  description:
    "Creates another key for the account and returns it. Use one key per program, with only the rights that it needs. The key that sends the request needs `may_manage_keys`. If that key is restricted, omitted fields are copied from it, no field may exceed its rights (`rights_exceeded`), and the new key shares its limits. A `publishable` key can be embedded in a web page or an `<img>`. It only works for GET requests to `routes`, has its own rate limit, and its responses can be cached.",
  body: t.Object(newKeyFields),
  response: t.Object({ success: t.Boolean(), ...issuedFields }),
  cache: "never",
  example: { body: { name: "My shop", services: ["qr", "pdf"], per_day: 50 } },
  handler: async ({ body, keys, endpoints, call }) => ({
    success: true,
    ...(await keys.create(call, body, endpoints)),
  }),
});
