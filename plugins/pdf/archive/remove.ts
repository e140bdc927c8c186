import {
  PDFArray,
  PDFDict,
  type PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFStream,
} from "pdf-lib";
import {
  annotationTypes,
  blendModes,
  filters,
  findForbiddenAction,
  intents,
  isButton,
  isEmptyBox,
  listStates,
} from "../check/pdfa.ts";
import type { Subject } from "../check/rule.ts";
import {
  dictEntry,
  entry,
  flattenArrays,
  listDicts,
  listItems,
  nameEntry,
  numberEntry,
  pdfName,
  textEntry,
} from "../objects/entries.ts";
import { decodeStream } from "../objects/streams.ts";
import { drawAppearance } from "./appearances.ts";
import type { Changes } from "./changes.ts";

/** Removes what PDF/A forbids and pages don't show. */
export function removeForbidden(subject: Subject, changes: Changes): void {
  removeActions(subject, changes);
  removeFromCatalog(subject.document, changes);
  for (const page of subject.document.getPages())
    if (page.node.delete(pdfName("PresSteps"))) changes.add("presentations");
  correctLayers(subject.document.catalog, changes);
  correctStates(subject.dicts, changes);
  for (const stream of subject.streams) correctStream(stream, { subject, changes });
}

function isForbidden(dict: PDFDict): boolean {
  return findForbiddenAction(dict) !== undefined;
}

function removeActions({ document, dicts }: Subject, changes: Changes): void {
  const { context, catalog } = document;
  const names = dictEntry(catalog, "Names");
  if (names?.delete(pdfName("JavaScript"))) changes.add("actions", "JavaScript");
  for (const dict of dicts) {
    if (dict.delete(pdfName("AA"))) changes.add("actions", "AA");
    const isWidget = nameEntry(dict, "Subtype") === "Widget" || dict.has(pdfName("FT"));
    if (isWidget && dict.delete(pdfName("A"))) changes.add("actions", "A");
    for (const [key, value] of dict.entries()) {
      const target = context.lookup(value);
      if (target instanceof PDFDict && isForbidden(target)) {
        dict.delete(key);
        changes.add("actions", nameEntry(target, "S"));
      } else if (target instanceof PDFArray) removeListed(target, changes);
    }
  }
}

/** Removes the forbidden actions of a list, such as `/Next`. */
function removeListed(list: PDFArray, changes: Changes): void {
  for (let index = list.size() - 1; index >= 0; index--) {
    const item = list.lookup(index);
    if (!(item instanceof PDFDict) || !isForbidden(item)) continue;
    list.remove(index);
    changes.add("actions", nameEntry(item, "S"));
  }
}

function removeFromCatalog({ catalog }: PDFDocument, changes: Changes): void {
  for (const key of ["Perms", "Requirements"])
    if (catalog.delete(pdfName(key))) changes.add("permissions", key);
  if (dictEntry(catalog, "Names")?.delete(pdfName("AlternatePresentations")))
    changes.add("presentations");
  const form = dictEntry(catalog, "AcroForm");
  if (form?.delete(pdfName("XFA"))) changes.add("xfa");
  form?.delete(pdfName("NeedAppearances"));
  catalog.delete(pdfName("NeedsRendering"));
  // The version in the header is the one that applies.
  catalog.delete(pdfName("Version"));
}

function correctLayers(catalog: PDFDict, changes: Changes): void {
  const content = dictEntry(catalog, "OCProperties");
  const layers = listItems(entry(content, "OCGs", PDFArray));
  const all = [dictEntry(content, "D"), ...listDicts(entry(content, "Configs", PDFArray))];
  const names = new Set<string>();
  for (const [index, config] of all.entries()) {
    if (!config) continue;
    if (config.delete(pdfName("AS"))) changes.add("layers", "AS");
    const name = textEntry(config, "Name") || `Layers ${index + 1}`;
    const isTaken = names.has(name);
    names.add(isTaken ? `${name} ${index + 1}` : name);
    if (isTaken || !textEntry(config, "Name"))
      config.set(pdfName("Name"), PDFHexString.fromText(isTaken ? `${name} ${index + 1}` : name));
    const order = entry(config, "Order", PDFArray);
    const listed = new Set(flattenArrays(order));
    for (const [at, layer] of layers.entries()) {
      const ref = entry(content, "OCGs", PDFArray)?.get(at);
      if (order && layer && ref && !listed.has(layer)) order.push(ref);
    }
  }
}

