import { oneOf, t } from "hub";
import { adminRoutes } from "../../../../core/site/admin/admin-routes.ts";

export default adminRoutes.route({
  summary: "Send a webhook again",
  description:
    "Sends a webhook that wasn't delivered, with the same ID, and waits up to 5 seconds for the result. It is retried like a new one.",
  params: t.Object({ delivery_id: t.String({ maxLength: 100 }) }),
  response: t.Object({
    success: t.Boolean(),
    state: oneOf(["delivered", "failed", "sending"]),
  }),
  cache: "never",
  example: { params: { delivery_id: "2026-01-31T12:00:00.000Z_quota_1_20484_80" } },
  handler: async ({ admin, call, params }) => ({
    success: true,
    state: await admin.deliveries.resend(call, params.delivery_id),
  }),
});
