import { expect, test } from "bun:test";
import { Type } from "@sinclair/typebox";
import { fitToSchema } from "./fit-to-schema.ts";

const schema = Type.Object({ a: Type.Array(Type.String({ maxLength: 3 })) });

test("fields outside the schema are removed", () => {
  const value = { a: ["x"], b: 1 };
  expect(fitToSchema(schema, value)).toEqual({ a: ["x"] });
  expect(value).toEqual({ a: ["x"], b: 1 });
});

test.each([[null], [{}], [{ a: [1] }], [{ a: ["long"] }], [[]]])("%p does not fit", (value) => {
  expect(fitToSchema(schema, value)).toBeUndefined();
});
