import { t } from "hub";
import { ownRoutes } from "../core/site/view/own-routes.ts";

export default ownRoutes.route({
  summary: "Get the version",
  response: t.Object({
    success: t.Boolean(),
    version: t.String({ description: "Version of the hub" }),
    commit: t.String({ description: "Git commit of the build, or `unknown`" }),
    bun: t.String({ description: "Version of Bun" }),
    started_at: t.String({ description: "Start time, ISO 8601" }),
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
