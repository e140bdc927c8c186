import { Kind, type TObject, type TSchema, Type } from "@sinclair/typebox";

const success = Type.Literal(true, { description: "Always true: errors have a different format" });

/** Returns the schema of a response under `/api`, whose objects start with `success`. */
export function withSuccess(schema: TSchema): TSchema {
  if (schema[Kind] === "Union") return { ...schema, anyOf: schema.anyOf.map(withSuccess) };
  if (schema[Kind] !== "Object") return schema;
  const { properties, required, type, [Kind]: kind, ...options } = schema as TObject;
  return Type.Object({ success, ...properties }, options);
}

/** Checks whether a response schema already declares `success`. */
export function saysSuccess(schema: TSchema): boolean {
  return schema.anyOf
    ? schema.anyOf.some(saysSuccess)
    : Object.hasOwn(schema.properties ?? {}, "success");
}
