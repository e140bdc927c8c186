import { t } from "hub";
import { perDayMax, perMinuteMax } from "../../../core/accounts/tiers.ts";
import { ruleFields, ruleSubject } from "../../../core/site/admin/admin-fields.ts";
import { adminRoutes } from "../../../core/site/admin/admin-routes.ts";

export default adminRoutes.route({
  summary: "Block a network, or limit a tier, a route or a service",
  description:
    "Applies to all processes of all hubs that share the store within a second, and replaces the rule of the same subject. `block` refuses all requests of an IP address or CIDR block. `tier` replaces limits of a tier. `route` limits the calls of each account, and of each IP address without a key; the limit 0 pauses the route or service.",
  body: t.Object({
    ...ruleSubject,
    per_minute: t.Optional(
      t.Integer({
        minimum: 0,
        maximum: perMinuteMax,
        description: "Calls in any 60 seconds; at most 1,000 for a route",
      }),
    ),
    per_day: t.Optional(
      t.Integer({ minimum: 1, maximum: perDayMax, description: "Units a day, of a tier" }),
    ),
    note: t.Optional(
      t.String({ maxLength: 200, description: "The reason. Callers of a paused route see it" }),
    ),
    expires_in: t.Optional(
      t.Integer({ minimum: 1, maximum: 366 * 86_400, description: "Lifetime in seconds" }),
    ),
  }),
  response: t.Object({ success: t.Boolean(), rule: ruleFields }),
  cache: "never",
  example: { body: { kind: "block", subject: "203.0.113.0/24", expires_in: 3600 } },
  handler: async ({ admin, call, body }) => ({
    success: true,
    rule: await admin.rules.set(call, body),
  }),
});
