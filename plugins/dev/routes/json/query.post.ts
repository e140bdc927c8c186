import { oneOf, t } from "hub";
import dev from "../../plugin.ts";

export default dev.route({
  summary: "Select parts of a JSON text by JSONPath or JSON Pointer",
  description:
    "Returns the matches of a query. JSONPath follows RFC 9535, with filters and the functions length, count, match, search " +
    "and value. Patterns run in linear time. A query without results returns " +
    "an empty list. The JSON may also be the raw body, as `application/x-json` or `text/plain`, " +
    "with the other fields in the query.",
  body: t.Object({
    json: t.String({ maxLength: dev.limits.jsonCharactersMax, description: "The JSON text" }),
    path: t.String({ maxLength: 4096, description: "The query: `$.a[?@.b > 1]` or `/a/0`" }),
    syntax: oneOf(["jsonpath", "pointer"], {
      default: "jsonpath",
      description: "JSONPath (RFC 9535) or JSON Pointer (RFC 6901), also as `#/a`",
    }),
    limit: t.Integer({
      minimum: 1,
      maximum: 10_000,
      default: 1000,
      description: "Maximum number of matches to list; all are counted",
    }),
  }),
  raw: { "text/plain": "json", "application/x-json": "json", "application/octet-stream": "json" },
  response: t.Object({
    matches: t.Array(t.Unknown(), {
      description:
        "The matches; numbers keep all digits, so parse large ones with a parser that does",
    }),
    paths: t.Array(t.String(), {
      description: "Position of each match as a normalized path or a pointer",
    }),
    count: t.Integer({ description: "Number of matches" }),
    truncated: t.Boolean({ description: "Whether there are more matches than listed" }),
    jsonl: t.String({
      description: "The matches as JSON, one per line, with the original numbers",
    }),
  }),
  plain: "jsonl",
  heavy: true,
  bodyBytesMax: dev.limits.jsonBodyBytesMax,
  memoryMbMax: 1024,
  timeoutMs: 30_000,
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
