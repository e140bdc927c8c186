import openapi from "../openapi.json.get.ts";

/** The path of Elysia's documentation plugins, which the first version had. */
export default {
  ...openapi,
  deprecated: { since: "2026-11-29", sunset: "2027-06-01", use: "Use `/openapi.json`." },
};
