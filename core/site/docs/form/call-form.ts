import type { TSchema } from "@sinclair/typebox";
import type { Route } from "../../../contract/plugin.ts";
import type { LoadedRoute } from "../../../host/plugin/loaded-plugin.ts";
import { type Html, html } from "../../../lib/html.ts";
import { asList, asRecord, type FormField, listFormFields, toLabel } from "./form-fields.ts";

interface CallFormOptions {
  /** The path that its calls are sent to, with its parameters. */
  target: string;
  /** Whether they need the visitor's key. */
  keyed: boolean;
  /** The values of a link, by `query.text` or `body.text`. */
  given?: Readonly<Record<string, string>>;
  /** The path that draws the first page of a PDF, if there is one. */
  preview: string | undefined;
  /** The path that writes the call as code, if there is one. */
  code: string | undefined;
  /** Set for documentation, whose form has all fields with their names, and the values of the example. */
  reference?: ReferenceOptions;
}

interface ReferenceOptions {
  example: Route["example"];
  /** Whether it changes keys or accounts, and asks for confirmation. */
  isLasting: boolean;
  /** The keyless sample, if there is one: it runs without a key, and without scripts. */
  trial: { path: string; sample: string } | undefined;
}

/** Builds a form that calls an endpoint from its schemas. Secrets and files of visitors are never in its markup. */
export function callForm(
  { method, route }: LoadedRoute,
  { target, keyed, given = {}, preview, code, reference }: CallFormOptions,
): Html {
  const example = reference?.example ?? route.example;
  const { values: _, files: __, ...hints } = route.tool ?? {};
  const parts = (["params", "query", "body"] as const).flatMap((part) => {
    const schema = route[part];
    if (!schema) return [];
    const linked = Object.entries(given)
      .filter(([name]) => name.startsWith(`${part}.`))
      .map(([name, value]) => [name.slice(part.length + 1), value]);
    const values = { ...example[part], ...Object.fromEntries(linked) };
    const options = reference
      ? { hints, forPrograms: true }
      : { hints: route.tool ?? {}, forPrograms: false };
    return [{ part, fields: listFormFields(schema, { ...options, values }) }];
  });
  const isLive = !reference && route.heavy === undefined && method === "GET";
  const render = (isOpen: boolean) =>
    parts.map(({ part, fields }) => {
      const own = fields.filter((field) => field.isOpen === isOpen);
      return (
        own.length > 0 &&
        html`<div class="tool-part" data-part="${part}">${own.map((field) => renderField(field, { isNeeded: isOpen, isNamed: reference !== undefined }))}</div>`
      );
    });
  const hasFields = parts.some(({ fields }) => fields.length > 0);
  const hasFolded = parts.some(({ fields }) => fields.some(({ isOpen }) => !isOpen));
  const fields = html`${render(true)}
${hasFolded && html`<details class="tool-more"><summary>More options</summary>${render(false)}</details>`}`;
  const sending = reference
    ? html` novalidate${reference.isLasting && html` data-lasting`}${reference.trial && html` method="get" action="${reference.trial.sample}" data-trial="${reference.trial.path}"`}`
    : html` method="post" action="${target}" enctype="multipart/form-data"`;
  return html`<form class="tool"${sending} data-target="${target}" data-method="${method}"${code && html` data-code="${code}"`}${preview && html` data-preview="${preview}"`}${keyed && html` data-keyed`}${isLive && html` data-live`}>
${reference && hasFields ? html`<details class="change"><summary>Change the request</summary>${fields}</details>` : fields}
<p class="tool-send"><button>${reference ? "Send" : "Run"}</button> <button type="button" class="plain" name="cancel" hidden>Cancel</button> <span class="progress" role="status"></span></p>
</form>`;
}

interface RenderOptions {
  /** Whether the groups around it are filled in. */
  isNeeded: boolean;
  /** Whether it shows the name in the request. */
  isNamed: boolean;
}

