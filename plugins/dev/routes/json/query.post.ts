import { oneOf, t } from "hub";
import dev from "../../plugin.ts";

export default dev.route({
  summary: "Select parts of a JSON text by JSONPath or JSON Pointer",
  description:
    "JSONPath is that of RFC 9535, with filters and the functions length, count, match, search " +
    "and value, whose patterns run in linear time. A query that finds nothing is answered with " +
    "no matches. The JSON may also be the whole body, as `application/x-json` or `text/plain`, " +
    "with the other fields in the query.",
  body: t.Object({
    json: t.String({ maxLength: dev.limits.bodyBytesMax, description: "The JSON text" }),
    path: t.String({ maxLength: 4096, description: "What to select: `$.a[?@.b > 1]` or `/a/0`" }),
    syntax: oneOf(["jsonpath", "pointer"], {
      default: "jsonpath",
      description: "JSONPath (RFC 9535) or JSON Pointer (RFC 6901), also as `#/a`",
    }),
    limit: t.Integer({
      minimum: 1,
      maximum: 10_000,
      default: 1000,
      description: "The most matches to list; all are counted",
    }),
  }),
  raw: { "text/plain": "json", "application/x-json": "json" },
  response: t.Object({
    matches: t.Array(t.Unknown(), {
      description: "What was found; a number that no double holds is a string of its digits",
    }),
    paths: t.Array(t.String(), {
      description: "Where each match stands, as a normalized path or a pointer",
    }),
    count: t.Integer({ description: "How many were found" }),
    truncated: t.Boolean({ description: "Whether there are more than are listed" }),
    jsonl: t.String({
      description: "The matches as JSON, one a line, with their numbers as they were written",
    }),
  }),
  plain: "jsonl",
  heavy: true,
  timeoutMs: 15_000,
  example: {
    body: {
      json: '{"books":[{"title":"Emma","price":8},{"title":"Ulysses","price":12}]}',
      path: "$.books[?@.price < 10].title",
    },
  },
  async handler({ body: { json, ...options } }) {
    const { queryJson } = await import("../../json/query/query.ts");
    return queryJson(json, options);
  },
});
