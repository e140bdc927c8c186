import { t } from "hub";
import { codeOptions, sizeFields } from "../../code/request.ts";
import dev from "../../plugin.ts";

const { encodeBytesMax, textBodyBytesMax } = dev.limits;

export default dev.route({
  summary: "Format GraphQL",
  keywords: "graphql formatter, prettify graphql, graphql beautifier",
  description:
    "Makes operations, fragments and schemas readable with Prettier, and keeps their comments. The text may also be the raw " +
    "body, as `application/graphql` or `text/plain`, with the other fields in the query.",
  body: t.Object({
    graphql: t.String({ maxLength: encodeBytesMax, description: "The GraphQL document" }),
    ...codeOptions,
  }),
  raw: {
    "text/plain": "graphql",
    "application/graphql": "graphql",
    "application/octet-stream": "graphql",
  },
  response: t.Object({
    formatted: t.String({ description: "The formatted document" }),
    ...sizeFields,
  }),
  plain: "formatted",
  heavy: true,
  bodyBytesMax: textBodyBytesMax,
  example: { body: { graphql: "query Shop($id:ID!){item(id:$id){name price}}" } },
  async handler({ body: { graphql, ...options } }) {
    const { formatGraphql } = await import("../../code/format-graphql.ts");
    return formatGraphql(graphql, options);
  },
});
