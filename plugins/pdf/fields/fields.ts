import { PDFArray, PDFDict, type PDFDocument, PDFName } from "pdf-lib";
import {
  dictEntry,
  entry,
  listDicts,
  nameEntry,
  pdfName,
  textEntry,
  walkNodes,
} from "../objects/entries.ts";
import { pageLeaves } from "../objects/page-leaves.ts";
import pdf from "../plugin.ts";
import type { fieldTypes } from "./field-types.ts";
import { type Field, getPosition, listAncestors, readField, readOnState } from "./widgets.ts";

/** A field of a form with all of its widgets. */
export interface FormField {
  /** The names of its parents and its own, joined by dots. */
  name: string;
  type: (typeof fieldTypes)[number];
  /** The name that viewers display. */
  label: string | undefined;
  /** The settings, or undefined if the type is unknown. */
  settings: Field | undefined;
  /** The dictionaries that hold its value: several if a file has the field more than once. */
  nodes: PDFDict[];
  widgets: FieldWidget[];
  /** Whether a script computes its value. */
  isCalculated: boolean;
}

/** A widget of a field. */
export interface FieldWidget {
  dict: PDFDict;
  /** The page number, or undefined if no page has it. */
  page: number | undefined;
  /** For toggles: the state in which it is set. */
  state: PDFName | undefined;
  /** For toggles: the value of the field if this widget is set. */
  exportValue: string | undefined;
}

const fieldsMax = 10_000;
const nodesMax = 20_000;

/** A field's dictionaries, outermost first, and those of its widgets. */
interface FieldNode {
  path: PDFDict[];
  widgets: PDFDict[];
}

/** Returns the fields of a document: those of its form, and those that only a page refers to. */
export function listFormFields(document: PDFDocument, at = "body.file"): FormField[] {
  const form = dictEntry(document.catalog, "AcroForm");
  const pages = mapWidgetPages(document);
  const calculated = new Set(listDicts(entry(form, "CO", PDFArray)));
  const found = new Map<string, FormField>();
  for (const node of findFieldNodes(document, { pages, at })) {
    const field = describeField(node, { form, pages, calculated });
    const key = field.name === "" ? `${found.size}` : `${field.type} ${field.name}`;
    const same = found.get(key);
    if (same) {
      same.nodes.push(...field.nodes);
      same.widgets.push(...field.widgets);
    } else found.set(key, field);
  }
  if (found.size > fieldsMax) throw tooManyFields(at);
  return [...found.values()];
}

/** Returns the page numbers of all widgets, page by page. */
function mapWidgetPages(document: PDFDocument): Map<PDFDict, number> {
  const pages = new Map<PDFDict, number>();
  for (const [index, { dict }] of pageLeaves(document).entries())
    for (const annotation of listDicts(entry(dict, "Annots", PDFArray)))
      if (nameEntry(annotation, "Subtype") === "Widget" && !pages.has(annotation))
        pages.set(annotation, index + 1);
  return pages;
}

function findFieldNodes(
  document: PDFDocument,
  { pages, at }: { pages: ReadonlyMap<PDFDict, number>; at: string },
): FieldNode[] {
  const fields = new Map<PDFDict, FieldNode>();
  const visited = new Set<PDFDict>();
  const addWidget = (widget: PDFDict, ancestors: readonly PDFDict[]) => {
    const owner = ancestors.findLast((one) => fields.has(one));
    if (owner) fields.get(owner)?.widgets.push(widget);
  };
  const walk = (roots: readonly PDFDict[]) => {
    for (const { node, parents } of walkNodes(roots)) {
      if (visited.has(node)) continue;
      visited.add(node);
      if (visited.size >= nodesMax) throw tooManyFields(at);
      const isWidget = nameEntry(node, "Subtype") === "Widget" || node.has(pdfName("Rect"));
      if (isField(node, parents))
        fields.set(node, { path: [...parents, node], widgets: isWidget ? [node] : [] });
      else if (isWidget) addWidget(node, parents);
    }
  };
  walk(listDicts(entry(dictEntry(document.catalog, "AcroForm"), "Fields", PDFArray)));
  for (const widget of pages.keys()) {
    if (visited.has(widget)) continue;
    const ancestors = listAncestors(widget).reverse();
    if (!ancestors.some((one) => visited.has(one))) walk(ancestors.slice(0, 1));
    if (visited.has(widget)) continue;
    visited.add(widget);
    addWidget(widget, ancestors);
  }
  return [...fields.values()];
}

