import { t } from "hub";
import { codeOptions, sizeFields } from "../../code/request.ts";
import dev from "../../plugin.ts";

const { textCharactersMax, textBodyBytesMax } = dev.limits;

export default dev.route({
  summary: "Format or minify XML",
  keywords: "xml formatter, xml beautifier, minify xml, pretty print xml, xml validator",
  description:
    "Makes XML readable, or as small as possible. Elements with text, CDATA sections, comments and the document type are preserved, and " +
    "entities are never expanded. The XML may also be the raw body, as `application/xml` or `text/plain`, with the other fields in the query.",
  body: t.Object({
    xml: t.String({ maxLength: textCharactersMax, description: "The XML document" }),
    indent: codeOptions.indent,
    minify: t.Boolean({ default: false, description: "Removes white space between elements" }),
  }),
  raw: {
    "text/plain": "xml",
    "application/xml": "xml",
    "text/xml": "xml",
    "application/octet-stream": "xml",
  },
  response: t.Object({
    formatted: t.String({ description: "The formatted document" }),
    root: t.String({ description: "Name of the root element" }),
    ...sizeFields,
    warnings: t.Array(t.String(), { description: "Changes that may matter" }),
  }),
  plain: "formatted",
  heavy: true,
  bodyBytesMax: textBodyBytesMax,
  example: { body: { xml: '<list><item id="1">Tea</item><item id="2"/></list>', indent: 2 } },
  async handler({ body: { xml, ...options } }) {
    const { formatXml } = await import("../../markup/format-xml.ts");
    return formatXml(xml, options);
  },
});
