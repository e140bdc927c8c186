import { t } from "hub";
import url from "../../plugin.ts";

export default url.route({
  summary: "Check that the hub answers (Shlink API)",
  description: "Compatible with Shlink's `GET /rest/v3/health`.",
  response: t.Object({
    status: t.Literal("pass", { description: "Always `pass`" }),
    version: t.String({ description: "The version of Shlink whose API this is" }),
  }),
  cache: "never",
  example: {},
  handler: () => ({ status: "pass" as const, version: "4.4.0" }),
});
