import { binary, reply } from "hub";
import { serviceOf, serviceQuery } from "../core/docs/service-query.ts";
import { own } from "../core/own.ts";

const type = "application/yaml";

export default own.route({
  summary: "Load the OpenAPI document as YAML, of all services or of one",
  query: serviceQuery,
  response: binary(type),
  cache: "forever",
  example: { query: {} },
  async handler({ query, hub }) {
    const { documentText } = await import("../core/docs/document-text.ts");
    const text = documentText(hub, { service: serviceOf(hub, query), as: "yaml" });
    return reply(text, { type, headers: { "cache-control": "no-cache" } });
  },
});
