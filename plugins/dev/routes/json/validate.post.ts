import { oneOf, t } from "hub";
import { dialects } from "../../json/scan.ts";
import { drafts, formatModes, outputs } from "../../json/validate/drafts.ts";
import dev from "../../plugin.ts";
import { failIfNegative, failQuery } from "../../verdict.ts";

export default dev.route({
  summary: "Check whether a text is JSON, and whether it matches a JSON Schema",
  keywords: "json schema, json validator, validate json, json lint, ajv",
  description:
    "Finds the line and the field that make a document invalid. If it is not JSON, the response has `valid: false` and the position of the error. " +
    "Schemas of draft 4, 6, 7, 2019-09 and 2020-12 are supported with all required keywords. A schema can refer to its own parts and to documents in `schemas`. Nothing is fetched. " +
    "Patterns run in linear time, or with a bound on their steps if they have lookarounds or backreferences. Numbers are compared digit by digit, not as doubles. " +
    "The JSON may also be the raw body, as `application/x-json` or `text/plain`, " +
    "with the other fields in the query.",
  query: failQuery,
  body: t.Object({
    json: t.String({ maxLength: dev.limits.jsonCharactersMax, description: "The text" }),
    mode: oneOf(dialects, {
      default: "rfc8259",
      description: "JSON by the standard, JSON5, or JSON with comments and trailing commas",
    }),
    schema: t.Optional(
      t.Union([t.Record(t.String(), t.Unknown()), t.Boolean(), t.String()], {
        description:
          "A JSON Schema of at most 100,000 characters; given as a string, its numbers keep all digits",
      }),
    ),
    schemas: t.Optional(
      t.Record(t.String(), t.Unknown(), {
        description:
          "Documents that the schema refers to, by URI: schemas or metaschemas, of at most 500,000 characters together",
      }),
    ),
    draft: oneOf(drafts, {
      default: "auto",
      description: "The draft; `auto` follows the schema's `$schema` and defaults to 2020-12",
    }),
    formats: oneOf(formatModes, {
      default: "auto",
      description:
        "Whether a wrong `format` is an error. `auto`: a warning if the schema's `$schema` is 2019-09 or 2020-12, otherwise an error",
    }),
    output: oneOf(outputs, {
      default: "basic",
      description:
        "The form of `schema_errors`: none, a flat list, or nested below `anyOf` and `oneOf`",
    }),
    strict: t.Boolean({
      default: false,
      description:
        "Rejects schemas with unknown keywords or formats; otherwise these are ignored and listed in `warnings`",
    }),
  }),
  raw: { "text/plain": "json", "application/x-json": "json", "application/octet-stream": "json" },
  response: t.Object({
    valid: t.Boolean({ description: "Whether the text is JSON and, with a schema, matches it" }),
    error: t.Union(
      [
        t.Object({
          message: t.String({ description: "The problem" }),
          line: t.Integer({ description: "Line, starting at 1" }),
          column: t.Integer({ description: "Column, starting at 1, in UTF-16 units" }),
          offset: t.Integer({ description: "Offset of the error in UTF-16 units" }),
          excerpt: t.String({
            description: "The line around the error, with a caret below the position",
          }),
        }),
        t.Null(),
      ],
      { description: "The syntax error; null if the text is valid JSON" },
    ),
    type: t.Union([oneOf(["null", "boolean", "string", "number", "array", "object"]), t.Null()], {
      description: "The type of the value; null if it is not JSON",
    }),
    depth: t.Integer({ description: "The maximum nesting depth" }),
    keys: t.Integer({ description: "The number of members in all objects" }),
    duplicate_keys: t.Array(t.String(), {
      description: "JSON Pointers of members that repeat an earlier key; at most 100",
    }),
    warnings: t.Array(t.String(), {
      description:
        "Duplicate keys, numbers that no double represents, lone surrogates, and ignored parts of the schema",
    }),
    schema_errors: t.Array(
      t.Object({
        path: t.String({ description: "JSON Pointer of the invalid value" }),
        keyword: t.String({ description: "The violated schema keyword" }),
        message: t.String({ description: "The violated rule" }),
        schema_path: t.String({ description: "Location of the keyword in the schema" }),
        errors: t.Optional(
          t.Array(t.Unknown(), {
            description: "With `output=detailed`: the errors that led to it",
          }),
        ),
      }),
      {
        description:
          "Violations of the schema; at most 100, and only the first in a text of more than 10,000 values",
      },
    ),
  }),
  plain: "valid",
  heavy: true,
  bodyBytesMax: dev.limits.jsonBodyBytesMax,
  memoryMbMax: 1024,
  timeoutMs: 30_000,
  example: {
    query: {},
    body: {
      json: '{"id": 7, "name": "Ada"}',
      schema: {
        type: "object",
        properties: { id: { type: "integer" }, name: { type: "string", minLength: 1 } },
        required: ["id", "name"],
      },
    },
  },
  async handler({ query, body: { json, ...options } }) {
    const { validateJson } = await import("../../json/validate/validate.ts");
    const result = validateJson(json, options);
    const { valid, error, schema_errors } = result;
    const [first] = schema_errors;
    const reason = error
      ? `${error.message} at line ${error.line}, column ${error.column}`
      : `${first?.message} at ${JSON.stringify(first?.path)}`;
    failIfNegative(query, { isNegative: !valid, detail: `The text is invalid: ${reason}`, result });
    return result;
  },
});
