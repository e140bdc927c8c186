import { bytes, grouped } from "./facts.ts";
import { type Html, html, markdown } from "./html.ts";
import type { JsonSchema } from "./published.ts";

/** A named value, as the documentation tells of it. */
export interface Field {
  /** As it stands in the whole: `items[].description`. */
  name: string;
  required: boolean;
  schema: JsonSchema;
}

/** How deep into nested objects the documentation goes. */
const depthMax = 6;
/** A longer list of allowed values is folded away. */
const openValuesMax = 12;

/** Lists the fields of an object's schema, those of the objects inside it behind their parents. */
export function fieldsOf(schema: JsonSchema, prefix = "", depth = 0): Field[] {
  if (depth > depthMax) return [];
  const required = (schema.required ?? []) as string[];
  const own = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>);
  return own.flatMap(([key, property]) => {
    const name = prefix + key;
    return [
      { name, required: required.includes(key), schema: property },
      ...fieldsInside(property, name, depth + 1),
    ];
  });
}

/** Shows fields as a list: name, type, bounds, default, description. */
export function fieldList(
  fields: readonly Field[],
  { isAnswer = false }: { isAnswer?: boolean } = {},
): Html {
  return html`<ul class="fields">${fields.map(({ name, required, schema }) => {
    const { description, default: preset } = schema;
    return html`<li><code class="name">${name}</code> <span class="type">${typeOf(schema)}</span>${
      required !== isAnswer && presence(isAnswer)
    }${preset !== undefined && html` <span class="preset">default <code>${shown(preset)}</code></span>`}${
      typeof description === "string" && markdown(description)
    }${values(schema)}</li>`;
  })}</ul>`;
}

/** Says what a value may be: `whole number from 64 to 2000`. */
export function typeOf(schema: JsonSchema): string {
  const { anyOf, oneOf, enum: allowed, type } = schema;
  const options = (anyOf ?? oneOf) as JsonSchema[] | undefined;
  if (options) return [...new Set(options.map(typeOf))].join(" or ");
  if ("const" in schema) return shown(schema.const);
  if (Array.isArray(allowed)) return `one of ${allowed.length}`;
  switch (type) {
    case "integer":
    case "number":
      return joined(type === "integer" ? "whole number" : "number", numberBounds(schema));
    case "string":
      return schema.format === "binary" ? fileType(schema) : textType(schema);
    case "boolean":
      return "true or false";
    case "array":
      return arrayType(schema);
    case "object":
      return schema.properties ? "object" : "object of any names";
    case "null":
      return "null";
    default:
      return Array.isArray(type) ? type.join(" or ") : "any value";
  }
}

/** Of a request one asks what must be there, of an answer what may be missing. */
function presence(isAnswer: boolean): Html {
  return html` <strong class="required">${isAnswer ? "not always there" : "required"}</strong>`;
}

function fieldsInside(schema: JsonSchema, name: string, depth: number): Field[] {
  const options = (schema.anyOf ?? schema.oneOf ?? []) as JsonSchema[];
  const items = schema.items as JsonSchema | undefined;
  const named = Object.values((schema.patternProperties ?? {}) as Record<string, JsonSchema>);
  const others = schema.additionalProperties;
  return [
    ...fieldsOf(schema, `${name}.`, depth),
    ...(typeof items === "object" ? fieldsInside(items, `${name}[]`, depth) : []),
    ...[...named, ...(typeof others === "object" ? [others as JsonSchema] : [])].flatMap((value) =>
      fieldsInside(value, `${name}.*`, depth),
    ),
    ...unique(options.flatMap((option) => fieldsInside(option, name, depth))),
  ];
}

function unique(fields: Field[]): Field[] {
  return [...new Map(fields.map((field) => [field.name, field])).values()];
}

function numberBounds(schema: JsonSchema): string {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  return joined(
    between(minimum, maximum),
    exclusiveMinimum !== undefined && `above ${exclusiveMinimum}`,
    exclusiveMaximum !== undefined && `below ${exclusiveMaximum}`,
    multipleOf !== undefined && `in steps of ${multipleOf}`,
  );
}

function between(min: unknown, max: unknown): string {
  const [from, to] = [min, max].map((bound) => bound !== undefined && grouped(Number(bound)));
  if (from && to) return `from ${from} to ${to}`;
  return from ? `from ${from}` : to ? `up to ${to}` : "";
}

function textType({ minLength, maxLength, format }: JsonSchema): string {
  const length = between(minLength || undefined, maxLength);
  return joined(String(format ?? "text"), length && `${length} characters`);
}

function fileType(schema: JsonSchema): string {
  const max = schema["x-max-bytes"];
  const types = schema["x-media-types"] as string[] | undefined;
  return joined(
    "file",
    max !== undefined && `up to ${bytes(Number(max))}`,
    types && `of type ${types.join(" or ")}`,
  );
}

function arrayType({ items, prefixItems, minItems, maxItems }: JsonSchema): string {
  if (Array.isArray(prefixItems)) return `list of ${prefixItems.map(typeOf).join(", ")}`;
  const what = typeof items === "object" ? typeOf(items as JsonSchema) : "any value";
  return `${joined("list", between(minItems || undefined, maxItems))} of: ${what}`;
}

function joined(...parts: (string | false | undefined)[]): string {
  return parts.filter(Boolean).join(" ");
}

/** The allowed values and the pattern of a schema, or of a list's items. */
function values(schema: JsonSchema): Html | undefined {
  const inner = (schema.type === "array" ? schema.items : schema) as JsonSchema | undefined;
  const pattern = inner?.pattern;
  const allowed = inner?.enum;
  if (typeof pattern === "string") return html`<p>Matches <code>${pattern}</code></p>`;
  if (!Array.isArray(allowed)) return undefined;
  const codes = allowed.map((value) => html`<code>${shown(value)}</code> `);
  return allowed.length > openValuesMax
    ? html`<details class="values"><summary>${allowed.length} values</summary>${codes}</details>`
    : html`<p class="values">${codes}</p>`;
}

function shown(value: unknown): string {
  return typeof value === "string" && value !== "" ? value : JSON.stringify(value);
}
