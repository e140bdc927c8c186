import { expect, test } from "bun:test";
import { sampleOfSchema } from "./schema-sample.ts";

const nested = { type: "object", properties: { inner: {} as object } };
nested.properties.inner = nested;

test.each([
  [{ type: "object", properties: { a: { type: "boolean" } } }, { a: true }],
  [{ type: "array", items: { type: "integer", minimum: 3 } }, [3]],
  [{ type: ["string", "null"], format: "date" }, "date"],
  [{ enum: ["png", "svg"] }, "png"],
  [{ anyOf: [{ const: 1 }, { type: "null" }] }, 1],
  [{ type: "string", examples: ["EUR"] }, "EUR"],
  [{ type: "array", prefixItems: [{ type: "number" }, { type: "string" }] }, [0, "text"]],
  [{}, null],
])("the sample of %j is %j", (schema, sample) => {
  expect(sampleOfSchema(schema)).toEqual(sample);
});

test("the sample of a deep schema ends", () => {
  expect(JSON.stringify(sampleOfSchema(nested)).length).toBeLessThan(100);
});
