import { binary, oneOf, t } from "hub";
import { answerShields, shieldsFields, urlField } from "../../badge/shields.ts";
import { mediaTypes, pictureHeaders } from "../../formats.ts";
import image from "../../plugin.ts";

const part = (description: string) => t.String({ maxLength: 100, default: "", description });

export default image.route({
  summary: "Draw a badge with a value from a document at a shields.io-compatible URL",
  description: `Reads a public JSON, YAML, TOML or XML document and shows what \`query\` selects: \`$.version\` in JSONPath, or \`//version\` in XPath 1.0 for XML. Expressions in JSONPath are not supported. The document may have ${image.limits.badgeSourceBytesMax} bytes and take ${image.limits.badgeSourceTimeoutMs} ms. If it is missing or has no such value, the badge says so.`,
  params: t.Object({
    format: oneOf(["json", "yaml", "toml", "xml"], { description: "The format of the document" }),
  }),
  query: t.Object({
    ...shieldsFields,
    url: urlField,
    query: t.String({
      minLength: 1,
      maxLength: 500,
      description: "The JSONPath of the value, or its XPath in XML",
    }),
    prefix: part("A text before the value"),
    suffix: part("A text after the value"),
  }),
  response: binary(mediaTypes.svg),
  cache: "etag",
  heavy: true,
  timeoutMs: 15_000,
  headers: pictureHeaders,
  example: {
    params: { format: "json" },
    query: { url: "https://example.com/package.json", query: "$.version" },
  },
  async handler({ params, query: { url, query: path, prefix, suffix, ...query }, net }) {
    const { readValues } = await import("../../badge/dynamic.ts");
    const badge = await readValues({ ...params, url, net, query: path, prefix, suffix });
    return answerShields({ ...badge, format: "svg" }, query);
  },
});
