import { t } from "hub";
import { issuedByOperator, issueWish } from "../../../core/site/admin/admin-fields.ts";
import { adminRoutes } from "../../../core/site/admin/admin-routes.ts";

export default adminRoutes.route({
  summary: "Issue a key to an e-mail address",
  description:
    "Without asking whose the address is, however keys are issued otherwise. The key is shown once.",
  body: issueWish,
  response: t.Object({ success: t.Boolean(), ...issuedByOperator }),
  cache: "never",
  example: { body: { email: "you@example.com", tier: "pro" } },
  handler: async ({ admin, call, body }) => ({
    success: true,
    ...(await admin.accounts.issue(call, body)),
  }),
});
