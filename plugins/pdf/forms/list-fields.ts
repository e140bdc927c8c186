import { reply } from "hub";
import { PDFArray, PDFBool, type PDFDict, type PDFDocument, PDFNumber } from "pdf-lib";
import { openSource } from "../engines/pdf-lib.ts";
import {
  type FieldWidget,
  type FormField,
  listExportValues,
  listFormFields,
  readFieldValue,
} from "../fields/fields.ts";
import { openPdf } from "../input/open.ts";
import { checkRestrictions } from "../input/restrictions.ts";
import { dictEntry, entry, listItems, pdfName } from "../objects/entries.ts";
import { createPageView } from "../objects/geometry.ts";
import type { PageBox } from "../preflight/preflight.ts";
import { attachment } from "../response.ts";
import { shortBox, viewBoxes } from "../text/words.ts";
import { dataTypes, type FieldsBody, type formKinds } from "./request.ts";

/** Lists the fields of a form. */
export async function listFields(body: FieldsBody) {
  const source = await openPdf(body, { readsOnly: true });
  await checkRestrictions(source, { at: "body", what: ({ copy }) => !copy });
  const document = await openSource(source);
  const fields = listFormFields(document);
  if (body.format !== "json") return writeData(fields, { format: body.format, name: source.name });
  return {
    form: getFormKind(document, fields),
    signed: source.isSigned,
    fields: fields.map((field) => describeField(field, source.pages)),
  };
}

/** Returns the values of the fields as a file in this format. */
async function writeData(
  fields: readonly FormField[],
  { format, name }: { format: keyof typeof dataTypes; name: string | undefined },
) {
  const { writeFdf, writeXfdf } = await import("./form-data.ts");
  const data = fields.flatMap((field) => {
    const isState = field.type === "checkbox" || field.type === "radio";
    const isFilled = isState || ["text", "dropdown", "list"].includes(field.type);
    return isFilled ? [{ name: field.name, value: readDataValue(field), isState }] : [];
  });
  const type = dataTypes[format];
  const { header } = attachment({ inputName: name, suffix: "data", type });
  const text = format === "fdf" ? writeFdf(data) : writeXfdf(data);
  return reply(Buffer.from(text), { type, headers: { "content-disposition": header } });
}

/** Returns the value that form data has: for check boxes and radio buttons, the state. */
function readDataValue(field: FormField): string | string[] {
  const value = readFieldValue(field);
  const set = field.widgets.find(({ exportValue }) => exportValue === value);
  return set?.state?.decodeText() ?? value ?? "";
}

/** Returns the technology of a document's form. */
export function getFormKind(
  document: PDFDocument,
  fields: readonly FormField[],
): (typeof formKinds)[number] {
  const hasXfa = dictEntry(document.catalog, "AcroForm")?.has(pdfName("XFA")) ?? false;
  if (!hasXfa) return fields.length > 0 ? "acroform" : "none";
  // A dynamic form draws its pages from XFA. The PDF has only a page that asks for another viewer.
  const isDynamic = document.catalog.lookup(pdfName("NeedsRendering")) === PDFBool.True;
  const isOnPages = fields.some(
    ({ type, widgets }) => type !== "signature" && widgets.some(({ page }) => page !== undefined),
  );
  return isOnPages && !isDynamic ? "hybrid" : "xfa";
}

function describeField(field: FormField, pages: readonly PageBox[]) {
  const { name, type, label = null, settings, isCalculated } = field;
  const widgets = field.widgets.flatMap((widget) => describeWidget(widget, pages));
  const [first] = widgets;
  return {
    name,
    type,
    label,
    value: readFieldValue(field),
    options:
      settings?.kind === "toggle"
        ? listExportValues(field).map((value) => ({ value, label: value }))
        : (settings?.options ?? []),
    page: first?.page ?? null,
    box: first ? { x: first.x, y: first.y, w: first.w, h: first.h } : null,
    widgets,
    required: settings?.isRequired ?? false,
    read_only: settings?.isReadOnly ?? false,
    multiline: settings?.isMultiline ?? false,
    password: settings?.isPassword ?? false,
    comb: (settings?.comb ?? 0) > 0,
    max_length: settings?.maxLength ?? null,
    date_format: settings?.datePattern ?? null,
    numeric: settings?.numberFormat !== undefined,
    multiple: settings?.isMultiple ?? false,
    editable: settings?.isEditable ?? false,
    calculated: isCalculated,
  };
}

function describeWidget({ dict, page, exportValue }: FieldWidget, pages: readonly PageBox[]) {
  const box = page === undefined ? undefined : pages[page - 1];
  if (page === undefined || !box) return [];
  return [
    {
      page,
      ...shortBox(viewBoxes(createPageView(box))([readRect(dict)])),
      ...(exportValue !== undefined && { value: exportValue }),
    },
  ];
}

function readRect(dict: PDFDict) {
  const [a = 0, b = 0, c = 0, d = 0] = listItems(entry(dict, "Rect", PDFArray)).map((item) =>
    item instanceof PDFNumber ? item.asNumber() : 0,
  );
  return {
    left: Math.min(a, c),
    bottom: Math.min(b, d),
    right: Math.max(a, c),
    top: Math.max(b, d),
  };
}
