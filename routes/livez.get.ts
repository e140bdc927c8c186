import { t } from "hub";
import { ownRoutes } from "../core/site/view/own-routes.ts";

export default ownRoutes.route({
  summary: "Check liveness",
  response: t.Object({
    success: t.Boolean(),
    status: t.Literal("ok", { description: "Always `ok`" }),
  }),
  plain: "status",
  cache: "never",
  example: {},
  handler: () => ({ success: true, status: "ok" as const }),
});
