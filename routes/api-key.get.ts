import { t } from "hub";
import { accountFields } from "../core/runtime/access/account-fields.ts";
import { ownRoutes } from "../core/runtime/own-routes.ts";

export default ownRoutes.route({
  summary: "Show the key of the request, its tier and what is left of its limits",
  description: "Costs nothing of the limits.",
  query: t.Object({
    api_key: t.Optional(
      t.String({ maxLength: 200, description: "The key, where it is not in X-API-Key" }),
    ),
  }),
  response: t.Object({ success: t.Boolean(), ...accountFields }),
  cache: "never",
  example: { query: {} },
  handler: ({ hub, call }) => ({ success: true, ...hub.whoAmI(call) }),
});
