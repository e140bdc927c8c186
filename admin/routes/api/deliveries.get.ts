import { oneOf, t } from "hub";
import { adminRoutes } from "../../../core/site/admin/admin-routes.ts";

export default adminRoutes.route({
  summary: "List webhooks to accounts with their results",
  description:
    "Returns the webhooks of the last 7 days, newest first. URLs are reduced to their hosts. What another attempt needs is stored until a webhook is delivered.",
  query: t.Object({
    before: t.Optional(t.String({ maxLength: 100, description: "Only before this delivery" })),
    limit: t.Integer({ default: 50, minimum: 1, maximum: 200 }),
  }),
  response: t.Object({
    success: t.Boolean(),
    deliveries: t.Array(
      t.Object({
        id: t.String(),
        at: t.String({ description: "Time of the first attempt, ISO 8601" }),
        account: t.String(),
        type: t.String({ description: "Event, such as `job.succeeded`" }),
        host: t.String(),
        state: oneOf(["sending", "delivered", "failed"], {
          description: "`sending`: in progress, or waiting for a retry",
        }),
        tries: t.Integer({ description: "Attempts" }),
        reason: t.Union([t.String(), t.Null()], { description: "Why the last attempt failed" }),
        can_resend: t.Boolean(),
      }),
    ),
  }),
  cache: "never",
  example: { query: {} },
  handler: async ({ admin, query }) => ({
    success: true,
    deliveries: await admin.deliveries.list(query),
  }),
});
