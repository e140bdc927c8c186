import type { TSchema } from "@sinclair/typebox";
import type { ToolHints } from "../../../contract/plugin.ts";
import { isFile } from "../../../contract/schema.ts";
import { openTable } from "../../../lib/data-file.ts";
import { listRequired } from "../../examples/published.ts";

type ToolControl =
  | "file"
  | "files"
  | "data-file"
  | "color"
  | "date"
  | "choice"
  | "check"
  | "number"
  | "line"
  | "text"
  | "secret"
  | "list"
  | "object"
  | "rows";

/** A field of a tool, or a group of them. */
export interface ToolField {
  /** Its name in the request. */
  name: string;
  /** Its place in the body, without indexes: `items.price`. */
  path: string;
  label: string;
  hint: string | undefined;
  control: ToolControl;
  schema: TSchema;
  required: boolean;
  /** The value that it has from the start: from a link, the example or the default. */
  value: unknown;
  isOpen: boolean;
  inside: ToolField[];
}

interface FieldOptions {
  hints: ToolHints;
  values: Readonly<Record<string, unknown>>;
  prefix?: string;
  depth?: number;
}

/** How deep forms are nested. */
const depthMax = 3;

/** Lists the fields of a schema that a person can fill in, those of the hints first. */
export function listToolFields(
  { properties, ...schema }: TSchema,
  { hints, values, prefix = "", depth = 0 }: FieldOptions,
): ToolField[] {
  const required = listRequired({ ...schema, properties } as TSchema, { sent: true });
  const order = hints.fields ?? [];
  const fields = Object.entries<TSchema>(properties ?? {}).flatMap(([name, field]): ToolField[] => {
    const path = prefix + name;
    const isHinted = order.some((one) => one === path || one.startsWith(`${path}.`));
    const control = hints.files?.includes(path) ? "data-file" : getControl(field);
    if (!control || (!isHinted && isForPrograms(name, field))) return [];
    const isRequired = required.includes(name);
    const own = hints.values?.[path] ?? values[name];
    const isOpen =
      isHinted ||
      (order.length === 0 || depth > 0
        ? isRequired || own !== undefined || control === "file" || control === "files"
        : isRequired);
    const value = isOpen ? (own ?? field.default) : field.default;
    const inner = control === "rows" ? field.items : field;
    const inside =
      (control === "rows" || control === "object") && depth < depthMax
        ? listToolFields(inner, {
            hints,
            values: asRecord(control === "rows" ? asList(own)[0] : own),
            prefix: `${path}.`,
            depth: depth + 1,
          })
        : [];
    if ((control === "rows" || control === "object") && inside.length === 0) return [];
    const label = hints.labels?.[path] ?? toLabel(name);
    return [
      {
        ...{ name, path, label, control, schema: field, required: isRequired, value, isOpen },
        ...{ hint: findHint(field), inside },
      },
    ];
  });
  const rank = ({ path }: ToolField) => {
    const at = order.findIndex((one) => one === path || one.startsWith(`${path}.`));
    return at === -1 ? order.length : at;
  };
  return fields.toSorted((a, b) => rank(a) - rank(b));
}

/** Returns whether only programs need a field: encoded files, and how the answer is packed. */
function isForPrograms(name: string, { writeOnly }: TSchema): boolean {
  return (
    /_base64$|_json$|^(?:response|filename|encoding|fallback|lexicon|ssml)$/.test(name) &&
    !writeOnly
  );
}

function getControl(schema: TSchema): ToolControl | undefined {
  if (isFile(schema)) return "file";
  if (listChoices(schema)) return "choice";
  const { type, items, anyOf, format, errorMessage = "", maxLength = 0 } = schema;
  switch (type) {
    case "array":
      if (isFile(items)) return "files";
      if (items.type === "object") return "rows";
      return isScalar(items) ? "list" : undefined;
    case "object":
      return schema.properties ? "object" : undefined;
    case "boolean":
      return "check";
    case "integer":
    case "number":
      return "number";
    case "string":
      if (format === "password" || schema.writeOnly) return "secret";
      if (format === "date" || errorMessage.startsWith("a date")) return "date";
      if (errorMessage.includes("colour") && /^#?[0-9a-f]{6}$/i.test(schema.default ?? ""))
        return "color";
      return schema.pattern === undefined && (maxLength === 0 || maxLength > 300) ? "text" : "line";
  }
  return anyOf?.every(isScalar) ? "line" : undefined;
}

function isScalar({ type, anyOf, enum: values }: TSchema): boolean {
  if (anyOf) return anyOf.some(isScalar);
  return values !== undefined || ["string", "integer", "number", "null"].includes(type);
}

/** Values that only programs read. */
const programValues: ReadonlySet<unknown> = new Set(["json", "base64", "base64url"]);

/** Returns the values that a person may choose, if they are few. */
export function listChoices(
  { enum: values, anyOf }: TSchema,
  name = "",
): readonly unknown[] | undefined {
  const literals = anyOf?.every((one: TSchema) => "const" in one)
    ? anyOf.map((one: TSchema) => one.const)
    : undefined;
  const all: readonly unknown[] | undefined = values ?? literals;
  if (!all || all.length > choicesMax) return undefined;
  const isPacking = /(?:^|_)(?:format|encoding|response|tables)$/.test(name);
  return isPacking ? all.filter((one) => !programValues.has(one)) : all;
}

const choicesMax = 80;

/** Words that labels spell in another way than names. */
const words = openTable(new URL("./label-words.tsv", import.meta.url), {
  name: "text",
  label: "text",
});

/** Writes a name as a label: `fg_color` as `Foreground color`. */
export function toLabel(name: string): string {
  const text = name
    .split(/[_\s-]+/)
    .map((word) => words().find(({ name }) => name === word)?.label ?? word)
    .join(" ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const hintMax = 140;

/** Returns the first clause of a description, if a person without knowledge of APIs understands it. */
function findHint({ description = "" }: TSchema): string | undefined {
  const clause = (description as string).split(/[;:]\s|\.\s/, 1)[0] ?? "";
  const isPlain =
    !/`|json|schema|parameter|base64|field|boolean|bcp|iso |true|false|response|request|form part/i.test(
      clause,
    );
  return isPlain && clause.length <= hintMax && clause.length > 0 ? clause : undefined;
}

export function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
