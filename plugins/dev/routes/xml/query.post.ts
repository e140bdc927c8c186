import { oneOf, t } from "hub";
import dev from "../../plugin.ts";

const { textCharactersMax, textBodyBytesMax } = dev.limits;

export default dev.route({
  summary: "Query XML by XPath",
  keywords: "xpath, xpath tester, query xml",
  description:
    "Picks values out of a feed, a configuration or an invoice, by XPath 1.0. The prefixes of the root element are known, and `_` is its default namespace, which " +
    "XPath has no name for. The XML may also be the raw body, as `application/xml` or `text/plain`, with the other fields in the query.",
  body: t.Object({
    xml: t.String({ maxLength: textCharactersMax, description: "The XML document" }),
    path: t.String({
      minLength: 1,
      maxLength: 1024,
      description: "The XPath expression, such as `//book[price > 10]/title`",
    }),
    namespaces: t.Record(t.String(), t.String({ minLength: 1, maxLength: 1024 }), {
      default: {},
      maxProperties: 100,
      description: "URIs of further namespaces by prefix",
    }),
    limit: t.Integer({
      minimum: 1,
      maximum: 10_000,
      default: 1000,
      description: "Maximum number of matches to list; all are counted",
    }),
  }),
  raw: {
    "text/plain": "xml",
    "application/xml": "xml",
    "text/xml": "xml",
    "application/octet-stream": "xml",
  },
  response: t.Object({
    type: oneOf(["nodes", "string", "number", "boolean"], { description: "Type of the result" }),
    value: t.Union([t.String(), t.Null()], {
      description: "The result as XPath's `string()` writes it; null for nodes",
    }),
    matches: t.Array(
      t.Object({
        kind: t.String({
          description:
            "`element`, `attribute`, `text`, `comment`, `processing-instruction` or `document`",
        }),
        name: t.Union([t.String(), t.Null()], { description: "Name with its prefix" }),
        value: t.String({ description: "String value" }),
        xml: t.Union([t.String(), t.Null()], { description: "Source of an element" }),
        line: t.Integer({ description: "Line of the start tag's end or the text, from 1" }),
      }),
      { description: "The nodes in document order" },
    ),
    count: t.Integer({ description: "Number of nodes; 1 for other results" }),
    truncated: t.Boolean({ description: "Whether there are more nodes than listed" }),
    text: t.String({ description: "The result as text, one node after another" }),
    warnings: t.Array(t.String(), { description: "A likely reason if nothing matches" }),
  }),
  plain: "text",
  heavy: true,
  bodyBytesMax: textBodyBytesMax,
  // A predicate inside a predicate may visit every node for every node.
  timeoutMs: 10_000,
  example: {
    body: {
      xml: "<books><book><title>Emma</title><price>8</price></book></books>",
      path: "//book[price < 10]/title",
    },
  },
  async handler({ body: { xml, ...options } }) {
    const { queryXml } = await import("../../markup/query-xml.ts");
    return queryXml(xml, options);
  },
});
