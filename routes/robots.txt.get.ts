import { binary } from "hub";
import { ownRoutes } from "../core/site/view/own-routes.ts";

export default ownRoutes.route({
  summary: "Tell crawlers to read the pages and to leave the endpoints alone",
  response: binary("text/plain; charset=utf-8"),
  example: {},
  handler: () => "User-agent: *\nDisallow: /api/\nDisallow: /try/\n",
});
