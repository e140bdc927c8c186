import { expect, test } from "bun:test";
import { Type as t } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { saysSuccess, withSuccess } from "./success.ts";

const marked = t.Object({ success: t.Boolean(), a: t.Integer() });

test("a schema includes the success field for each object, and keeps its other content", () => {
  const schema = withSuccess(
    t.Union([t.Object({ a: t.Integer() }, { description: "One" }), t.Array(t.String()), t.Null()]),
  );
  for (const body of [{ success: true, a: 1 }, ["x"], null])
    expect(Value.Check(schema, body)).toBe(true);
  for (const body of [{ a: 1 }, { success: false, a: 1 }, { success: true }])
    expect(Value.Check(schema, body)).toBe(false);
  expect(schema.anyOf[0].description).toBe("One");
});

test("a schema with its own success field is recognised, also as one of several", () => {
  expect(saysSuccess(marked)).toBe(true);
  expect(saysSuccess(t.Union([t.Null(), marked]))).toBe(true);
  for (const schema of [t.Null(), t.Object({ a: marked }), t.Union([t.Null(), t.String()])])
    expect(saysSuccess(schema)).toBe(false);
});
