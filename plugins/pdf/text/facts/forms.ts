import { PDFArray, type PDFDict, type PDFDocument, PDFName, type PDFObject } from "pdf-lib";
import {
  dictEntry,
  dictsOf,
  entry,
  itemsOf,
  nameEntry,
  numberEntry,
  textEntry,
  textOf,
} from "../../objects/entries.ts";
import { nodesOf } from "../../objects/trees.ts";

export interface FormField {
  /** With the names of the fields around it, joined by dots. */
  name: string;
  kind: "text" | "checkbox" | "radio" | "button" | "choice" | "signature" | "unknown";
  value: string | string[] | null;
  required: boolean;
  read_only: boolean;
}

const fieldsMax = 10_000;

/** The fields of a document's form that have a value of their own. */
export function fieldsOf(document: PDFDocument): FormField[] {
  const roots = dictsOf(entry(dictEntry(document.catalog, "AcroForm"), "Fields", PDFArray));
  const found: FormField[] = [];
  for (const { node, parents } of nodesOf(roots)) {
    const kids = dictsOf(entry(node, "Kids", PDFArray));
    // A widget without a name is but a place of its field, and a field of fields has no value.
    const isPlace = !node.has(PDFName.of("T")) && parents.length > 0;
    if (isPlace || kids.some((kid) => kid.has(PDFName.of("T")))) continue;
    if (found.length < fieldsMax) found.push(fieldOf([...parents, node]));
  }
  return found;
}

function fieldOf(path: readonly PDFDict[]): FormField {
  const inherited = (name: string) => path.findLast((node) => node.has(PDFName.of(name)));
  const flags = numberEntry(inherited("Ff"), "Ff") ?? 0;
  return {
    name: path.flatMap((node) => textEntry(node, "T") ?? []).join("."),
    kind: kindOf(nameEntry(inherited("FT"), "FT"), flags),
    value: fieldValue(inherited("V")?.lookup(PDFName.of("V"))),
    required: (flags & 2) !== 0,
    read_only: (flags & 1) !== 0,
  };
}

/** By ISO 32000-2, tables 226 and 229. */
function kindOf(type: string | undefined, flags: number): FormField["kind"] {
  if (type === "Tx") return "text";
  if (type === "Ch") return "choice";
  if (type === "Sig") return "signature";
  if (type !== "Btn") return "unknown";
  if (flags & 0x10000) return "button";
  return flags & 0x8000 ? "radio" : "checkbox";
}

function fieldValue(value: PDFObject | undefined): FormField["value"] {
  if (value instanceof PDFName) return value.decodeText();
  if (value instanceof PDFArray) return itemsOf(value).flatMap((item) => textOf(item) ?? []);
  return textOf(value) ?? null;
}
