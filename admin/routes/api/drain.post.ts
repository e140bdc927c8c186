import { t } from "hub";
import { workFields } from "../../../core/site/admin/admin-fields.ts";
import { adminRoutes } from "../../../core/site/admin/admin-routes.ts";

export default adminRoutes.route({
  summary: "Say that the hub is about to be stopped",
  description:
    "From then on `/readyz` answers 503, so that a balancer sends its callers elsewhere, and nothing is begun by the clock. Calls that come all the same are answered. `false` takes it back. It is said to the process that answers, which `process` names.",
  body: t.Object({ draining: t.Boolean({ default: true }) }),
  response: t.Object({ success: t.Boolean(), ...workFields }),
  cache: "never",
  example: { body: {} },
  handler: async ({ admin, call, body }) => ({
    success: true,
    ...(await admin.drain(call, body.draining)),
  }),
});
