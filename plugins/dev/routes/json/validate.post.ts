import { oneOf, t } from "hub";
import { dialects } from "../../json/parse/scan.ts";
import { drafts } from "../../json/validate/options.ts";
import dev from "../../plugin.ts";

export default dev.route({
  summary: "Check whether a text is JSON, and whether it matches a JSON Schema",
  description:
    "For a text that is not JSON, the response has `valid: false` and the position of the error. " +
    "A schema can refer to its own parts, but not to the network. Its patterns run in linear time, so " +
    "lookarounds and backreferences are rejected. Numbers are compared digit by digit, not as doubles. " +
    "Formats are checked. The JSON can also be the whole body, as `application/x-json` or `text/plain`, " +
    "with the other fields in the query.",
  body: t.Object({
    json: t.String({ maxLength: dev.limits.bodyBytesMax, description: "The text" }),
    mode: oneOf(dialects, {
      default: "rfc8259",
      description: "JSON by the standard, JSON5, or JSON with comments and trailing commas",
    }),
    schema: t.Optional(
      t.Union([t.Record(t.String(), t.Unknown()), t.Boolean(), t.String()], {
        description:
          "A JSON Schema of draft-07 or 2020-12, of at most 100,000 characters; as a text its numbers keep all their digits",
      }),
    ),
    draft: oneOf(drafts, {
      default: "auto",
      description: "The draft; `auto` goes by the schema's `$schema`, and else takes 2020-12",
    }),
    strict: t.Boolean({
      default: false,
      description:
        "Refuses a schema with keywords or formats that the draft does not know; otherwise they are passed over, and `warnings` names them",
    }),
  }),
  raw: { "text/plain": "json", "application/x-json": "json" },
  response: t.Object({
    valid: t.Boolean({ description: "Whether it is JSON and, with a schema, fits it" }),
    error: t.Union(
      [
        t.Object({
          message: t.String({ description: "What is wrong" }),
          line: t.Integer({ description: "Line, from 1" }),
          column: t.Integer({ description: "Column, from 1, in UTF-16 units" }),
          offset: t.Integer({ description: "UTF-16 units before the fault" }),
          excerpt: t.String({ description: "The place in its line, with a caret under it" }),
        }),
        t.Null(),
      ],
      { description: "Where it stops being valid JSON; null if it is valid" },
    ),
    type: t.Union([oneOf(["null", "boolean", "string", "number", "array", "object"]), t.Null()], {
      description: "The type of the value; null if it is not JSON",
    }),
    depth: t.Integer({ description: "The maximum nesting depth" }),
    keys: t.Integer({ description: "The number of members in all objects" }),
    duplicate_keys: t.Array(t.String(), {
      description: "JSON Pointers of members whose key was given before; 100 at most",
    }),
    warnings: t.Array(t.String(), {
      description:
        "Duplicate keys, numbers that no double holds, halves of surrogate pairs, and what of the schema is passed over",
    }),
    schema_errors: t.Array(
      t.Object({
        path: t.String({ description: "JSON Pointer of the value at fault" }),
        keyword: t.String({ description: "The keyword of the schema it breaks" }),
        message: t.String({ description: "What it must be" }),
        schema_path: t.String({ description: "Location of the keyword in the schema" }),
      }),
      {
        description:
          "Where it breaks the schema; 100 at most, and only the first in a text of more than 10,000 values",
      },
    ),
  }),
  plain: "valid",
  heavy: true,
  timeoutMs: 10_000,
  example: {
    body: {
      json: '{"id": 7, "name": "Ada"}',
      schema: {
        type: "object",
        properties: { id: { type: "integer" }, name: { type: "string", minLength: 1 } },
        required: ["id", "name"],
      },
    },
  },
  async handler({ body: { json, ...options } }) {
    const { validateJson } = await import("../../json/validate/validate.ts");
    return validateJson(json, options);
  },
});
