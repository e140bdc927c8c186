import { t } from "hub";
import { convertOptions } from "../../json/convert/request.ts";
import dev from "../../plugin.ts";

export default dev.route({
  summary:
    "Convert between JSON, YAML, TOML, XML, CSV, JSON Lines and query strings, or to types and schemas",
  keywords:
    "json to yaml, yaml to json, json to csv, csv to json, xml to json, toml to json, json to typescript, json to xml, yaml, toml, json to go, json lines, json to toml, json to java, json to json schema, json schema generator",
  description: `Moves data between programs, and derives types for code from an example. Numbers keep all digits that the target supports, and members their order. What the target cannot represent is listed in \`warnings\`, or rejected with \`not_convertible\`.

- **YAML** is parsed with the core schema of version 1.2 and the merge key \`<<\`. Dates become strings, and several documents a list.
- **TOML** is parsed as version 1.1 and written as 1.0. Dates and times become strings. Integers beyond 64 bits are written as strings.
- **XML**: attributes become members named \`@name\`, text next to them \`#text\`, repeated elements a list, \`<a/>\` null. Document types and comments are left out with a warning. Entities of a document type are never expanded: a reference to one is rejected.
- **CSV** has one row per item. A first line \`sep=;\` sets the delimiter. Nested members become columns named \`outer.inner\`.
- **Query strings** represent nested values as \`a[b]=\` and \`a[0]=\`. A repeated name becomes a list.
- **TypeScript**, **C#**, **Go**, **Java**, **Python** and **Rust** are output only: types that all values match. Those of C# have the attributes of System.Text.Json, those of Go have the tags of \`encoding/json\`, those of Java are records with the annotations of Jackson, those of Python 3.11 are typed dictionaries, and those of Rust have the attributes of serde.
- **JSON Schema** (\`jsonschema\`) is output only: a schema of draft 2020-12 that the value matches, without further restrictions.

The text may also be the raw body, as \`text/plain\` or with its own media type, with the other fields in the query.`,
  body: t.Object({
    input: t.String({ maxLength: dev.limits.bodyBytesMax, description: "The text to convert" }),
    ...convertOptions.properties,
  }),
  raw: {
    "text/plain": "input",
    "application/octet-stream": "input",
    "text/csv": "input",
    "application/yaml": "input",
    "application/toml": "input",
    "application/xml": "input",
    "application/x-ndjson": "input",
  },
  response: t.Object({
    output: t.String({ description: "The text in the target format" }),
    warnings: t.Array(t.String(), {
      description:
        "Values that the target cannot represent, duplicates in the input, a lost order of XML elements, and values that parsers of YAML 1.1 read differently",
    }),
  }),
  plain: "output",
  heavy: true,
  timeoutMs: 15_000,
  memoryMbMax: 1024,
  tool: { fields: ["input", "from", "to"], labels: { input: "Text" } },
  example: {
    body: { input: '{"name":"Ada","born":1815,"tags":["maths"]}', from: "json", to: "yaml" },
  },
  async handler({ body: { input, ...options } }) {
    const { convert } = await import("../../json/convert/convert.ts");
    return convert(input, options);
  },
});
