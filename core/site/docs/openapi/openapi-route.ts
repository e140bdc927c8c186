import { reply } from "../../../contract/reply.ts";
import { binary } from "../../../contract/schema.ts";
import { ownRoutes } from "../../view/own-routes.ts";
import { serviceQuery, validateService } from "./parameters.ts";

/** Defines a route that returns the OpenAPI document in one format. */
export function openApiRoute(as: "json" | "yaml") {
  const type = `application/${as}`;
  return ownRoutes.route({
    summary: `Get the OpenAPI document of all services or of one, as ${as.toUpperCase()}`,
    query: serviceQuery,
    response: binary(type),
    cache: "etag",
    example: { query: {} },
    async handler({ query, site }) {
      const { documentBytes } = await import("./document-text.ts");
      const bytes = await documentBytes(site, { service: validateService(site, query), as });
      return reply(bytes, { type, headers: { "cache-control": "no-cache" } });
    },
  });
}