/**
 * Returns whether a node is a field with a value. A node without a name is only a widget of its
 * field, and a node with named nodes below it is only a group.
 */
function isField(node: PDFDict, parents: readonly PDFDict[]): boolean {
  const name = pdfName("T");
  if (!node.has(name) && parents.length > 0) return false;
  return !listDicts(entry(node, "Kids", PDFArray)).some((kid) => kid.has(name));
}

interface FormFacts {
  form: PDFDict | undefined;
  pages: ReadonlyMap<PDFDict, number>;
  /** The fields in the calculation order. */
  calculated: ReadonlySet<PDFDict>;
}

function describeField(
  { path, widgets }: FieldNode,
  { form, pages, calculated }: FormFacts,
): FormField {
  const chain = path.toReversed();
  const [node] = chain as [PDFDict];
  const settings = readField(chain, form, widgets);
  return {
    name: path.flatMap((one) => textEntry(one, "T") ?? []).join("."),
    type: getFieldType(settings),
    label: chain.map((one) => textEntry(one, "TU")).find((label) => label !== undefined),
    settings,
    nodes: [node],
    widgets: describeWidgets(widgets, { node, settings, pages }),
    isCalculated: settings?.isCalculated || calculated.has(node),
  };
}

function getFieldType(settings: Field | undefined): FormField["type"] {
  if (!settings) return "unknown";
  if (settings.kind === "choice") return "dropdown";
  if (settings.kind === "toggle") return settings.isRadio ? "radio" : "checkbox";
  return settings.kind;
}

function describeWidgets(
  widgets: readonly PDFDict[],
  {
    node,
    settings,
    pages,
  }: { node: PDFDict; settings: Field | undefined } & Pick<FormFacts, "pages">,
): FieldWidget[] {
  return widgets.map((dict) => {
    const page = pages.get(dict);
    if (settings?.kind !== "toggle")
      return { dict, page, state: undefined, exportValue: undefined };
    const state = findOnState(dict, settings);
    const exportValue = settings.exports[dict === node ? 0 : getPosition(dict)] ?? readName(state);
    return { dict, page, state, exportValue };
  });
}

/** Returns the state of a check box or radio button in which it is set. */
function findOnState(widget: PDFDict, settings: Field): PDFName {
  const appearances = dictEntry(widget, "AP");
  const states = ["N", "D"].flatMap((key) => entry(appearances, key, PDFDict)?.keys() ?? []);
  const drawn = states.find((state) => state !== pdfName("Off"));
  return drawn ?? pdfName(readOnState(widget, settings).name);
}

/** Decodes a name. Names are UTF-8 by convention; older files use other encodings. */
function readName(name: PDFName): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(name.asBytes());
  } catch {
    return name.decodeText();
  }
}

/**
 * Returns the value of a field. For toggles, this is the export value of the widget that is set, or
 * "Off".
 */
export function readFieldValue({ type, settings, nodes, widgets }: FormField) {
  if (type !== "checkbox" && type !== "radio") return settings?.value ?? null;
  const value = nodes.flatMap((node) => {
    const holder = listAncestors(node).find((one) => one.has(pdfName("V")));
    return entry(holder, "V", PDFName) ?? [];
  })[0];
  const set = widgets.find(({ dict, state }) =>
    value ? state === value : state && entry(dict, "AS", PDFName) === state,
  );
  if (set?.exportValue !== undefined) return set.exportValue;
  return value ? readName(value) : "Off";
}

/** Returns the different export values of a check box or a group of radio buttons. */
export function listExportValues({ widgets }: FormField): string[] {
  return [...new Set(widgets.flatMap(({ exportValue }) => exportValue ?? []))];
}

function tooManyFields(at: string) {
  return pdf.error("pdf_limit_exceeded", `${at} must have at most ${fieldsMax} form fields`, {
    at,
    members: { limit: "fields" },
  });
}