function correctStates(dicts: readonly PDFDict[], changes: Changes): void {
  for (const state of listStates(dicts)) {
    for (const key of ["TR", "TR2", "HTP", "HT"])
      if (state.delete(pdfName(key))) changes.add("graphics", key);
    const mode = state.lookup(pdfName("BM"));
    const modes = mode instanceof PDFArray ? listItems(mode) : [mode];
    const known = modes.find((one) => one instanceof PDFName && blendModes.has(one.decodeText()));
    const isKnown = modes.every(
      (one) => one instanceof PDFName && blendModes.has(one.decodeText()),
    );
    if (mode && !isKnown) {
      state.set(pdfName("BM"), known ?? pdfName("Normal"));
      changes.add("graphics", "BM");
    }
  }
  for (const dict of dicts)
    for (const key of ["RI", "Intent"]) {
      const isImage = nameEntry(dict, "Subtype") === "Image";
      const intent = key === "RI" || isImage ? nameEntry(dict, key) : undefined;
      if (intent === undefined || intents.has(intent)) continue;
      dict.delete(pdfName(key));
      changes.add("graphics", intent);
    }
}

function correctStream(
  stream: PDFStream,
  { subject, changes }: { subject: Subject; changes: Changes },
): void {
  const { dict } = stream;
  const kind = nameEntry(dict, "Subtype");
  if (kind === "Image") {
    for (const key of ["Alternates", "OPI", "Interpolate"])
      if (dict.delete(pdfName(key)) && key !== "Interpolate") changes.add("images", key);
  }
  if (kind === "Form")
    for (const key of ["OPI", "Ref", "PS", "Subtype2"])
      if (dict.delete(pdfName(key))) changes.add("postscript", key);
  if (kind === "PS") {
    const { context } = subject.document;
    const ref = context.getObjectRef(stream);
    const empty = { Type: "XObject", Subtype: "Form", BBox: [0, 0, 0, 0], Resources: {} };
    if (ref) context.assign(ref, context.stream(" ", empty));
    changes.add("postscript", "XObject");
  }
  reencode(stream, subject.document);
}

/** Decodes a stream with a filter that PDF/A forbids. It is compressed again when it is written. */
function reencode(stream: PDFStream, document: PDFDocument): void {
  const { context } = document;
  const { dict } = stream;
  if (stream.getContentsSize() === 0) {
    fillEmpty(stream, document);
    return;
  }
  const filter = dict.lookup(pdfName("Filter"));
  const names = filter instanceof PDFArray ? listItems(filter) : [filter];
  const isAllowed = (name: PDFObject | undefined) =>
    !(name instanceof PDFName) || filters.has(name.decodeText());
  if (names.every(isAllowed)) return;
  const decoded = decodeStream(stream);
  const ref = context.getObjectRef(stream);
  if (!decoded || !ref) return;
  const last = decoded.filter;
  const parameters = dict.lookup(pdfName("DecodeParms"));
  const lastParameters = parameters instanceof PDFArray ? listItems(parameters).at(-1) : undefined;
  const fresh = last ? context.stream(decoded.bytes) : context.flateStream(decoded.bytes);
  for (const [key, value] of dict.entries())
    if (!streamKeys.has(key.decodeText())) fresh.dict.set(key, value);
  if (last) fresh.dict.set(pdfName("Filter"), pdfName(last));
  if (last && lastParameters instanceof PDFDict)
    fresh.dict.set(pdfName("DecodeParms"), lastParameters);
  context.assign(ref, fresh);
}

/**
 * Gives an empty stream a space, and an attached file the compressed form of nothing: a stream with
 * a filter and no data is not valid.
 */
function fillEmpty(stream: PDFStream, { context }: PDFDocument): void {
  const isFile = nameEntry(stream.dict, "Type") === "EmbeddedFile";
  const filled = context.flateStream(isFile ? "" : " ");
  for (const [key, value] of stream.dict.entries())
    if (!streamKeys.has(key.decodeText())) filled.dict.set(key, value);
  const ref = context.getObjectRef(stream);
  if (ref) context.assign(ref, filled);
}

