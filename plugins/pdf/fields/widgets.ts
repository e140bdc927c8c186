import { asTable } from "hub";
import {
  PDFArray,
  type PDFDict,
  type PDFDocument,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFStream,
} from "pdf-lib";
import {
  dictEntry,
  entry,
  listDicts,
  listItems,
  nameEntry,
  numberEntry,
  pdfName,
  readText,
  textEntry,
} from "../objects/entries.ts";
import { operands } from "../objects/operands.ts";
import { pageLeaves } from "../objects/page-leaves.ts";
import { streamBytes } from "../objects/streams.ts";
import { findDatePattern } from "./date-pattern.ts";
import { findNumberFormat, type NumberFormat } from "./number-format.ts";

/** A form field, as shown by one of its widgets. */
export interface Field {
  kind: "text" | "choice" | "list" | "toggle" | "button" | "signature";
  value: string | string[] | undefined;
  options: { value: string; label: string }[];
  /** The first visible option of a list box, starting at 0. */
  top: number;
  font: { names: string; size: number; color: string };
  /** The flags of ISO 32000-2, tables 227, 229, 231 and 233. */
  flags: number;
  /** 0 for left, 1 for centre, 2 for right. */
  align: number;
  /** The number of cells of a comb field, or 0 for other fields. */
  comb: number;
  /** The maximum number of characters of a text, or undefined. */
  maxLength: number | undefined;
  isMultiline: boolean;
  isPassword: boolean;
  isRadio: boolean;
  /** Whether the field has several widgets. */
  isShared: boolean;
  /** The names that the widgets of a toggle have instead of those of their states, in order. */
  exports: string[];
  isRequired: boolean;
  isReadOnly: boolean;
  /** Whether the field accepts a text that isn't an option. */
  isEditable: boolean;
  /** Whether several options can be selected. */
  isMultiple: boolean;
  /** Whether toggles with the same export value are set together. */
  isUnison: boolean;
  /** The date format that the scripts of a text require, such as "dd/mm/yyyy". */
  datePattern: string | undefined;
  /** How the scripts of a text display a number. */
  numberFormat: NumberFormat | undefined;
  /** Whether a script computes the value. */
  isCalculated: boolean;
}

interface Color {
  fill: string;
  stroke: string;
}

/** A widget: the position of a field on a page. */
export interface Widget {
  dict: PDFDict;
  field: Field;
  /** The size of its drawing, before rotation. */
  width: number;
  height: number;
  /** The rotation of the drawing. */
  matrix: readonly number[] | undefined;
  appearance: {
    background: Color | undefined;
    border: Color | undefined;
    borderWidth: number;
    style: string;
    caption: string | undefined;
  };
}

/** Yields the widgets of all form fields, page by page. */
export function* listWidgets(document: PDFDocument): Generator<Widget> {
  const form = dictEntry(document.catalog, "AcroForm");
  const seen = new Set<PDFDict>();
  for (const { dict: page } of pageLeaves(document))
    for (const dict of listDicts(entry(page, "Annots", PDFArray))) {
      if (nameEntry(dict, "Subtype") !== "Widget" || seen.has(dict)) continue;
      seen.add(dict);
      const widget = readWidget(dict, form);
      if (widget) yield widget;
    }
}

/** Reads a widget. Returns undefined if it has no area, or belongs to no field. */
export function readWidget(dict: PDFDict, form: PDFDict | undefined): Widget | undefined {
  const field = readField(listAncestors(dict), form);
  const [a = 0, b = 0, c = 0, d = 0] = readNumbers(entry(dict, "Rect", PDFArray));
  const [wide, high] = [Math.abs(c - a), Math.abs(d - b)];
  if (!field || !(wide > 0 && high > 0 && wide < 20_000 && high < 20_000)) return undefined;
  const marks = dictEntry(dict, "MK");
  const rotation = (((numberEntry(marks, "R") ?? 0) % 360) + 360) % 360;
  const isRotated = rotation === 90 || rotation === 270;
  const rotations: Readonly<Record<number, readonly number[]>> = {
    90: [0, 1, -1, 0, wide, 0],
    180: [-1, 0, 0, -1, wide, high],
    270: [0, -1, 1, 0, 0, high],
  };
  const borders = readNumbers(entry(dict, "Border", PDFArray));
  const style = dictEntry(dict, "BS");
  return {
    dict,
    field,
    width: isRotated ? high : wide,
    height: isRotated ? wide : high,
    matrix: rotations[rotation],
    appearance: {
      background: readColor(entry(marks, "BG", PDFArray)),
      border: readColor(entry(marks, "BC", PDFArray)),
      borderWidth: numberEntry(style, "W") ?? borders[2] ?? 1,
      style: nameEntry(style, "S") ?? "S",
      caption: textEntry(marks, "CA"),
    },
  };
}

