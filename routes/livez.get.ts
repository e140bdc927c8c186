import { t } from "hub";
import { ownRoutes } from "../core/site/view/own-routes.ts";

export default ownRoutes.route({
  summary: "Tell whether the process runs",
  response: t.Object({
    success: t.Boolean(),
    status: t.Literal("ok", { description: "Always: a process that does not run answers nothing" }),
  }),
  plain: "status",
  cache: "never",
  example: {},
  handler: () => ({ success: true, status: "ok" as const }),
});
