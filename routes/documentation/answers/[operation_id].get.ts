import { binary, HubError, oneOf, t } from "hub";
import { ownRoutes } from "../../../core/site/view/own-routes.ts";

export default ownRoutes.route({
  summary: "Get the response to an endpoint's example",
  description:
    "Returns the response body of an endpoint to its documented example. The status is always 200, and `X-Captured-Status` contains the original status. The hub runs the example on the first request, without a key and without counting it, and caches the response until the service changes. Errors are cached for five minutes. The hub's own endpoints that require a key or change data are not run.",
  params: t.Object({
    operation_id: t.String({
      maxLength: 200,
      description: "Operation ID from the OpenAPI document, such as `getQrGenerate`",
    }),
  }),
  query: t.Object({
    v: t.Optional(t.String({ maxLength: 32, description: "Version of the response, for caching" })),
    variant: t.Optional(
      t.String({
        maxLength: 100,
        description: "Caption of an example in the gallery, instead of the endpoint's own",
      }),
    ),
    part: t.Optional(
      oneOf(["picture", "shown"], {
        description:
          "`picture`: the first page of a PDF; `shown`: the response as HTML, as in the documentation",
      }),
    ),
    file: t.Optional(
      t.String({
        maxLength: 200,
        description: "Name of a file that the example uploads, to return it instead",
      }),
    ),
  }),
  response: binary("*/*"),
  cache: "etag",
  example: { params: { operation_id: "getVersion" }, query: {} },
  async handler({ params, query, site }) {
    const { findAnswerable, answerReply, sampleFileReply } = await import(
      "../../../core/site/docs/endpoint/answer-reply.ts"
    );
    const found = findAnswerable(site, params.operation_id);
    if (!found)
      throw new HubError(
        "not_found",
        `No example response for the operation "${params.operation_id}"`,
      );
    const { file } = query;
    return file === undefined ? answerReply(site, found, query) : sampleFileReply(found, file);
  },
});