/**
 * Returns the state of a check box or radio button in which it is set, and whether it is. If it has
 * no appearances, a radio button's state is its position in its group.
 */
export function readOnState(
  widget: PDFDict,
  { value, isRadio, isShared, exports }: Field,
): { name: string; isOn: boolean } {
  const own = nameEntry(widget, "AS");
  if (own !== undefined && own !== "Off") return { name: own, isOn: true };
  const given = typeof value === "string" && value !== "" ? value : "Off";
  const mayBeOn = own === undefined && given !== "Off";
  // Which of several check boxes is set is known only from their appearances.
  if (!isShared) return { name: given === "Off" ? "Yes" : given, isOn: mayBeOn };
  if (!isRadio) return { name: "Yes", isOn: false };
  const position = getPosition(widget);
  const name = String(position);
  return { name, isOn: mayBeOn && (given === name || given === exports[position]) };
}

/** Returns the position of a widget among those of its field, starting at 0. */
export function getPosition(widget: PDFDict): number {
  const kids = listDicts(entry(dictEntry(widget, "Parent"), "Kids", PDFArray));
  return Math.max(0, kids.indexOf(widget));
}

const depthMax = 32;

/** Returns a widget or field and its parents, itself first. */
export function listAncestors(widget: PDFDict): PDFDict[] {
  const chain: PDFDict[] = [];
  let node: PDFDict | undefined = widget;
  while (node && !chain.includes(node) && chain.length < depthMax) {
    chain.push(node);
    node = dictEntry(node, "Parent");
  }
  return chain;
}

/**
 * Reads a field from its dictionary and those of its parents, in this order. Its scripts may also
 * be in its widgets.
 */
export function readField(
  chain: readonly PDFDict[],
  form: PDFDict | undefined,
  widgets: readonly PDFDict[] = [],
): Field | undefined {
  const find = (key: string) => chain.find((one) => one.has(pdfName(key)))?.lookup(pdfName(key));
  const number = (key: string) => {
    const found = find(key);
    return found instanceof PDFNumber ? found.asNumber() : undefined;
  };
  const type = find("FT");
  const flags = number("Ff") ?? 0;
  const has = (bit: number) => Math.floor(flags / 2 ** (bit - 1)) % 2 === 1;
  const kind = getFieldKind(type instanceof PDFName ? type.decodeText() : "", has);
  if (!kind) return undefined;
  const [options, value] = [readOptions(find("Opt")), readValue(find("V"))];
  const owner = chain.find((one) => one.has(pdfName("Kids")));
  const isText = kind === "text";
  const isChoice = kind === "choice" || kind === "list";
  const maxLength = isText ? number("MaxLen") : undefined;
  return {
    kind,
    value: value ?? readChosen(find("I"), options),
    options: isChoice ? options : [],
    top: Math.max(0, Math.trunc(number("TI") ?? 0)),
    font: parseFont(find("DA") ?? form?.lookup(pdfName("DA")), form),
    flags,
    align: number("Q") ?? numberEntry(form, "Q") ?? 0,
    comb: isText && has(25) && !has(13) && !has(14) && !has(21) ? countCombCells(maxLength) : 0,
    // Viewers treat 0 as no limit.
    maxLength: maxLength !== undefined && maxLength >= 1 ? Math.trunc(maxLength) : undefined,
    isMultiline: isText && has(13),
    isPassword: isText && has(14),
    isRadio: kind === "toggle" && has(16),
    isShared: (entry(owner, "Kids", PDFArray)?.size() ?? 0) > 1,
    exports: kind === "toggle" ? options.map(({ value }) => value) : [],
    isRequired: has(2),
    isReadOnly: has(1),
    isEditable: kind === "choice" && has(19),
    isMultiple: kind === "list" && has(22),
    isUnison: kind === "toggle" && (!has(16) || has(26)),
    ...readActions([...chain, ...widgets], { isText }),
  };
}

