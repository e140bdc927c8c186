import type { TSchema } from "@sinclair/typebox";
import { listMediaTypes } from "../../../contract/schema.ts";
import { type Html, html, markdown } from "../../../lib/html.ts";
import { type JsonSchema, publishSchema } from "../../examples/published.ts";
import { describeType, namedValuesMax, showValue } from "./field-type.ts";

/** A documented field. */
export interface DocumentedField {
  /** Full path, such as `items[].description`. */
  name: string;
  required: boolean;
  schema: JsonSchema;
  /** The variant of a union that it belongs to. */
  of?: string;
}

/** Maximum nesting depth that is documented. */
const depthMax = 6;
/** Maximum number of allowed values that are shown expanded. */
const openValuesMax = 12;

/** Lists the fields of an object's schema. Nested fields follow their parents. */
export function listSchemaFields(
  schema: JsonSchema,
  { prefix = "", depth = 0 }: { prefix?: string; depth?: number } = {},
): DocumentedField[] {
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

/** Lists the fields of a JSON response, which can be an alternative to files. */
export function listAnswerFields(response: TSchema): DocumentedField[] {
  const published = publishSchema(response);
  if (listMediaTypes(response).length === 0) return listSchemaFields(published);
  const options = (published.anyOf ?? []) as JsonSchema[];
  return listSchemaFields(options.find(({ format }) => format !== "binary") ?? {});
}

/** Maximum number of fields that are shown without collapsing any. */
const openFieldsMax = 8;

interface ListOptions {
  /** Whether the fields are those of a response, in which all after the first eight are collapsed. */
  isAnswer?: boolean;
  /** Fields of a request that are never collapsed. */
  shown?: readonly string[];
}

/**
 * Renders fields as a list: name, type, bounds, default, description. Nested fields are collapsed. If a request
 * has many fields, optional ones are collapsed by group, or together if there are no groups.
 */
export function fieldList(fields: readonly DocumentedField[], options: ListOptions = {}): Html {
  const nodes = buildFieldTree(fields);
  if (options.isAnswer) return renderAnswerList(nodes);
  return renderFoldedList(nodes, { ...options, rest: true });
}

/** Maximum number of a response's fields that are shown without collapsing the others. */
const answerFieldsMax = 8;

function renderAnswerList(nodes: readonly FieldNode[]): Html {
  const rest = nodes.slice(answerFieldsMax);
  const options = { isAnswer: true };
  return html`${nodeList(nodes.slice(0, answerFieldsMax), options)}${
    rest.length > 0 &&
    html`<details class="group"><summary>${rest.length} more</summary>${nodeList(rest, options)}</details>`
  }`;
}

interface FieldNode {
  field: DocumentedField;
  inside: FieldNode[];
}

/** Nests fields by the prefixes of their names: `items[].price` below `items`. */
function buildFieldTree(fields: readonly DocumentedField[]): FieldNode[] {
  const top: FieldNode[] = [];
  const open: FieldNode[] = [];
  for (const field of fields) {
    const node = { field, inside: [] };
    while (open.length > 0 && !isInside(field.name, open.at(-1)?.field.name ?? "")) open.pop();
    (open.at(-1)?.inside ?? top).push(node);
    open.push(node);
  }
  return top;
}

function isInside(name: string, parent: string): boolean {
  return name.startsWith(`${parent}.`) || name.startsWith(`${parent}[`);
}

/** Renders fields, some of them collapsed. `rest`: also collapses fields if none has a group. */
function renderFoldedList(
  nodes: readonly FieldNode[],
  { shown = [], rest = false, isAnswer = false }: ListOptions & { rest?: boolean },
): Html {
  const isFolding = nodes.length > openFieldsMax;
  const isGrouped = nodes.some(({ field }) => field.schema["x-group"] !== undefined);
  const open: FieldNode[] = [];
  const groups = new Map<string, FieldNode[]>();
  for (const node of nodes) {
    const { name, required, schema } = node.field;
    const own = typeof schema["x-group"] === "string" ? schema["x-group"] : undefined;
    const group = own ?? (rest && !isGrouped ? "" : undefined);
    if (!isFolding || required || shown.includes(name) || group === undefined) open.push(node);
    else groups.set(group, [...(groups.get(group) ?? []), node]);
  }
  return html`${nodeList(open, { isAnswer })}${[...groups].map(([group, inside]) => {
    const title = group === "" ? `${inside.length} more` : `${group} (${inside.length})`;
    return html`<details class="group"><summary>${title}</summary>${nodeList(inside, { isAnswer })}</details>`;
  })}`;
}

function nodeList(nodes: readonly FieldNode[], options: ListOptions): Html {
  if (nodes.length === 0) return html``;
  return html`<ul class="fields">${nodes.map(
    ({ field, inside }) =>
      html`<li>${describeField(field, options)}${
        inside.length > 0 &&
        html`<details class="group"><summary>Fields of <code>${field.name}</code></summary>${renderFoldedList(inside, options)}</details>`
      }</li>`,
  )}</ul>`;
}

function describeField(
  { name, required, schema, of }: DocumentedField,
  { isAnswer = false }: ListOptions,
): Html {
  const { description, default: preset } = schema;
  return html`<code class="name">${name}</code> <span class="type">${of !== undefined && html`of <code>${of}</code>: `}${describeType(schema)}</span>${
    required !== isAnswer && renderPresence(isAnswer)
  }${preset !== undefined && html` <span class="preset">default <code>${showValue(preset)}</code></span>`}${
    typeof description === "string" && markdown(description)
  }${renderValues(schema)}`;
}

/** Marks required fields of requests and optional fields of responses. */
function renderPresence(isAnswer: boolean): Html {
  return html` <strong class="required">${isAnswer ? "optional" : "required"}</strong>`;
}

function fieldsInside(
  schema: JsonSchema,
  { name, depth }: { name: string; depth: number },
): DocumentedField[] {
  const { anyOf, oneOf, items, patternProperties, additionalProperties } = schema;
  const options = (anyOf ?? oneOf ?? []) as JsonSchema[];
  const values = [...Object.values(patternProperties ?? {}), additionalProperties];
  const tag = findDiscriminator(options);
  if (tag !== undefined) return listVariantFields(options, { tag, name, depth });
  return [
    ...listSchemaFields(schema, { prefix: `${name}.`, depth }),
    ...(isSchema(items) ? fieldsInside(items, { name: `${name}[]`, depth }) : []),
    ...values
      .filter(isSchema)
      .flatMap((value) => fieldsInside(value, { name: `${name}.*`, depth })),
    ...unique(options.flatMap((option) => fieldsInside(option, { name, depth }))),
  ];
}

/** Lists the fields of each variant of a union, after the discriminator. */
function listVariantFields(
  options: readonly JsonSchema[],
  { tag, name, depth }: { tag: string; name: string; depth: number },
): DocumentedField[] {
  const tags = options.map((option) => getProperties(option)[tag] as JsonSchema);
  const kinds = tags.map((schema) => String(schema.const));
  const { description } = tags[0] ?? {};
  return [
    {
      name: `${name}.${tag}`,
      required: true,
      schema: { type: "string", enum: kinds, description },
    },
    ...options.flatMap((option, index) =>
      listSchemaFields(option, { prefix: `${name}.`, depth })
        .filter((field) => field.name !== `${name}.${tag}`)
        .map((field) => ({ ...field, of: field.of ?? kinds[index] ?? "" })),
    ),
  ];
}

/** Returns the discriminator of a union of objects. */
function findDiscriminator(options: readonly JsonSchema[]): string | undefined {
  const [first = {}] = options;
  return Object.keys(getProperties(first)).find(
    (key) =>
      options.length > 1 &&
      options.every((option) => getProperties(option)[key]?.const !== undefined),
  );
}

function getProperties(schema: JsonSchema): Record<string, JsonSchema | undefined> {
  return (schema.properties ?? {}) as Record<string, JsonSchema | undefined>;
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === "object" && value !== null;
}

function unique(fields: DocumentedField[]): DocumentedField[] {
  return [...new Map(fields.map((field) => [field.name, field])).values()];
}

/** Renders the allowed values of a schema, and its pattern in words, of a list's items or of an alternative. */
function renderValues(schema: JsonSchema): Html[] {
  const { anyOf = [], items, enum: allowed, "x-allowed": words } = schema;
  return [
    ...(typeof words === "string" ? [html`<p>Must be ${words}</p>`] : []),
    ...(Array.isArray(allowed) && allowed.length > namedValuesMax ? [valueList(allowed)] : []),
    ...[items, ...(anyOf as JsonSchema[])].filter(isSchema).flatMap(renderValues),
  ];
}

function valueList(allowed: readonly unknown[]): Html {
  const codes = allowed.map((value) => html`<code>${showValue(value)}</code> `);
  return allowed.length > openValuesMax
    ? html`<details class="values"><summary>${allowed.length} values</summary>${codes}</details>`
    : html`<p class="values">${codes}</p>`;
}
