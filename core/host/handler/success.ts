import { Kind, type TObject, type TSchema, Type } from "@sinclair/typebox";

const success = Type.Literal(true, { description: "Always true: failures have another shape" });

/** The schema of an answer under `/api`, in which each object begins with what tells it from a failure. */
export function withSuccess(schema: TSchema): TSchema {
  if (schema[Kind] === "Union") return { ...schema, anyOf: schema.anyOf.map(withSuccess) };
  if (schema[Kind] !== "Object") return schema;
  const { properties, required, type, [Kind]: kind, ...options } = schema as TObject;
  return Type.Object({ success, ...properties }, options);
}

/** Whether an answer's schema says itself what the hub says of every one. */
export function saysSuccess(schema: TSchema): boolean {
  return schema.anyOf
    ? schema.anyOf.some(saysSuccess)
    : Object.hasOwn(schema.properties ?? {}, "success");
}

/** An answer under `/api` as it is sent: a JSON object says that it is a success. */
export function markSuccess(body: unknown): unknown {
  const isObject = typeof body === "object" && body !== null && !Array.isArray(body);
  return isObject ? { success: true, ...body } : body;
}
