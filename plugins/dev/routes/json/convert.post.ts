import { oneOf, t } from "hub";
import { delimiters, notations, targets } from "../../json/convert/options.ts";
import dev from "../../plugin.ts";

export default dev.route({
  summary: "Convert between JSON, YAML, TOML, XML, CSV, JSON Lines and query strings, or to types",
  description: `Numbers keep every digit wherever the target can write them, and members their order. What the target cannot represent is listed in \`warnings\`, or refused with \`not_convertible\`.

- **YAML** is read by the core schema of 1.2 with the merge key \`<<\`; dates are texts, several documents a list.
- **TOML** is 1.0; its dates and times become texts. Integers beyond 64 bits are written as strings.
- **XML**: attributes are members named \`@name\`, text beside them \`#text\`, repeated elements a list, \`<a/>\` null. Document types and entities of their own are refused.
- **CSV** has a row for each item; members of members stand in columns named \`outer.inner\`.
- **Query strings** write what is inside as \`a[b]=\` and \`a[0]=\`; a repeated name is a list.
- **TypeScript** is written only: interfaces that every value fits.

The text may also be the whole body, as \`text/plain\` or by its own media type, with the other fields in the query.`,
  body: t.Object({
    input: t.String({ maxLength: dev.limits.bodyBytesMax, description: "The text to convert" }),
    from: oneOf(notations, { description: "What the text is written in" }),
    to: oneOf(targets, { description: "What to write it in" }),
    indent: t.Integer({
      minimum: 0,
      maximum: 8,
      default: 2,
      description:
        "Blanks for each level of JSON, YAML or XML; YAML takes 2 at least, and 0 writes JSON on one line",
    }),
    delimiter: oneOf(delimiters, {
      default: "auto",
      description: "The delimiter of CSV; `auto` detects it in the first line, and writes commas",
    }),
    header: t.Boolean({
      default: true,
      description: "Whether the first row of CSV names the columns",
    }),
    infer_types: t.Boolean({
      default: false,
      description:
        "Reads numbers, true, false and null out of the texts of CSV, XML and query strings, but for quoted cells",
    }),
    escape_formulas: t.Boolean({
      default: false,
      description:
        "Puts an apostrophe before cells of CSV that a spreadsheet would run as a formula",
    }),
    root: t.String({
      minLength: 1,
      maxLength: 60,
      pattern: "^[A-Za-z_][A-Za-z0-9_]*$",
      default: "root",
      description: "The element of XML or the type of TypeScript that holds the whole",
    }),
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