/** Reads what the scripts of a field do with its value. */
function readActions(
  holders: readonly PDFDict[],
  { isText }: { isText: boolean },
): Pick<Field, "datePattern" | "numberFormat" | "isCalculated"> {
  const actions = holders.flatMap((one) => dictEntry(one, "AA") ?? []);
  const scripts = isText
    ? ["F", "K"].flatMap((key) => actions.flatMap((one) => readScript(dictEntry(one, key)) ?? []))
    : [];
  const findFirst = <Found>(find: (script: string) => Found | undefined) =>
    scripts.map(find).find((found) => found !== undefined);
  return {
    datePattern: findFirst(findDatePattern),
    numberFormat: findFirst(findNumberFormat),
    isCalculated: actions.some((one) => one.has(pdfName("C"))),
  };
}

function readScript(action: PDFDict | undefined): string | undefined {
  const script = action?.lookup(pdfName("JS"));
  const bytes = streamBytes(script);
  return bytes ? new TextDecoder("latin1").decode(bytes) : readText(script);
}

/**
 * Returns the kind of a field from its flags, counted from 1 (ISO 32000-2, tables 229, 231 and
 * 233).
 */
function getFieldKind(type: string, has: (bit: number) => boolean): Field["kind"] | undefined {
  if (type === "Tx") return "text";
  if (type === "Ch") return has(18) ? "choice" : "list";
  if (type === "Sig") return "signature";
  if (type !== "Btn") return undefined;
  return has(17) ? "button" : "toggle";
}

function countCombCells(cells: number | undefined): number {
  return cells !== undefined && cells >= 1 && cells <= 1000 ? Math.trunc(cells) : 0;
}

function readValue(value: PDFObject | undefined): Field["value"] {
  if (value instanceof PDFName) return value.decodeText();
  if (value instanceof PDFArray) return listItems(value).flatMap((item) => readText(item) ?? []);
  if (value instanceof PDFStream) return new TextDecoder("latin1").decode(streamBytes(value));
  return readText(value);
}

/** Returns the options of a list, each with its value and label. */
function readOptions(value: PDFObject | undefined): Field["options"] {
  return listItems(value).flatMap((item) => {
    const [own, label] =
      item instanceof PDFArray ? listItems(item).map(readText) : [readText(item)];
    return own === undefined ? [] : { value: own, label: label ?? own };
  });
}

/** Returns the selected values if the field has only their indexes. */
function readChosen(indexes: PDFObject | undefined, options: Field["options"]) {
  const chosen = readNumbers(indexes).flatMap((index) => options[index]?.value ?? []);
  return chosen.length > 0 ? chosen : undefined;
}

const daMax = 1000;
const operandCounts: Readonly<Record<string, number>> = asTable({ g: 1, rg: 3, k: 4 });

/** Parses a default appearance such as "/Helv 12 Tf 0 g" into font, size and colour. */
function parseFont(value: PDFObject | undefined, form: PDFDict | undefined): Field["font"] {
  const words = (readText(value) ?? "").slice(0, daMax).split(/\s+/);
  const at = words.indexOf("Tf");
  const fontName = at > 1 ? (words[at - 2] ?? "").slice(1) : "";
  const size = at > 0 ? Number(words[at - 1]) : 0;
  const own = dictEntry(dictEntry(dictEntry(form, "DR"), "Font"), fontName);
  let color = "0 g";
  for (const [index, word] of words.entries()) {
    const count = operandCounts[word];
    const numbers = count ? words.slice(Math.max(0, index - count), index).map(Number) : [];
    if (count && numbers.length === count && numbers.every(Number.isFinite))
      color = `${operands(...numbers)} ${word}`;
  }
  return {
    names: `${fontName} ${nameEntry(own, "BaseFont") ?? ""}`,
    size: size > 0 && size <= 1000 ? size : 0,
    color,
  };
}

/** Reads a colour: grey, RGB or CMYK, depending on the number of values. */
function readColor(list: PDFArray | undefined): Color | undefined {
  const numbers = readNumbers(list);
  const operator = { 1: "g", 3: "rg", 4: "k" }[numbers.length];
  if (!operator) return undefined;
  const text = operands(...numbers);
  return { fill: `${text} ${operator}`, stroke: `${text} ${operator.toUpperCase()}` };
}

function readNumbers(list: PDFObject | undefined): number[] {
  return listItems(list).flatMap((item) => (item instanceof PDFNumber ? item.asNumber() : []));
}
