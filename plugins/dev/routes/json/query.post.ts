import { oneOf, reply, t } from "hub";
import { jqOptions } from "../../json/query/request.ts";
import dev from "../../plugin.ts";

export default dev.route({
  summary: "Query a JSON text by JSONPath, JSON Pointer, jq or JMESPath",
  keywords:
    "jq, jq play, jsonpath, jmespath, json pointer, query json, json path tester, jpath expression",
  description:
    "Picks values out of a large document. JSONPath follows RFC 9535, with filters and the functions length, count, match, search " +
    "and value. Patterns run in linear time. `jq` runs a filter of jq 1.8.2 on one or several JSON documents, with the options of the command and its exit status in `X-Exit-Status`: literals keep all digits, and it computes with doubles. Results before an error are returned with a warning. Modules cannot be imported. JMESPath returns one value, which " +
    "is null if nothing matches. It computes with doubles, and returns unchanged numbers with all digits if no other number of the text has the same double. Other queries without results return an empty list. The JSON may also be the raw body, as `application/x-json` or `text/plain`, " +
    "with the other fields in the query.",
  body: t.Object({
    json: t.String({ maxLength: dev.limits.jsonCharactersMax, description: "The JSON text" }),
    path: t.String({
      maxLength: 4096,
      description:
        "The query: `$.a[?@.b > 1]`, `/a/0`, with jq `.a | map(.b)`, with JMESPath `a[].b`",
    }),
    syntax: oneOf(["jsonpath", "pointer", "jq", "jmespath"], {
      default: "jsonpath",
      description: "JSONPath (RFC 9535), JSON Pointer (RFC 6901), also as `#/a`, jq or JMESPath",
    }),
    limit: t.Integer({
      minimum: 1,
      maximum: 10_000,
      default: 1000,
      description: "Maximum number of matches to list; all are counted",
    }),
    ...jqOptions.properties,
  }),
  raw: { "text/plain": "json", "application/x-json": "json", "application/octet-stream": "json" },
  response: t.Object({
    matches: t.Array(t.Unknown(), {
      description:
        "The matches; numbers keep all digits, so parse large ones with a parser that does",
    }),
    paths: t.Array(t.String(), {
      description:
        "Position of each match as a normalized path or a pointer; empty for jq and JMESPath, whose results are new values",
    }),
    count: t.Integer({ description: "Number of matches" }),
    truncated: t.Boolean({ description: "Whether there are more matches than listed" }),
    jsonl: t.String({
      description:
        "The matches as JSON, one per line, with the original numbers; for jq what the command prints",
    }),
    warnings: t.Array(t.String(), {
      description:
        "For jq and JMESPath: errors after the first result, numbers that no double represents, numbers of the result that are rounded, and duplicate keys; otherwise empty",
    }),
  }),
  headers: ["x-exit-status"],
  plain: "jsonl",
  heavy: true,
  bodyBytesMax: dev.limits.jsonBodyBytesMax,
  memoryMbMax: 1024,
  // A jq filter may run forever, and nested JMESPath projections very long.
  timeoutMs: ({ body }) => (/^j[qm]/.test(body.syntax) ? 10_000 : 30_000),
  example: {
    body: {
      json: '{"books":[{"title":"Emma","price":8},{"title":"Ulysses","price":12}]}',
      path: "$.books[?@.price < 10].title",
    },
  },
  async handler({ body: { json, ...options } }) {
    const { queryJson } = await import("../../json/query/query.ts");
    const { exitStatus, ...answer } = await queryJson(json, options);
    return reply(answer, {
      headers: exitStatus === undefined ? {} : { "x-exit-status": String(exitStatus) },
    });
  },
});
