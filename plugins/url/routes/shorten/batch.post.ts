import { HubError, t } from "hub";
import { linkFields, shortenBody } from "../../link/link-schema.ts";
import url from "../../plugin.ts";

const { batchMax } = url.limits;

export default url.route({
  summary: `Create up to ${batchMax} short links`,
  description:
    "Creates several short links, each with the fields of a single one. A link that cannot be created has an `error` in its position, and the others are created. Each link counts as one call towards the daily quota.",
  body: t.Object({
    links: t.Array(shortenBody, {
      minItems: 1,
      maxItems: batchMax,
      description: "Links to create",
    }),
  }),
  response: t.Object({
    created: t.Integer({ description: "Number of links created" }),
    reused: t.Integer({ description: "Number of existing links returned" }),
    failed: t.Integer({ description: "Number of errors" }),
    links: t.Array(
      t.Union([
        t.Object({
          ...linkFields,
          reused: t.Boolean({ description: "Whether an existing link was returned" }),
        }),
        t.Object({
          error: t.Object({
            code: t.String({ description: "Error code" }),
            detail: t.String({ description: "Error message" }),
          }),
        }),
      ]),
      { description: "Result for each link, in the order of the request" },
    ),
  }),
  cost: ({ body }) => body.links.length,
  cache: "never",
  example: {
    body: {
      links: ["spring", "summer"].map((season) => ({
        url: `https://example.com/${season}`,
        tags: [season],
        reuse: true,
        forward_query: false,
      })),
    },
  },
  async handler({ body, caller, origin, env, kv, random, clock }) {
    const { createLink } = await import("../../link/creation.ts");
    const links: (Awaited<ReturnType<typeof createLink>> | ReturnType<typeof describeError>)[] = [];
    // One after the other, so that identical links are reused and a code goes to the first.
    for (const request of body.links)
      links.push(
        await createLink(request, { caller, origin, env, kv, random, clock }).catch(describeError),
      );
    const count = (is: (link: (typeof links)[number]) => boolean) => links.filter(is).length;
    return {
      created: count((link) => "code" in link && !link.reused),
      reused: count((link) => "code" in link && link.reused),
      failed: count((link) => "error" in link),
      links,
    };
  },
});

function describeError(error: unknown) {
  if (!(error instanceof HubError)) throw error;
  return { error: { code: error.code, detail: error.message } };
}
