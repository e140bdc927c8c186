import { binary } from "hub";
import { own } from "../core/runtime/own-routes.ts";

export default own.route({
  summary: "Tell crawlers to read the pages and to leave the endpoints alone",
  response: binary("text/plain; charset=utf-8"),
  example: {},
  handler: () => "User-agent: *\nDisallow: /api/\nDisallow: /try/\n",
});
