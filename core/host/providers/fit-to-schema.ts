import type { Static, TSchema } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";

/**
 * Removes the fields of an external value that a schema doesn't name. Returns undefined if the rest doesn't
 * match.
 */
export function fitToSchema<S extends TSchema>(schema: S, value: unknown): Static<S> | undefined {
  const cleaned = Value.Clean(schema, structuredClone(value));
  return Value.Check(schema, cleaned) ? cleaned : undefined;
}
