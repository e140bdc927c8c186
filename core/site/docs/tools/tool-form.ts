import type { LoadedRoute } from "../../../host/plugin/loaded-plugin.ts";
import { type Html, html } from "../../../lib/html.ts";
import {
  asList,
  asRecord,
  listChoices,
  listToolFields,
  type ToolField,
  toLabel,
} from "./tool-fields.ts";

interface ToolFormOptions {
  /** The path that its calls are sent to. */
  action: string;
  /** Whether they need the visitor's key. */
  keyed: boolean;
  /** The values of a link, by `query.text` or `body.text`. */
  given: Readonly<Record<string, string>>;
  /** The path that draws the first page of a PDF, if there is one. */
  preview: string | undefined;
  /** The path that writes the call as code. */
  code: string;
}

/** Builds the form of a tool from the schemas of its route. Secrets and files are never in its markup. */
export function toolForm(
  { method, route }: LoadedRoute,
  { action, keyed, given, preview, code }: ToolFormOptions,
): Html {
  const parts = (["params", "query", "body"] as const).flatMap((part) => {
    const schema = route[part];
    if (!schema) return [];
    const linked = Object.entries(given)
      .filter(([name]) => name.startsWith(`${part}.`))
      .map(([name, value]) => [name.slice(part.length + 1), value]);
    const values = { ...route.example[part], ...Object.fromEntries(linked) };
    const fields = listToolFields(schema, { hints: route.tool ?? {}, values });
    return [{ part, fields }];
  });
  const isLive = route.heavy === undefined && method === "GET";
  const render = (isOpen: boolean) =>
    parts.map(({ part, fields }) => {
      const own = fields.filter((field) => field.isOpen === isOpen);
      return (
        own.length > 0 &&
        html`<div class="tool-part" data-part="${part}">${own.map((field) => renderField(field, isOpen))}</div>`
      );
    });
  const hasFolded = parts.some(({ fields }) => fields.some(({ isOpen }) => !isOpen));
  return html`<form class="tool" method="post" action="${action}" enctype="multipart/form-data" data-method="${method}" data-code="${code}"${preview && html` data-preview="${preview}"`}${keyed && html` data-keyed`}${isLive && html` data-live`}>
${render(true)}
${hasFolded && html`<details class="tool-more"><summary>More options</summary>${render(false)}</details>`}
<p class="tool-send"><button>Run</button> <button type="button" class="plain" name="cancel" hidden>Cancel</button> <span class="progress" role="status"></span></p>
</form>`;
}

function renderField(field: ToolField, isNeeded: boolean): Html {
  const { name, control, label, inside, value, hint } = field;
  const required = isNeeded && field.required;
  if (control === "object")
    return html`<fieldset class="tool-group" data-name="${name}" data-control="object"><legend>${label}</legend>${renderGroup(inside, required)}</fieldset>`;
  if (control === "rows") {
    const rows = asList(value);
    const row = (values: unknown) =>
      html`<fieldset class="tool-group" data-row><legend>${label}</legend>${renderGroup(
        inside.map((one) => ({ ...one, value: asRecord(values)[one.name] ?? one.schema.default })),
        required,
      )}<p><button type="button" class="plain" name="remove">Remove</button></p></fieldset>`;
    return html`<div class="tool-rows" data-name="${name}" data-control="rows">${rows.map(row)}<template>${row({})}</template><p><button type="button" class="plain" name="add">Add: ${label}</button></p></div>`;
  }
  const about = html`data-name="${name}" data-control="${control}"${required && html` required`}`;
  const isFile = control === "file" || control === "files" || control === "data-file";
  const help = isFile ? "Choose, drop or paste" : hint;
  const note = help && !help.startsWith(label) && html`<small>${help}</small>`;
  if (control === "check")
    return html`<label class="check"><input type="checkbox" ${about}${value === true && html` checked`} data-default="${String(field.schema.default ?? false)}"> <span>${label}</span></label>`;
  return html`<label class="tool-field${control === "text" && " wide"}"><span>${label}</span>${renderControl({ ...field, required }, about)}${note}</label>`;
}

/** Renders the fields of a group. All but the required and the filled ones are folded. */
function renderGroup(fields: readonly ToolField[], isNeeded: boolean): Html {
  const open = fields.filter(({ isOpen }) => isOpen);
  const folded = fields.filter(({ isOpen }) => !isOpen);
  return html`<div class="tool-part">${open.map((field) => renderField(field, isNeeded))}</div>${
    folded.length > 0 &&
    html`<details class="tool-more"><summary>More</summary><div class="tool-part">${folded.map((field) => renderField(field, false))}</div></details>`
  }`;
}

function renderControl(field: ToolField, about: Html): Html {
  const { control, schema, value, required } = field;
  const bounds = html`${schema.minimum !== undefined && html` min="${schema.minimum}"`}${schema.maximum !== undefined && html` max="${schema.maximum}"`}`;
  switch (control) {
    case "file":
    case "files":
    case "data-file":
      return html`<input type="file" ${about}${control === "files" && html` multiple`}${schema.mediaTypes && html` accept="${schema.mediaTypes.join()}"`}>`;
    case "choice":
      return html`<select ${about} data-default="${String(schema.default ?? "")}">${
        !required &&
        (
          schema.default === undefined || !listChoices(schema, field.name)?.includes(schema.default)
        ) &&
        html`<option value="">Automatic</option>`
      }${listChoices(schema, field.name)?.map(
        (one) =>
          html`<option value="${String(one)}"${String(one) === String(value ?? "") && html` selected`}>${toOption(String(one))}</option>`,
      )}</select>`;
    case "color":
      return html`<input type="color" ${about} value="#${String(value).replace("#", "").toLowerCase()}" data-default="${String(schema.default)}">`;
    case "date":
      return html`<input type="date" ${about} value="${String(value ?? "")}">`;
    case "number":
      return html`<input type="number" step="${schema.type === "integer" ? "1" : "any"}" ${about}${bounds} value="${value === undefined ? "" : String(value)}" data-default="${String(schema.default ?? "")}">`;
    case "secret":
      return html`<input type="password" ${about} autocomplete="new-password">`;
    case "list":
      return html`<textarea ${about} rows="3" placeholder="One per line">
${asList(value).map(String).join("\n")}</textarea>`;
    case "text":
      return html`<textarea ${about} rows="4" dir="auto" data-default="${String(schema.default ?? "")}">
${String(value ?? "")}</textarea>`;
    default:
      return html`<input type="text" ${about} dir="auto" autocomplete="off" value="${String(value ?? "")}" data-default="${String(schema.default ?? "")}">`;
  }
}

/** Values that are written in capitals. */
const capitals =
  /^(?:png|jpe?g|webp|svg|gif|avif|tiff|pdf|eps|mp3|wav|ogg|csv|json|yaml|toml|xml|jsonl|a\d)$/;

function toOption(value: string): string {
  return capitals.test(value) ? value.toUpperCase() : toLabel(value);
}
