import { type Html, html, markdown } from "../../lib/html.ts";
import { showValue, typeOf } from "./field-type.ts";
import type { JsonSchema } from "./published.ts";

/** A named value, as the documentation tells of it. */
export interface Field {
  /** As it stands in the whole: `items[].description`. */
  name: string;
  required: boolean;
  schema: JsonSchema;
  /** The kind of object it belongs to, where there are several. */
  of?: string;
}

/** How deep into nested objects the documentation goes. */
const depthMax = 6;
/** A longer list of allowed values is folded away. */
const openValuesMax = 12;

/** Lists the fields of an object's schema, those of the objects inside it behind their parents. */
export function fieldsOf(
  schema: JsonSchema,
  { prefix = "", depth = 0 }: { prefix?: string; depth?: number } = {},
): Field[] {
  if (depth > depthMax) return [];
  const required = (schema.required ?? []) as string[];
  const own = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>);
  return own.flatMap(([key, property]) => {
    const name = prefix + key;
    return [
      { name, required: required.includes(key), schema: property },
      ...fieldsInside(property, { name, depth: depth + 1 }),
    ];
  });
}

/** Shows fields as a list: name, type, bounds, default, description. */
export function fieldList(
  fields: readonly Field[],
  { isAnswer = false }: { isAnswer?: boolean } = {},
): Html {
  return html`<ul class="fields">${fields.map(({ name, required, schema, of }) => {
    const { description, default: preset } = schema;
    return html`<li><code class="name">${name}</code> <span class="type">${of !== undefined && html`of <code>${of}</code>: `}${typeOf(schema)}</span>${
      required !== isAnswer && presence(isAnswer)
    }${preset !== undefined && html` <span class="preset">default <code>${showValue(preset)}</code></span>`}${
      typeof description === "string" && markdown(description)
    }${values(schema)}</li>`;
  })}</ul>`;
}

/** Of a request one asks what must be there, of an answer what may be missing. */
function presence(isAnswer: boolean): Html {
  return html` <strong class="required">${isAnswer ? "not always there" : "required"}</strong>`;
}

function fieldsInside(
  schema: JsonSchema,
  { name, depth }: { name: string; depth: number },
): Field[] {
  const { anyOf, oneOf, items, patternProperties, additionalProperties } = schema;
  const options = (anyOf ?? oneOf ?? []) as JsonSchema[];
  const values = [...Object.values(patternProperties ?? {}), additionalProperties];
  const tag = tagOf(options);
  if (tag !== undefined) return kindsOf(options, { tag, name, depth });
  return [
    ...fieldsOf(schema, { prefix: `${name}.`, depth }),
    ...(isSchema(items) ? fieldsInside(items, { name: `${name}[]`, depth }) : []),
    ...values
      .filter(isSchema)
      .flatMap((value) => fieldsInside(value, { name: `${name}.*`, depth })),
    ...unique(options.flatMap((option) => fieldsInside(option, { name, depth }))),
  ];
}

/** The fields of each kind of object, behind the field that names the kind. */
function kindsOf(
  options: readonly JsonSchema[],
  { tag, name, depth }: { tag: string; name: string; depth: number },
): Field[] {
  const tags = options.map((option) => propertiesOf(option)[tag] as JsonSchema);
  const kinds = tags.map((schema) => String(schema.const));
  const { description } = tags[0] ?? {};
  return [
    {
      name: `${name}.${tag}`,
      required: true,
      schema: { type: "string", enum: kinds, description },
    },
    ...options.flatMap((option, index) =>
      fieldsOf(option, { prefix: `${name}.`, depth })
        .filter((field) => field.name !== `${name}.${tag}`)
        .map((field) => ({ ...field, of: field.of ?? kinds[index] ?? "" })),
    ),
  ];
}

/** The field whose one value tells each kind of object from the others. */
function tagOf(options: readonly JsonSchema[]): string | undefined {
  const [first = {}] = options;
  return Object.keys(propertiesOf(first)).find(
    (key) =>
      options.length > 1 &&
      options.every((option) => propertiesOf(option)[key]?.const !== undefined),
  );
}

function propertiesOf(schema: JsonSchema): Record<string, JsonSchema | undefined> {
  return (schema.properties ?? {}) as Record<string, JsonSchema | undefined>;
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === "object" && value !== null;
}

function unique(fields: Field[]): Field[] {
  return [...new Map(fields.map((field) => [field.name, field])).values()];
}

/** The allowed values and the pattern of a schema, of a list's items or of an alternative. */
function values(schema: JsonSchema): Html[] {
  const { anyOf = [], items, enum: allowed, pattern } = schema;
  return [
    ...(typeof pattern === "string" ? [html`<p>Matches <code>${pattern}</code></p>`] : []),
    ...(Array.isArray(allowed) ? [valueList(allowed)] : []),
    ...[items, ...(anyOf as JsonSchema[])].filter(isSchema).flatMap(values),
  ];
}

function valueList(allowed: readonly unknown[]): Html {
  const codes = allowed.map((value) => html`<code>${showValue(value)}</code> `);
  return allowed.length > openValuesMax
    ? html`<details class="values"><summary>${allowed.length} values</summary>${codes}</details>`
    : html`<p class="values">${codes}</p>`;
}
