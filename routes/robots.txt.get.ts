import { binary } from "hub";
import { ownRoutes } from "../core/site/view/own-routes.ts";

export default ownRoutes.route({
  summary: "Get the crawler rules",
  response: binary("text/plain; charset=utf-8"),
  example: {},
  handler: () => "User-agent: *\nDisallow: /api/\nDisallow: /try/\n",
});
