import type { JsonSchema } from "../../examples/published.ts";

/** Media type of forms. */
const form = "multipart/form-data";

/** Keywords whose values are data, not schemas. */
const data: ReadonlySet<string> = new Set(["default", "enum", "const", "example", "examples"]);

/**
 * Rewrites the schemas of a document without changing their meaning, for client generators that can't read everything
 * of OpenAPI 3.1.
 */
export function makePortable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(makePortable);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, inner]) => [
    key,
    data.has(key) ? inner : makePortable(key === form ? simplifyForm(inner) : inner),
  ]);
  return [mergeLiterals, omitFlag, omitPattern, mergeNull, describeDefault, omitAnyValues].reduce(
    (schema, rewrite) => rewrite(schema),
    Object.fromEntries(entries) as JsonSchema,
  );
}

interface FormContent {
  schema: { properties?: Readonly<Record<string, JsonSchema>> };
  example?: object;
}

/**
 * Omits that the items of a form's list are unique, and writes objects with a choice of values as texts of JSON.
 * openapi-generator can't import sets in Java, nor write such objects in TypeScript.
 */
function simplifyForm({ schema, example, ...content }: FormContent) {
  const fields = Object.entries(schema.properties ?? {});
  const texts = new Set(fields.filter(([, field]) => hasChoice(field)).map(([name]) => name));
  const properties = fields.map(([name, { uniqueItems: _, ...field }]) => [
    name,
    texts.has(name)
      ? { type: "string", contentMediaType: "application/json", description: field.description }
      : field,
  ]);
  const values = Object.entries(example ?? {}).map(([name, value]) => [
    name,
    texts.has(name) ? JSON.stringify(value) : value,
  ]);
  return {
    ...content,
    schema: { ...schema, properties: Object.fromEntries(properties) },
    ...(example && { example: Object.fromEntries(values) }),
  };
}

function hasChoice({ additionalProperties: values }: JsonSchema): boolean {
  return typeof values === "object" && values !== null && "anyOf" in values;
}

/** Writes a choice of literals as an enumeration. oazapfts crashes at negative ones, so those have bounds instead. */
function mergeLiterals(schema: JsonSchema): JsonSchema {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf) || !anyOf.every((one) => "const" in one)) return schema;
  const values: unknown[] = anyOf.map((one) => one.const);
  const types = [
    ...new Set(values.map((one) => (typeof one === "number" ? "number" : typeof one))),
  ];
  const numbers = values.filter((one) => typeof one === "number");
  if (types.length > 1) return schema;
  if (!numbers.some((one) => one < 0)) return { ...rest, type: types[0], enum: values };
  return { ...rest, type: "number", ...boundNumbers(numbers) };
}

/** Omits the only value of a flag, which its description has. openapi-generator compares it with a text in Java and Python. */
function omitFlag(schema: JsonSchema): JsonSchema {
  const { const: value, ...rest } = schema;
  return typeof value === "boolean" && schema.type === "boolean" ? rest : schema;
}

/** Omits the pattern of an enumeration, whose values match it. openapi-zod-client can't write both. */
function omitPattern(schema: JsonSchema): JsonSchema {
  if (!("enum" in schema)) return schema;
  const { pattern: _, maxLength: _length, ...rest } = schema;
  return rest;
}

/** Describes numbers by their least and greatest, their common step, and the steps between that are not among them. */
function boundNumbers(numbers: readonly number[]): JsonSchema {
  const sorted = numbers.toSorted((a, b) => a - b);
  const [minimum = 0, maximum = 0] = [sorted[0], sorted.at(-1)];
  const step = Math.min(...sorted.slice(1).map((one, index) => one - (sorted[index] ?? 0)));
  const count = Math.round((maximum - minimum) / step) + 1;
  const all = Array.from({ length: count }, (_, index) => minimum + index * step);
  const others = all.filter((one) => !numbers.includes(one));
  return {
    minimum,
    maximum,
    multipleOf: step,
    ...(others.length > 0 && { not: { enum: others } }),
  };
}

/**
 * Writes "or null" as a second type of the first alternative, if it has a single type. Python's generator of
 * openapi-generator knows such types, apart from objects.
 */
function mergeNull(schema: JsonSchema): JsonSchema {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf)) return schema;
  const [first, ...others] = anyOf.filter((one) => one.type !== "null");
  if (others.length + 1 === anyOf.length || typeof first?.type !== "string") return schema;
  if ("const" in first || "enum" in first) return schema;
  if (others.length === 0 && "properties" in first) return schema;
  const merged = { ...first, type: [first.type, "null"] };
  return others.length === 0 ? { ...merged, ...rest } : { ...rest, anyOf: [merged, ...others] };
}

/**
 * Moves the defaults of lists, objects and choices of types into their descriptions. openapi-generator writes them in Go
 * as values without a type, and null in Python as a name.
 */
function describeDefault(schema: JsonSchema): JsonSchema {
  const { default: value, ...rest } = schema;
  // A list of properties can have one that is named "default".
  const isSchema = [schema.anyOf, schema.type].some(
    (one) => Array.isArray(one) || typeof one === "string",
  );
  if (!isSchema || value === undefined) return schema;
  if (!schema.anyOf && typeof value !== "object") return schema;
  const isEmpty = typeof value === "object" && Object.keys(value ?? {}).length === 0;
  if (isEmpty) return rest;
  const description = [schema.description, `Default: \`${JSON.stringify(value)}\``];
  return { ...rest, description: description.filter(Boolean).join(". ") };
}

/** Omits that an object or null has any values. openapi-generator writes it in Java as a value without a type. */
function omitAnyValues(schema: JsonSchema): JsonSchema {
  const { additionalProperties: values, ...rest } = schema;
  const isAny = typeof values === "object" && values !== null && Object.keys(values).length === 0;
  return isAny && Array.isArray(schema.type) ? rest : schema;
}
