import { t } from "hub";
import { issuedFields } from "../../core/accounts/account-fields.ts";
import { ownRoutes } from "../../core/site/view/own-routes.ts";

export default ownRoutes.route({
  summary: "Rotate the current key",
  description:
    "Replaces the key that sends the request with a new one, and returns the new key. The new key has the same rights and expiry time. The old key stays active for `grace_seconds`, so that you can update your programs, and can be replaced only once. What the old key started continues under the new one: calls, jobs, event streams and webhooks, unless the old key is revoked or suspended. URLs signed with the old key stop working when it ends.",
  body: t.Object({
    grace_seconds: t.Integer({
      default: 0,
      minimum: 0,
      maximum: 30 * 86_400,
      description: "Grace period of the old key in seconds; 0 revokes it immediately",
    }),
  }),
  response: t.Object({
    success: t.Boolean(),
    ...issuedFields,
    old_key_expires_at: t.String({ description: "Expiry time of the old key, ISO 8601" }),
  }),
  cache: "never",
  example: { body: { grace_seconds: 3600 } },
  handler: async ({ body, keys, call }) => ({
    success: true,
    ...(await keys.rotate(call, { graceMs: body.grace_seconds * 1000 })),
  }),
});
