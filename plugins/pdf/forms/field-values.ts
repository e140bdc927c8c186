import { suggestNearest } from "hub";
import { missingGlyphs } from "hub/drawing";
import { selectFace } from "../fields/appearances.ts";
import { formatDate } from "../fields/date-pattern.ts";
import { type FieldWidget, type FormField, listExportValues } from "../fields/fields.ts";
import { isDecimal } from "../fields/number-format.ts";
import type { Field } from "../fields/widgets.ts";
import type { FillValue } from "./request.ts";

/** The new content of a field. */
export type FieldContent =
  | { kind: "text"; text: string }
  /** The values of the selected options. */
  | { kind: "options"; chosen: string[] }
  /** The widgets that are set. */
  | { kind: "toggle"; set: FieldWidget[] };

/** Why a value is refused, as the end of a sentence that starts with the field's location. */
export interface Refusal {
  problem: string;
}

/** Converts a caller's value to the content of a field, or explains why the field can't have it. */
export function readContent(field: FormField, value: FillValue): FieldContent | Refusal {
  const { type, settings } = field;
  switch (type) {
    case "text":
      return settings ? readText(value, settings) : unfillable;
    case "dropdown":
    case "list":
      return settings ? readOptions(value, settings) : unfillable;
    case "checkbox":
    case "radio":
      return readToggle(value, field);
    case "button":
      return { problem: "cannot be filled: it is a push button" };
    case "signature":
      return { problem: "cannot be filled: it is a signature" };
    default:
      return unfillable;
  }
}

const unfillable: Refusal = { problem: "cannot be filled: its type is unknown" };

function readText(value: FillValue, settings: Field): FieldContent | Refusal {
  const { datePattern, numberFormat, maxLength } = settings;
  if (typeof value === "boolean" || Array.isArray(value))
    return { problem: `must be a text or a number: it is ${quote(value)}` };
  const given = value === null ? "" : String(value).replace(/\r\n?|[\u2028\u2029]/g, "\n");
  if (!settings.isMultiline && given.includes("\n"))
    return { problem: `must have one line: it is ${quote(given)}` };
  const text = datePattern === undefined || given === "" ? given : formatDate(given, datePattern);
  if (text === undefined)
    return {
      problem: `must be a date such as "2026-01-31", or have the format "${datePattern}": it is ${quote(given)}`,
    };
  if (numberFormat && text !== "" && !isDecimal(text))
    return { problem: `must be a number such as 1234.5: it is ${quote(given)}` };
  const length = [...text].length;
  if (maxLength !== undefined && length > maxLength)
    return { problem: `must have at most ${maxLength} characters: it has ${length}` };
  return checkCharacters(text, settings) ?? { kind: "text", text };
}

function checkCharacters(text: string, settings: Field): Refusal | undefined {
  if (!text.isWellFormed() || /[^\P{Cc}\t\n]/u.test(text))
    return { problem: "must not have control characters or halves of surrogate pairs" };
  if (settings.isPassword) return undefined;
  const missing = missingGlyphs(text, selectFace(settings));
  return missing.length === 0
    ? undefined
    : {
        problem: `has characters that no available font has: ${missing.slice(0, 20).join(" ")}`,
      };
}

function readOptions(value: FillValue, settings: Field): FieldContent | Refusal {
  const { options, isEditable, isMultiple } = settings;
  const given = Array.isArray(value) ? value : value === null || value === "" ? [] : [value];
  if (given.length > 1 && !isMultiple)
    return { problem: `must be one option: it has ${given.length}` };
  const chosen: string[] = [];
  for (const one of given) {
    if (typeof one === "boolean") return { problem: describeOptions(settings, one) };
    const text = String(one);
    const option =
      options.find((option) => option.value === text) ??
      options.find((option) => option.label === text);
    if (!option && !isEditable) return { problem: describeOptions(settings, text) };
    const refusal = option ? undefined : checkCharacters(text, settings);
    if (refusal) return refusal;
    if (text.includes("\n") && !option)
      return { problem: `must have one line: it is ${quote(text)}` };
    chosen.push(option?.value ?? text);
  }
  return { kind: "options", chosen: [...new Set(chosen)] };
}

function describeOptions({ options }: Field, given: string | boolean): string {
  if (options.length === 0) return `must be null, because it has no options: it is ${quote(given)}`;
  const names = options.map(({ value, label }) => (value === label ? [value] : [value, label]));
  return `must be ${listValues(options.map(({ value }) => value))}: it is ${quote(given)}${suggest(String(given), names.flat())}`;
}

function readToggle(value: FillValue, field: FormField): FieldContent | Refusal {
  const { type, widgets, settings } = field;
  const exportValues = listExportValues(field);
  const isOwn = typeof value === "string" && exportValues.includes(value);
  if (!isOwn && offValues.has(value)) return { kind: "toggle", set: [] };
  // Form data has the state instead of the export value.
  const inState = widgets.filter(({ state }) => state?.decodeText() === value);
  if (!isOwn && inState.length > 0) return { kind: "toggle", set: inState };
  const wanted =
    value === true || (value === "true" && !isOwn)
      ? exportValues
      : [Array.isArray(value) ? "" : String(value)];
  const [name = ""] = wanted;
  if (wanted.length !== 1 || !exportValues.includes(name)) {
    const states = type === "checkbox" && exportValues.length === 1 ? "true, false or " : "";
    return {
      problem: `must be ${states}${listValues(exportValues)}${states ? "" : ", or null for none"}: it is ${quote(value)}${value === true ? "" : suggest(name, exportValues)}`,
    };
  }
  const set = widgets.filter(({ exportValue }) => exportValue === name);
  return { kind: "toggle", set: settings?.isUnison ? set : onePerState(set) };
}

/** The values that clear a check box or a group of radio buttons. */
const offValues: ReadonlySet<FillValue> = new Set([false, "false", null, "", "Off"]);

/** Returns the first widget, and those that share its state. */
function onePerState(widgets: readonly FieldWidget[]): FieldWidget[] {
  return widgets.filter(({ state }) => state === widgets[0]?.state);
}

/** Returns the end of a message about an unknown field: the one that was probably meant. */
export function suggestField(name: string, names: readonly string[]): string {
  const child = names.find((one) => one.startsWith(`${name}.`));
  if (child !== undefined) return ` (it is a group: name a field of it, such as "${child}")`;
  const same = names.filter((one) => one.endsWith(`.${name}`));
  const [only] = same;
  return same.length === 1 && only ? ` (the nearest is "${only}")` : suggest(name, names);
}

const comparedMax = 2000;
const wordMax = 100;

function suggest(word: string, names: readonly string[]): string {
  if (word.length > wordMax) return "";
  const compared = names.slice(0, comparedMax).filter((name) => name.length <= wordMax);
  return suggestNearest(word, compared);
}

const listedMax = 20;

function listValues(values: readonly string[]): string {
  const listed = values.slice(0, listedMax).map(quote).join(", ");
  const more = values.length - listedMax;
  return `${values.length > 1 ? "one of " : ""}${listed}${more > 0 ? ` or ${more} more` : ""}`;
}

const quotedMax = 80;

function quote(value: FillValue): string {
  const text = JSON.stringify(value);
  return text.length > quotedMax ? `${text.slice(0, quotedMax)}…` : text;
}
