import { t } from "hub";
import { workFields } from "../../../core/site/admin/admin-fields.ts";
import { adminRoutes } from "../../../core/site/admin/admin-routes.ts";

export default adminRoutes.route({
  summary: "Drain a process before shutdown",
  description:
    "Makes `/readyz` return 503, so that a load balancer sends requests elsewhere, and starts no more scheduled work. Requests that still arrive are served. Send `false` to stop draining. This affects only the process that handles the request, shown in `process`.",
  body: t.Object({ draining: t.Boolean({ default: true }) }),
  response: t.Object({ success: t.Boolean(), ...workFields }),
  cache: "never",
  example: { body: {} },
  handler: async ({ admin, call, body }) => ({
    success: true,
    ...(await admin.drain(call, body.draining)),
  }),
});
