import { t } from "hub";
import { convertOptions } from "../../json/convert/options.ts";
import dev from "../../plugin.ts";

export default dev.route({
  summary: "Convert between JSON, YAML, TOML, XML, CSV, JSON Lines and query strings, or to types",
  description: `Numbers keep every digit wherever the target can write them, and members their order. What the target cannot represent is listed in \`warnings\`, or refused with \`not_convertible\`.

- **YAML** is read by the core schema of 1.2 with the merge key \`<<\`; dates are texts, several documents a list.
- **TOML** is 1.0; its dates and times become texts. Integers beyond 64 bits are written as strings.
- **XML**: attributes are members named \`@name\`, their text \`#text\`, repeated elements a list, \`<a/>\` null. Document types and entities of their own are refused.
- **CSV** has a row for each item; members of members stand in columns named \`outer.inner\`.
- **Query strings** write what is inside as \`a[b]=\` and \`a[0]=\`; a repeated name is a list.
- **TypeScript** is written only: interfaces that every value fits.

The text may also be the whole body, as \`text/plain\` or by its own media type, with the other fields in the query.`,
  body: t.Object({
    input: t.String({ maxLength: dev.limits.bodyBytesMax, description: "The text to convert" }),
    ...convertOptions.properties,
  }),
  raw: {
    "text/plain": "input",
    "text/csv": "input",
    "application/yaml": "input",
    "application/toml": "input",
    "application/xml": "input",
    "application/x-ndjson": "input",
  },
  response: t.Object({
    output: t.String({ description: "The text in the target notation" }),
    warnings: t.Array(t.String(), {
      description: "What the target cannot represent, and what the text gives twice",
    }),
  }),
  plain: "output",
  heavy: true,
  timeoutMs: 15_000,
  memoryMbMax: 1024,
  example: {
    body: { input: '{"name":"Ada","born":1815,"tags":["maths"]}', from: "json", to: "yaml" },
  },
  async handler({ body: { input, ...options } }) {
    const { convert } = await import("../../json/convert/convert.ts");
    return convert(input, options);
  },
});
