import type { TSchema } from "@sinclair/typebox";

/** A JSON Schema of OpenAPI 3.1, as plain JSON. */
export type JsonSchema = Record<string, unknown>;

interface PublishOptions {
  /** Whether the schema describes a request. Fields with a default are then optional. */
  sent?: boolean;
}

/**
 * Converts a schema into the JSON Schema of the OpenAPI document. Omits keywords that only the runtime
 * reads, and writes tuples in the form of JSON Schema 2020-12.
 */
export function publishSchema(schema: TSchema, options: PublishOptions = {}): JsonSchema {
  // TypeBox names a recursive schema, but its name means nothing in the document.
  if (schema.$ref !== undefined) return { description: "The same again" };
  const { errorMessage, group, mediaTypes, maxBytes, streamed, $id, ...rest } = schema;
  void $id;
  const known: JsonSchema = { ...rest };
  if (group !== undefined) known["x-group"] = group;
  if (errorMessage !== undefined && schema.pattern !== undefined) known["x-allowed"] = errorMessage;
  if (maxBytes !== undefined) known["x-max-bytes"] = maxBytes;
  if (mediaTypes !== undefined) known["x-media-types"] = mediaTypes;
  if (schema.properties) {
    known.properties = mapSchema(schema.properties, options);
    const required = listRequired(schema, options);
    if (required.length > 0) known.required = required;
    else delete known.required;
  }
  const { [anyName]: values, ...named } = schema.patternProperties ?? {};
  if (values) {
    known.additionalProperties = publishSchema(values, options);
    delete known.patternProperties;
  } else if (schema.patternProperties) known.patternProperties = mapSchema(named, options);
  for (const list of ["anyOf", "allOf", "oneOf"])
    if (schema[list]) known[list] = schema[list].map(createPublisher(options));
  if (Array.isArray(schema.items)) {
    known.prefixItems = schema.items.map(createPublisher(options));
    known.items = false;
    delete known.additionalItems;
  } else if (schema.items) known.items = publishSchema(schema.items, options);
  for (const part of ["not", "additionalProperties"])
    if (typeof schema[part] === "object") known[part] = publishSchema(schema[part], options);
  // Drops TypeBox's own symbols, and undefined values, which JSON would omit anyway.
  return Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined));
}

/** The pattern that TypeBox writes for a record with arbitrary keys. */
const anyName = "^(.*)$";

/** Lists the required fields. In a request, a field with a default is optional. */
export function listRequired(schema: TSchema, { sent = false }: PublishOptions = {}): string[] {
  const required: string[] = schema.required ?? [];
  return sent ? required.filter((name) => schema.properties[name].default === undefined) : required;
}

function createPublisher(options: PublishOptions) {
  return (schema: TSchema) => publishSchema(schema, options);
}

function mapSchema(schemas: Record<string, TSchema>, options: PublishOptions) {
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, publishSchema(schema, options)]),
  );
}
