import type { TSchema } from "@sinclair/typebox";
import type { ToolHints } from "../../../contract/plugin.ts";
import { isFile } from "../../../contract/schema.ts";
import { openTable, openWords } from "../../../lib/data-file.ts";
import { listRequired } from "../../examples/published.ts";

type FormControl =
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
  | "rows"
  | "json";

/** A field of a form, or a group of them. */
export interface FormField {
  /** Its name in the request. */
  name: string;
  /** Its place in the body, without indexes: `items.price`. */
  path: string;
  label: string;
  hint: string | undefined;
  control: FormControl;
  schema: TSchema;
  /** The values that it offers. */
  choices: readonly unknown[];
  required: boolean;
  /** The value that it has from the start: from a link, the example or the default. */
  value: unknown;
  isOpen: boolean;
  inside: FormField[];
}

interface FieldOptions {
  hints: ToolHints;
  values: Readonly<Record<string, unknown>>;
  /** Whether those for programs are listed too: encoded files, and how the answer is packed. */
  forPrograms: boolean;
  prefix?: string;
  depth?: number;
}

/** How deep forms are nested. */
const depthMax = 3;

/** Lists the fields of a schema that a person can fill in, those of the hints first. */
export function listFormFields(
  { properties, ...schema }: TSchema,
  options: FieldOptions,
): FormField[] {
  const required = listRequired({ ...schema, properties } as TSchema, { sent: true });
  const { fields: order = [] } = options.hints;
  const fields = Object.entries<TSchema>(properties ?? {}).flatMap(([name, field]) =>
    buildField(field, { ...options, name, required: required.includes(name) }),
  );
  const rank = ({ path }: FormField) => {
    const at = order.findIndex((one) => one === path || one.startsWith(`${path}.`));
    return at === -1 ? order.length : at;
  };
  return fields.toSorted((a, b) => rank(a) - rank(b));
}

/** Builds a field. Returns nothing if people can't fill it in. */
function buildField(
  schema: TSchema,
  { name, required, ...options }: FieldOptions & { name: string; required: boolean },
): FormField[] {
  const { hints, values, forPrograms, prefix = "", depth = 0 } = options;
  const { fields: order = [] } = hints;
  const path = prefix + name;
  const isHinted = order.some((one) => one === path || one.startsWith(`${path}.`));
  if (!forPrograms && !isHinted && isForPrograms(name, schema)) return [];
  const own = hints.values?.[path] ?? values[name];
  const inside = listInside(schema, { ...options, own, prefix: `${path}.`, depth: depth + 1 });
  const suited = hints.files?.includes(path) ? "data-file" : getControl(schema);
  const isEmpty = (suited === "object" || suited === "rows") && inside.length === 0;
  const control = suited && !isEmpty ? suited : forPrograms ? "json" : undefined;
  if (!control) return [];
  const isShort = forPrograms || order.length === 0 || depth > 0;
  const isFile = control === "file" || control === "files";
  const isOpen = isHinted || required || (isShort && (own !== undefined || isFile));
  const preset = control === "secret" && !forPrograms ? undefined : own;
  return [
    {
      ...{ name, path, control, schema, required, isOpen, inside },
      label: hints.labels?.[path] ?? toLabel(name),
      hint: forPrograms ? undefined : findHint(schema),
      choices: listChoices(schema, forPrograms ? "" : name) ?? [],
      value: (isOpen ? preset : undefined) ?? schema.default,
    },
  ];
}

/** Lists the fields of an object, or of the objects of a list. */
function listInside(
  schema: TSchema,
  { own, depth, ...options }: FieldOptions & { own: unknown; depth: number },
): FormField[] {
  const isList = schema.type === "array" && schema.items.type === "object";
  const inner: TSchema = isList ? schema.items : schema;
  if (depth > depthMax || !inner.properties) return [];
  const values = asRecord(isList ? asList(own)[0] : own);
  return listFormFields(inner, { ...options, depth, values });
}

/** Returns whether only programs need a field: encoded files, and how the answer is packed. */
function isForPrograms(name: string, { writeOnly }: TSchema): boolean {
  return (
    /_base64$|_json$|^(?:response|filename|encoding|fallback|lexicon|ssml)$/.test(name) &&
    !writeOnly
  );
}

function getControl(schema: TSchema): FormControl | undefined {
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
function listChoices({ enum: values, anyOf }: TSchema, name = ""): readonly unknown[] | undefined {
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

const readJargon = openWords(new URL("./jargon.txt", import.meta.url), ["jargon"]);
let jargon: RegExp | undefined;

function findJargon(): RegExp {
  jargon ??= new RegExp(`\\b(?:${[...readJargon().jargon].join("|")})s?\\b`, "i");
  return jargon;
}

/** Returns the first clause of a description, if a person without knowledge of APIs understands it. */
function findHint({ description = "" }: TSchema): string | undefined {
  const clause = (description as string).split(/[;:]\s|\.\s/, 1)[0] ?? "";
  const isPlain = !clause.includes("`") && !findJargon().test(clause);
  return isPlain && clause.length <= hintMax && clause.length > 0 ? clause : undefined;
}

export function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
