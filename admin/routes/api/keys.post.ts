import { t } from "hub";
import { issuedByOperator, issueFields } from "../../../core/site/admin/admin-fields.ts";
import { adminRoutes } from "../../../core/site/admin/admin-routes.ts";

export default adminRoutes.route({
  summary: "Issue an API key to an email address",
  description:
    "Issues a key without verifying the email address, regardless of the sign-up mode, and returns it. The key is shown only once.",
  body: issueFields,
  response: t.Object({ success: t.Boolean(), ...issuedByOperator }),
  cache: "never",
  example: { body: { email: "you@example.com", tier: "pro" } },
  handler: async ({ admin, call, body }) => ({
    success: true,
    ...(await admin.accounts.issue(call, body)),
  }),
});
