import type { TSchema } from "@sinclair/typebox";
import { isFile } from "../../../contract/schema.ts";
import { isStructured } from "../../../host/handler/input.ts";
import type { LoadedRoute } from "../../../host/plugin/loaded-plugin.ts";
import { type Html, html } from "../../../lib/html.ts";
import { listRequired, publishSchema } from "../../examples/published.ts";
import { describeType } from "./field-type.ts";
import type { TrialEntry } from "./trials.ts";

/** Maximum number of options in a select. */
const optionsMax = 80;
/** Longer texts use a text area. */
const lineMax = 80;

/** A field of a form that calls an endpoint. */
interface CallField {
  name: string;
  place: "path" | "query" | "body";
  schema: TSchema;
  required: boolean;
  /** The example value. */
  example: unknown;
}

interface CallFormOptions {
  /** The operation id of the endpoint. */
  id: string;
  /** Whether it requires a key. */
  keyed: boolean;
  /** Whether it changes keys or accounts, and asks for confirmation. */
  isLasting: boolean;
  /** The path that writes the form's call as code, if there is one. */
  code: string | undefined;
  /** The keyless sample, if there is one. */
  trial: TrialEntry | undefined;
}

/**
 * Builds a form that calls an endpoint, prefilled with its example. Without JavaScript it opens the keyless
 * sample, if there is one; `endpoint.js` sends all others.
 */
export function callForm(
  { method, path, route }: LoadedRoute,
  { id, keyed, isLasting, code, trial }: CallFormOptions,
): Html {
  const fields = (["path", "query", "body"] as const).flatMap((place) =>
    fieldsAt(place, {
      schema: place === "path" ? route.params : route[place],
      example: place === "path" ? route.example.params : route.example[place],
    }),
  );
  const open = fields.filter(isOpen);
  const folded = fields.filter((field) => !isOpen(field));
  const inputs = (some: readonly CallField[]) =>
    html`<div class="inputs">${some.map((field) => input(id, field))}</div>`;
  return html`<form class="call" data-method="${method}" data-target="${path}" data-preview="/api/pdf/to-images"${code !== undefined && html` data-code="${code}"`}${keyed && html` data-keyed`}${isLasting && html` data-lasting`}${
    trial && html` method="get" action="${trial.sample}" data-trial="${trial.path}"`
  }>
${
  fields.length > 0 &&
  html`<details class="change"><summary>Change the request</summary>${inputs(open)}${
    folded.length > 0 &&
    (open.length === 0
      ? inputs(folded)
      : html`<details><summary>${folded.length} more</summary>${inputs(folded)}</details>`)
  }</details>`
}
<p class="send"><button>Send</button> <button type="button" class="plain" hidden>Cancel</button> <span class="progress" role="status"></span></p>
</form>`;
}

function fieldsAt(
  place: CallField["place"],
  {
    schema,
    example = {},
  }: { schema: TSchema | undefined; example?: Readonly<Record<string, unknown>> | undefined },
): CallField[] {
  if (!schema) return [];
  const required = listRequired(schema, { sent: true });
  return Object.entries<TSchema>(schema.properties).map(([name, property]) => ({
    name,
    place,
    schema: property,
    required: place === "path" || required.includes(name),
    example: example[name],
  }));
}

/** Returns whether a field is shown initially: required fields, those in the example, and files. */
function isOpen({ required, example, schema }: CallField): boolean {
  return required || example !== undefined || getControlKind(schema).startsWith("file");
}

function input(form: string, field: CallField): Html {
  const { name, place, schema, required } = field;
  const id = `${form}-${place}-${name}`.replace(/\W+/g, "-");
  const kind = getControlKind(schema);
  const about = html`id="${id}" data-in="${place}" data-name="${name}" data-kind="${kind}"${required && html` aria-required="true"`}`;
  const label = html`<label for="${id}"><code>${name}</code>${required && html` <span class="required">required</span>`}</label>`;
  return html`<div class="field${isWide(field, kind) && " wide"}">${label}${control(field, { kind, about })}</div>`;
}

/** Returns whether a field takes a full row. */
function isWide({ schema, example }: CallField, kind: ControlKind): boolean {
  if (kind === "json") return listOptions(schema) === undefined;
  return typeof example === "string" && example.length > lineMax;
}

/** Returns the allowed values if there are few enough for a select. */
function listOptions(schema: TSchema): readonly unknown[] | undefined {
  if (schema.type === "boolean") return [true, false];
  const anyOf: TSchema[] = schema.anyOf ?? [];
  const literals = anyOf.every((one) => "const" in one) ? anyOf.map((one) => one.const) : [];
  const options: readonly unknown[] = schema.enum ?? literals;
  return options.length > 0 && options.length <= optionsMax ? options : undefined;
}

type ControlKind = "file" | "files" | "json" | "boolean" | "number" | "text";

function getControlKind(schema: TSchema): ControlKind {
  if (isFile(schema)) return "file";
  if (schema.type === "array" && schema.items && isFile(schema.items)) return "files";
  if (
    isStructured(schema) ||
    (schema.type === undefined && schema.enum === undefined && schema.anyOf)
  )
    return "json";
  if (schema.type === "boolean") return "boolean";
  return schema.type === "integer" || schema.type === "number" ? "number" : "text";
}

function control(
  { name, schema, example }: CallField,
  { kind, about }: { kind: ControlKind; about: Html },
): Html {
  const { description, ...published } = publishSchema(schema, { sent: true });
  const value = example === undefined || kind.startsWith("file") ? "" : asText(example, kind);
  const hint = html` placeholder="${schema.default === undefined ? describeType(published) : `${asText(schema.default, kind)}`}"`;
  const options = listOptions(schema);
  if (kind === "file" || kind === "files") {
    const names = [example].flat().flatMap((one) => (one instanceof File ? one.name : []));
    return html`<input type="file" ${about}${kind === "files" && html` multiple`}${schema.mediaTypes && html` accept="${schema.mediaTypes.join()}"`}>${
      names.length > 0 &&
      html`<label class="check"><input type="checkbox" checked data-sample="${name}"><span>Send ${names.join(", ")} if no file is chosen</span></label>`
    }`;
  }
  if (options)
    return html`<select ${about}>${value === "" && html`<option value="">${schema.default === undefined ? "" : `${schema.default}`}</option>`}${options.map(
      (option) =>
        html`<option value="${String(option)}"${String(option) === value && html` selected`}>${String(option)}</option>`,
    )}</select>`;
  if (kind === "json" || value.length > lineMax)
    return html`<textarea ${about} dir="auto" spellcheck="false" rows="${Math.min(8, Math.max(2, value.split("\n").length))}"${hint}>
${value}</textarea>`;
  const type = schema.format === "password" ? "password" : "text";
  return html`<input type="${type}" ${about} dir="auto"${kind === "number" && html` inputmode="decimal"`} autocomplete="off" value="${value}"${hint}>`;
}

/** Formats a value for a form field. */
function asText(value: unknown, kind: ControlKind): string {
  if (kind === "json") return typeof value === "string" ? value : JSON.stringify(value, null, 2);
  return String(value);
}