const streamKeys = new Set(["Length", "Filter", "DecodeParms"]);

/** Removes annotations that PDF/A forbids, and corrects the entries of the others. */
export function correctAnnotations({ document }: Subject, changes: Changes): void {
  for (const { node } of document.getPages()) {
    const annotations = node.Annots();
    for (let index = (annotations?.size() ?? 0) - 1; index >= 0; index--) {
      const annotation = annotations?.lookup(index);
      const reason =
        annotation instanceof PDFDict
          ? (findReason(annotation) ?? drawMissing(annotation, changes))
          : "annotations";
      if (reason) {
        annotations?.remove(index);
        const kind = annotation instanceof PDFDict ? nameEntry(annotation, "Subtype") : undefined;
        changes.add(reason, kind);
      } else if (annotation instanceof PDFDict) correctAnnotation(annotation, changes);
    }
  }
}

const [invisible, hidden, print, noView, toggleNoView] = [1, 2, 4, 32, 256];

/** Returns why an annotation must be removed, if it must. */
function findReason(annotation: PDFDict) {
  const kind = nameEntry(annotation, "Subtype") ?? "none";
  const flags = numberEntry(annotation, "F") ?? 0;
  const lacksFile = kind === "FileAttachment" && !annotation.has(pdfName("FS"));
  if (!annotationTypes.has(kind) || lacksFile) return "annotations" as const;
  if (flags & (hidden | noView))
    return kind === "Popup" ? undefined : ("hidden_annotations" as const);
  return undefined;
}

/** Draws a missing appearance. Returns the reason to remove the annotation if that is impossible. */
function drawMissing(annotation: PDFDict, changes: Changes) {
  const kind = nameEntry(annotation, "Subtype") ?? "";
  const hasNormal = dictEntry(annotation, "AP")?.lookup(pdfName("N")) !== undefined;
  if (hasNormal || ["Link", "Popup", "Widget"].includes(kind) || isEmptyBox(annotation)) return;
  if (!drawAppearance(annotation)) return "undrawn_annotations" as const;
  changes.add("drawn_annotations", kind);
  return undefined;
}

function correctAnnotation(annotation: PDFDict, changes: Changes): void {
  const kind = nameEntry(annotation, "Subtype");
  const appearance = dictEntry(annotation, "AP");
  for (const key of ["D", "R"]) appearance?.delete(pdfName(key));
  if (kind === "Popup") return;
  const flags = numberEntry(annotation, "F") ?? 0;
  const corrected = (flags | print) & ~(invisible | toggleNoView);
  if (corrected !== flags) {
    annotation.set(pdfName("F"), PDFNumber.of(corrected));
    changes.add("printed_annotations");
  }
  chooseState(annotation, appearance);
}

/** Gives buttons an appearance for each state, and other annotations the one of their state. */
function chooseState(annotation: PDFDict, appearance: PDFDict | undefined): void {
  const normal = appearance?.lookup(pdfName("N"));
  if (!appearance || !normal) return;
  if (isButton(annotation)) {
    const ref = appearance.get(pdfName("N"));
    if (!(normal instanceof PDFStream) || !ref) return;
    const states = appearance.context.obj({});
    states.set(pdfName("Up"), ref);
    appearance.set(pdfName("N"), states);
    annotation.set(pdfName("AS"), pdfName("Up"));
    return;
  }
  if (!(normal instanceof PDFDict)) return;
  const state = normal.get(pdfName(nameEntry(annotation, "AS") ?? "Off"));
  if (state) appearance.set(pdfName("N"), state);
  else annotation.delete(pdfName("AP"));
}

/** Removes the signatures of a signed file, which the conversion breaks. Their fields remain. */
export function removeSignatures({ context }: PDFDocument, changes: Changes): void {
  for (const [, object] of context.enumerateIndirectObjects())
    if (
      object instanceof PDFDict &&
      nameEntry(object, "FT") === "Sig" &&
      object.delete(pdfName("V"))
    )
      changes.add("signatures");
}
