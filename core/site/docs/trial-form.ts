import { type Html, html } from "../../lib/html.ts";
import type { JsonSchema } from "../examples/published.ts";
import { describeType } from "./field-type.ts";
import { buildTrialParameters, type Parameter } from "./parameters.ts";
import type { TrialEntry } from "./trials.ts";

/**
 * Builds a form that calls a keyless sample and shows the response below. Without JavaScript, it opens the
 * sample with the query values; `try.js` enables the other fields.
 */
export function trialForm({ loaded, path, sample }: TrialEntry): Html {
  const { route } = loaded;
  const parts = (["params", "query", "body"] as const).flatMap((part) =>
    route[part] ? [{ schema: route[part], example: route.example[part] ?? {} }] : [],
  );
  const parameters = buildTrialParameters(path, parts);
  const [open, folded] = [parameters.filter(isOpen), parameters.filter((one) => !isOpen(one))];
  const [action] = sample.split("?");
  return html`<form class="trial" method="get" action="${action}" data-path="${path}">
<div class="inputs">${open.map((parameter) => input(path, parameter))}</div>
${
  folded.length > 0 &&
  html`<details><summary>${folded.length} more</summary><div class="inputs">${folded.map((parameter) => input(path, parameter))}</div></details>`
}
<p><button>Send</button> <a href="${sample}"><code>${sample}</code></a></p>
<div class="result" aria-live="polite" hidden></div>
</form>`;
}

/** Returns whether a parameter is shown initially: path parameters and those in the example. */
function isOpen(parameter: Parameter): boolean {
  return parameter.in === "path" || isGiven(parameter);
}

function isGiven({ example }: Parameter): boolean {
  return example !== undefined && typeof example !== "object";
}

function input(path: string, parameter: Parameter): Html {
  const { name, description, schema = {} } = parameter;
  const value = isGiven(parameter) ? String(parameter.example) : "";
  // Disabled without JavaScript: empty fields would be sent as empty strings, and path parameters can't be sent.
  const isLocked = parameter.in === "path" || !isGiven(parameter);
  const id = `${path}-${name}`.replace(/\W+/g, "-");
  const attributes = html`id="${id}" name="${name}" data-in="${parameter.in}"${isLocked && html` disabled`}`;
  return html`<label for="${id}" title="${String(description ?? "")}"><span>${name}</span>${
    Array.isArray(schema.enum) || schema.type === "boolean"
      ? select(attributes, { schema, value })
      : html`<input ${attributes} value="${value}" placeholder="${placeholder(schema)}">`
  }</label>`;
}

function select(attributes: Html, { schema, value }: { schema: JsonSchema; value: string }): Html {
  const options = (schema.enum ?? [true, false]) as unknown[];
  return html`<select ${attributes}>${value === "" && html`<option value="">${placeholder(schema)}</option>`}${options.map(
    (option) =>
      html`<option${String(option) === value && html` selected`}>${String(option)}</option>`,
  )}</select>`;
}

function placeholder(schema: JsonSchema): string {
  return schema.default === undefined ? describeType(schema) : JSON.stringify(schema.default);
}
