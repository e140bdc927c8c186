import type { Json } from "../tree.ts";
import { Shape } from "./shape.ts";

/** Returns a JSON Schema of draft 2020-12 that a value matches. It requires the members that all objects have. */
export function describeSchema(json: Json): Json {
  const shape = new Shape();
  shape.add(json);
  const dialect = "https://json-schema.org/draft/2020-12/schema";
  return new Map<string, Json>([["$schema", dialect], ...describeShape(shape)]);
}

function describeShape({ scalars, items, members, objects, isInteger }: Shape): Map<string, Json> {
  const names = [...scalars].map((name) => (name === "number" && isInteger ? "integer" : name));
  const types = [...names, ...(members ? ["object"] : []), ...(items ? ["array"] : [])];
  const schema = new Map<string, Json>();
  if (types.length > 0) schema.set("type", types.length === 1 ? (types[0] ?? null) : types);
  if (members) {
    const required = [...members].filter(([, { present }]) => present === objects);
    const properties = Array.from(
      members,
      ([key, member]) => [key, describeShape(member)] as const,
    );
    schema.set("properties", new Map(properties));
    if (required.length > 0)
      schema.set(
        "required",
        required.map(([key]) => key),
      );
  }
  if (items) schema.set("items", describeShape(items));
  return schema;
}
