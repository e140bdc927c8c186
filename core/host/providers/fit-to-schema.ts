import type { Static, TSchema } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";

/** What a schema names of a value that somebody else made; undefined where it does not fit. */
export function fitToSchema<S extends TSchema>(schema: S, value: unknown): Static<S> | undefined {
  const cleaned = Value.Clean(schema, structuredClone(value));
  return Value.Check(schema, cleaned) ? cleaned : undefined;
}
