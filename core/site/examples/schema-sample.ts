import type { JsonSchema } from "./published.ts";

/** Nesting depth below which values are left out. */
const depthMax = 5;

/** Builds a value that a schema allows, such as `{ "success": true, "count": 0 }`. It shows names and types only. */
export function sampleOfSchema(schema: JsonSchema, depth = 0): unknown {
  const { const: fixed, enum: values, examples, anyOf, prefixItems, items, properties } = schema;
  if (fixed !== undefined) return fixed;
  const [known] = ([examples, values].find(Array.isArray) ?? []) as unknown[];
  if (known !== undefined) return known;
  const [choice] = (anyOf ?? []) as JsonSchema[];
  if (choice) return sampleOfSchema(choice, depth);
  if (schema.default !== undefined) return schema.default;
  switch ([schema.type].flat()[0]) {
    case "object":
      return Object.fromEntries(
        Object.entries((properties ?? {}) as Record<string, JsonSchema>).map(([name, field]) => [
          name,
          depth < depthMax ? sampleOfSchema(field, depth + 1) : null,
        ]),
      );
    case "array": {
      const listed = ((prefixItems as JsonSchema[]) ?? [items]).filter(Boolean);
      return depth < depthMax ? listed.map((one) => sampleOfSchema(one, depth + 1)) : [];
    }
    case "string":
      return typeof schema.format === "string" ? schema.format : "text";
    case "integer":
    case "number":
      return schema.minimum ?? 0;
    case "boolean":
      return true;
  }
  return null;
}
