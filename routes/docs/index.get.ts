import { binary } from "hub";
import { pageType } from "../../core/docs/page.ts";
import { referencePage } from "../../core/docs/reference-page.ts";
import { serviceOf, serviceQuery } from "../../core/docs/service-query.ts";
import { own } from "../../core/own.ts";

export default own.route({
  summary: "Call the endpoints from an interactive reference",
  query: serviceQuery,
  response: binary(pageType),
  example: { query: {} },
  handler: ({ query, hub }) => referencePage(hub, serviceOf(hub, query)),
});