function renderField(field: FormField, options: RenderOptions): Html {
  const { name, control, label: words, inside, value, hint } = field;
  const required = options.isNeeded && field.required;
  const group = { ...options, isNeeded: required };
  const label = options.isNamed ? html`${words} <code>${name}</code>` : words;
  if (control === "object")
    return html`<fieldset class="tool-group" data-name="${name}" data-control="object"><legend>${label}</legend>${renderGroup(inside, group)}</fieldset>`;
  if (control === "rows") {
    const rows = asList(value);
    const row = (values: unknown) =>
      html`<fieldset class="tool-group" data-row><legend>${label}</legend>${renderGroup(
        inside.map((one) => ({ ...one, value: asRecord(values)[one.name] ?? one.schema.default })),
        group,
      )}<p><button type="button" class="plain" name="remove">Remove</button></p></fieldset>`;
    return html`<div class="tool-rows" data-name="${name}" data-control="rows">${rows.map(row)}<template>${row({})}</template><p><button type="button" class="plain" name="add">Add: ${label}</button></p></div>`;
  }
  const about = html`data-name="${name}" data-control="${control}"${required && html` required`}`;
  const isFile = control === "file" || control === "files" || control === "data-file";
  const help = isFile ? "Choose, drop or paste" : hint;
  const note = help && !help.startsWith(words) && html`<small>${help}</small>`;
  if (control === "check")
    return html`<label class="check"><input type="checkbox" ${about}${value === true && html` checked`} data-default="${String(field.schema.default ?? false)}"> <span>${label}</span></label>`;
  return html`<label class="tool-field${(control === "text" || control === "json") && " wide"}"><span>${label}</span>${renderControl({ ...field, required }, about)}${note}</label>${options.isNamed && isFile && sampleBox(field)}`;
}

/** Offers to send the files of the example. */
function sampleBox({ name, value }: FormField): Html | undefined {
  const names = [value].flat().flatMap((one) => (one instanceof File ? one.name : []));
  if (names.length === 0) return undefined;
  return html`<label class="check"><input type="checkbox" checked data-sample="${name}"><span>Send ${names.join(", ")} if no file is chosen</span></label>`;
}

/** Renders the fields of a group. All but the required and the filled ones are folded. */
function renderGroup(fields: readonly FormField[], options: RenderOptions): Html {
  const open = fields.filter(({ isOpen }) => isOpen);
  const folded = fields.filter(({ isOpen }) => !isOpen);
  return html`<div class="tool-part">${open.map((field) => renderField(field, options))}</div>${
    folded.length > 0 &&
    html`<details class="tool-more"><summary>More</summary><div class="tool-part">${folded.map((field) => renderField(field, { ...options, isNeeded: false }))}</div></details>`
  }`;
}

function renderControl(field: FormField, about: Html): Html {
  const { control, schema, value, required, choices } = field;
  const bounds = html`${schema.minimum !== undefined && html` min="${schema.minimum}"`}${schema.maximum !== undefined && html` max="${schema.maximum}"`}`;
  switch (control) {
    case "file":
    case "files":
    case "data-file":
      return html`<input type="file" ${about}${control === "files" && html` multiple`}${schema.mediaTypes && html` accept="${schema.mediaTypes.join()}"`}>`;
    case "choice":
      return html`<select ${about} data-default="${String(schema.default ?? "")}">${
        !required &&
        (schema.default === undefined || !choices.includes(schema.default)) &&
        html`<option value="">Automatic</option>`
      }${choices.map(
        (one) =>
          html`<option value="${String(one)}"${String(one) === String(value ?? "") && html` selected`}>${toLabel(String(one))}</option>`,
      )}</select>`;
    case "color":
      return html`<input type="color" ${about} value="#${String(value).replace("#", "").toLowerCase()}" data-default="${String(schema.default)}">`;
    case "date":
      return html`<input type="date" ${about} value="${String(value ?? "")}">`;
    case "number":
      return html`<input type="number" step="${schema.type === "integer" ? "1" : "any"}" ${about}${bounds} value="${value === undefined ? "" : String(value)}" data-default="${String(schema.default ?? "")}">`;
    case "secret":
      return html`<input type="password" ${about} autocomplete="new-password" value="${String(value ?? "")}">`;
    case "list":
      return html`<textarea ${about} rows="3" placeholder="One per line"${hasNumbers(schema.items) && html` data-numbers`}>
${asList(value).map(String).join("\n")}</textarea>`;
    case "json":
      return html`<textarea ${about} rows="4" dir="auto" spellcheck="false">
${value === undefined ? "" : JSON.stringify(value, null, 2)}</textarea>`;
    case "text":
      return html`<textarea ${about} rows="4" dir="auto" data-default="${String(schema.default ?? "")}">
${String(value ?? "")}</textarea>`;
    default:
      return html`<input type="text" ${about} dir="auto" autocomplete="off" value="${String(value ?? "")}" data-default="${String(schema.default ?? "")}">`;
  }
}

/** Returns whether a list takes numbers. */
function hasNumbers({ type, anyOf = [] }: TSchema): boolean {
  return type === "integer" || type === "number" || anyOf.some(hasNumbers);
}
