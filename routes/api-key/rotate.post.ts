import { t } from "hub";
import { issuedFields } from "../../core/accounts/account-fields.ts";
import { ownRoutes } from "../../core/site/view/own-routes.ts";

export default ownRoutes.route({
  summary: "Issue a key in place of the request's own",
  description:
    "The new key may do what the old one could, and ends when that would have. The old one works on for `grace_seconds`, so that programs can be given the new one; it can be replaced once. Addresses that were signed by the old key end with it.",
  body: t.Object({
    grace_seconds: t.Integer({
      default: 0,
      minimum: 0,
      maximum: 30 * 86_400,
      description: "How long the old key works on; 0: it ends at once",
    }),
  }),
  response: t.Object({
    success: t.Boolean(),
    ...issuedFields,
    old_key_expires_at: t.String({ description: "When the old key ends, ISO 8601" }),
  }),
  cache: "never",
  example: { body: { grace_seconds: 3600 } },
  handler: async ({ body, keys, call }) => ({
    success: true,
    ...(await keys.rotate(call, { graceMs: body.grace_seconds * 1000 })),
  }),
});
