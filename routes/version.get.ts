import { t } from "hub";
import { ownRoutes } from "../core/site/view/own-routes.ts";

export default ownRoutes.route({
  summary: "Tell which version of the hub answers",
  response: t.Object({
    success: t.Boolean(),
    version: t.String({ description: "The hub's version" }),
    commit: t.String({ description: "The commit it was built from, or `unknown`" }),
    bun: t.String({ description: "The version of the runtime" }),
    started_at: t.String({ description: "When it started, ISO 8601" }),
  }),
  plain: "version",
  cache: "never",
  example: {},
  handler: ({ site }) => ({
    success: true,
    version: site.version,
    commit: site.commit,
    bun: Bun.version,
    started_at: new Date(site.startedAt).toISOString(),
  }),
});
