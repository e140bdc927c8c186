/** Thrown if a schema cannot be used. */
export class SchemaError extends Error {
  override name = "SchemaError";
}
