import { expect, test } from "bun:test";
import Ajv from "ajv/dist/2020.js";
import { makePortable } from "./portable.ts";

test.each([
  [
    {
      anyOf: [
        { const: "a", type: "string" },
        { const: "b", type: "string" },
      ],
      description: "Or",
    },
    { type: "string", enum: ["a", "b"], description: "Or" },
  ],
  [
    { type: "string", enum: ["gzip"], maxLength: 40, pattern: "^[gG][zZ][iI][pP]$" },
    { type: "string", enum: ["gzip"] },
  ],
  [{ anyOf: [{ type: "string" }, { type: "null" }] }, { type: ["string", "null"] }],
  [
    { anyOf: [{ type: "string" }, { type: "null" }, { type: "number" }] },
    { anyOf: [{ type: ["string", "null"] }, { type: "number" }] },
  ],
  [{ type: ["object", "null"], additionalProperties: {} }, { type: ["object", "null"] }],
  [
    { anyOf: [{ type: "object", properties: {} }, { type: "null" }] },
    { anyOf: [{ type: "object", properties: {} }, { type: "null" }] },
  ],
  [
    { type: "boolean", const: true, description: "Always true" },
    { type: "boolean", description: "Always true" },
  ],
  [{ type: "array", default: [] }, { type: "array" }],
  [{ type: ["integer", "null"], default: null }, { type: ["integer", "null"] }],
  [
    { type: ["integer", "null"], default: 1 },
    { type: ["integer", "null"], default: 1 },
  ],
  [
    { type: "array", default: ["a"], description: "Names" },
    { type: "array", description: 'Names. Default: `["a"]`' },
  ],
  [
    { properties: { default: { type: "object" } } },
    { properties: { default: { type: "object" } } },
  ],
  [{ default: { anyOf: [{ const: 1 }] } }, { default: { anyOf: [{ const: 1 }] } }],
])("%j is written as %j", (schema, portable) => {
  expect(makePortable(schema)).toEqual(portable);
});

test("a form has neither sets nor objects with a choice of values", () => {
  const fill = {
    type: "object",
    properties: {},
    additionalProperties: { anyOf: [{ type: "string" }, { type: "number" }] },
    description: "Values",
  };
  const unique = { type: "array", uniqueItems: true };
  const ops = { type: "array", items: { type: "object", properties: { fill, unique } } };
  const schema = { type: "object", properties: { fill, ops, unique } };
  const example = { fill: { a: 1 }, unique: ["b"] };
  const other = { "application/json": { schema, example } };
  expect(makePortable({ "multipart/form-data": { schema, example }, ...other })).toEqual({
    "multipart/form-data": {
      schema: {
        type: "object",
        properties: {
          fill: { type: "string", contentMediaType: "application/json", description: "Values" },
          ops,
          unique: { type: "array" },
        },
      },
      example: { fill: '{"a":1}', unique: ["b"] },
    },
    ...other,
  });
});

test("literals with a negative number keep their values without being listed", () => {
  const schema = { anyOf: [90, 180, 270, -90].map((one) => ({ const: one, type: "number" })) };
  const portable = makePortable(schema) as Record<string, unknown>;
  expect(portable).not.toHaveProperty("enum");
  const validate = new Ajv({ strict: false }).compile(portable);
  const accepted = Array.from({ length: 901 }, (_, at) => at - 450).filter((one) => validate(one));
  expect(accepted).toEqual([-90, 90, 180, 270]);
});
