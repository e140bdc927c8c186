import { binary, HubError, oneOf, t } from "hub";
import { ownRoutes } from "../../../core/site/view/own-routes.ts";

export default ownRoutes.route({
  summary: "Read what an endpoint answered to its own example",
  description:
    "The hub runs the example when somebody asks for it first, without a key and counted for nobody, and keeps the answer for as long as the service stays as it is. What is sent is the answer itself, with status 200: the status that the endpoint gave is in `X-Captured-Status`. A failure is kept for five minutes. The hub's own endpoints that want a key or change something are not run.",
  params: t.Object({
    operation_id: t.String({
      maxLength: 200,
      description: "The endpoint, as the OpenAPI document names it: `getQrGenerate`",
    }),
  }),
  query: t.Object({
    v: t.Optional(
      t.String({ maxLength: 32, description: "The version of the answer, for caches" }),
    ),
    part: t.Optional(
      oneOf(["picture", "shown"], {
        description:
          "`picture`: the first page of a PDF; `shown`: the answer as the documentation shows it, in HTML",
      }),
    ),
  }),
  response: binary("*/*"),
  cache: "etag",
  example: { params: { operation_id: "getVersion" }, query: {} },
  async handler({ params, query, site }) {
    const { findAnswerable, answerReply } = await import("../../../core/site/docs/answer-reply.ts");
    const found = findAnswerable(site, params.operation_id);
    if (!found)
      throw new HubError(
        "not_found",
        `There is no endpoint "${params.operation_id}" whose example is run`,
      );
    return answerReply(site, found, query);
  },
});
