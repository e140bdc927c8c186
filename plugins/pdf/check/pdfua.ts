import {
  PDFArray,
  PDFBool,
  type PDFDict,
  PDFHexString,
  PDFName,
  type PDFPage,
  PDFString,
} from "pdf-lib";
import { claimNamespaces } from "../objects/claim.ts";
import {
  dictEntry,
  entry,
  flattenArrays,
  listDicts,
  listItems,
  nameEntry,
  numberEntry,
  textEntry,
  toDict,
} from "../objects/entries.ts";
import { streamBytes } from "../objects/streams.ts";
import { isLanguageCode } from "./marks.ts";
import { findConfigFaults, listAnnotations } from "./pdfa.ts";
import type { Finders, Subject } from "./rule.ts";
import { hasLanguage, listKids } from "./structure.ts";
import { readProperties } from "./xmp-properties.ts";

/**
 * Rules of ISO 14289-1 for the document, its annotations and its metadata. Whether tags and alternative texts are right
 * needs a person.
 */
export const pdfuaFinders: Finders = {
  *"ua-identification"({ xmp }) {
    const claims = readProperties(xmp).filter(
      ({ namespace }) => namespace === claimNamespaces.pdfua,
    );
    const part = claims.find(({ name }) => name === "part");
    if (Number(part?.items[0]?.text || Number.NaN) !== 1) yield { detail: "part" };
    for (const { prefix, name } of claims)
      if (prefix !== "pdfuaid") yield { detail: `${prefix}:${name}` };
  },
  *"pdf-version"({ source: { original } }) {
    const start = Buffer.from(original.subarray(0, 1024)).toString("latin1");
    if (!/%PDF-1\.[0-7][\r\n]/.test(start)) yield {};
  },
  *tagged({ document: { catalog } }) {
    const isMarked = entry(dictEntry(catalog, "MarkInfo"), "Marked", PDFBool)?.asBoolean();
    if (!isMarked) yield {};
  },
  *"structure-tree"({ document: { catalog }, structure: { root } }) {
    if (!root?.has(PDFName.of("K"))) yield { detail: "StructTreeRoot" };
    const marks = dictEntry(catalog, "MarkInfo");
    if (entry(marks, "Suspects", PDFBool)?.asBoolean()) yield { detail: "Suspects" };
  },
  *title({ document: { catalog }, xmp }) {
    const metadata = dictEntry(catalog, "Metadata");
    const isTyped =
      nameEntry(metadata, "Type") === "Metadata" && nameEntry(metadata, "Subtype") === "XML";
    if (!isTyped) yield { detail: "Metadata" };
    const hasTitle = readProperties(xmp).some(
      ({ prefix, name, items }) =>
        prefix === "dc" && name === "title" && items.some(({ text }) => text.trim() !== ""),
    );
    if (!hasTitle) yield { detail: "dc:title" };
    const preferences = dictEntry(catalog, "ViewerPreferences");
    if (!entry(preferences, "DisplayDocTitle", PDFBool)?.asBoolean())
      yield { detail: "DisplayDocTitle" };
  },
  *language(subject) {
    const { document, structure, xmp } = subject;
    if (textEntry(document.catalog, "Lang") !== undefined) return;
    for (const { dict } of structure.tags)
      for (const key of ["Alt", "ActualText", "E"])
        if (textEntry(dict, key) !== undefined && !hasLanguage(dict)) yield { detail: key };
    for (const { annotation, page } of listAnnotations(subject)) {
      const owner = findOwner(subject, annotation);
      const key = ["Contents", "TU"].find((one) => textEntry(annotation, one) !== undefined);
      if (key && !(owner && hasLanguage(owner))) yield { page, detail: key };
    }
    if (dictEntry(document.catalog, "Outlines")?.has(PDFName.of("First")))
      yield { detail: "Outlines" };
    for (const { name, list, items } of readProperties(xmp))
      if (list === "alt" && items.length === 1 && items[0]?.language === "x-default")
        yield { detail: name };
  },
  *"language-codes"({ document, structure }) {
    for (const dict of [document.catalog, ...structure.tags.map((tag) => tag.dict)]) {
      const code = textEntry(dict, "Lang");
      if (code !== undefined && !isLanguageCode(code)) yield { detail: code };
    }
  },
  "layer-names": ({ document }) => findConfigFaults(document),
  *"file-names"({ dicts }) {
    for (const spec of dicts.filter((dict) => dict.has(PDFName.of("EF"))))
      for (const key of ["F", "UF"]) if (!textEntry(spec, key)) yield { detail: key };
  },
  *"dynamic-forms"({ document: { catalog } }) {
    const form = dictEntry(catalog, "AcroForm");
    for (const part of flattenArrays(form?.lookup(PDFName.of("XFA")))) {
      const text = Buffer.from(streamBytes(part) ?? []).toString("latin1");
      if (/dynamicRender\s{0,9}>\s{0,9}required/.test(text)) yield {};
    }
  },
  *"assistive-access"({ source: { original, wasEncrypted } }) {
    if (wasEncrypted && !permitsAccess(original)) yield {};
  },
  *"reference-objects"({ streams }) {
    for (const { dict } of streams)
      if (nameEntry(dict, "Subtype") === "Form" && dict.has(PDFName.of("Ref"))) yield {};
  },
  *"media-clips"({ dicts }) {
    for (const clip of dicts.filter((dict) => nameEntry(dict, "S") === "MCD")) {
      if (!textEntry(clip, "CT")) yield { detail: "CT" };
      const items = listItems(clip.lookup(PDFName.of("Alt")));
      const isSound = items.every(
        (item, index) => isText(item) && (index % 2 === 0 || item.asBytes().length > 0),
      );
      if (!entry(clip, "Alt", PDFArray) || items.length % 2 !== 0 || !isSound)
        yield { detail: "Alt" };
    }
  },
  *"trap-networks"(subject) {
    for (const { kind, page } of listShownAnnotations(subject))
      if (kind === "TrapNet") yield { page };
  },
  *"tab-order"({ document }) {
    for (const [index, page] of document.getPages().entries())
      if (listDicts(page.node.Annots()).length > 0 && nameEntry(page.node, "Tabs") !== "S")
        yield { page: index + 1 };
  },
  *"annotation-texts"(subject) {
    for (const { annotation, page, kind, owner } of listShownAnnotations(subject)) {
      const isField = annotation.has(PDFName.of("T"));
      const field = isField ? annotation : dictEntry(annotation, "Parent");
      const text = kind === "Widget" ? textEntry(field, "TU") : textEntry(annotation, "Contents");
      if (!text && !textEntry(owner, "Alt")) yield { page, detail: kind };
    }
  },
  *"link-texts"(subject) {
    for (const { annotation, page, kind } of listShownAnnotations(subject))
      if (kind === "Link" && !textEntry(annotation, "Contents")) yield { page };
  },
  "widget-tags": (subject) => findWrongTags(subject, { type: "Widget", role: "Form" }),
  "link-tags": (subject) => findWrongTags(subject, { type: "Link", role: "Link" }),
  "annotation-tags": (subject) => findWrongTags(subject, { type: "other", role: "Annot" }),
  *"printer-marks"(subject) {
    for (const { page, kind, owner } of listShownAnnotations(subject))
      if (kind === "PrinterMark" && owner?.has(PDFName.of("S"))) yield { page };
  },
};

/** The types of annotations with rules of their own. */
const ownTypes = new Set(["Widget", "Link", "PrinterMark"]);

/** Finds annotations of a type, or of all other types, that are not in an element of their role. */
function* findWrongTags(subject: Subject, { type, role }: Record<"type" | "role", string>) {
  for (const { annotation, page, kind, owner } of listShownAnnotations(subject)) {
    const isMeant = type === "other" ? !ownTypes.has(kind) : kind === type;
    const isInRole = subject.structure.getRole(nameEntry(owner, "S")) === role;
    const kids = owner ? listKids(owner) : [];
    const isInside = kids.some((kid) => dictEntry(kid, "Obj") === annotation);
    if (isMeant && !(isInRole && isInside)) yield { page, detail: kind };
  }
}

/** Returns the element that the parent tree names for an annotation. */
function findOwner({ structure }: Subject, annotation: PDFDict): PDFDict | undefined {
  return toDict(structure.owners.get(numberEntry(annotation, "StructParent") ?? -1));
}

/** Lists the annotations that readers must be able to reach: neither hidden nor outside of the page. */
function listShownAnnotations(subject: Subject) {
  return listAnnotations(subject).flatMap(({ annotation, page }) => {
    const kind = nameEntry(annotation, "Subtype") ?? "none";
    const isHidden = ((numberEntry(annotation, "F") ?? 0) & 2) !== 0;
    if (isHidden || isOutside(annotation, subject.document.getPage(page - 1))) return [];
    return [{ annotation, page, kind, owner: findOwner(subject, annotation) }];
  });
}

function isOutside(annotation: PDFDict, page: PDFPage): boolean {
  const rect = listItems(annotation.lookup(PDFName.of("Rect"))).map((item) =>
    Number(item?.toString()),
  );
  const [left = 0, bottom = 0, right = 0, top = 0] = rect;
  const box = page.getCropBox();
  const isApart = bottom >= box.y + box.height || left >= box.x + box.width;
  return isApart || top <= box.y || right <= box.x;
}

function isText(object: unknown): object is PDFString | PDFHexString {
  return object instanceof PDFString || object instanceof PDFHexString;
}

/** Whether bit 10 of the permissions of an encrypted file is set. */
function permitsAccess(original: Uint8Array): boolean {
  const text = Buffer.from(original).toString("latin1");
  for (let at = text.indexOf("/Standard"); at >= 0; at = text.indexOf("/Standard", at + 1)) {
    const near = text.slice(Math.max(0, at - reach), at + reach);
    const permissions = /\/P\s{0,9}(-?\d{1,11})\b(?!\s{1,9}\d{1,9}\s{1,9}R)/.exec(near)?.[1];
    if (permissions !== undefined) return (Number(permissions) & 512) !== 0;
  }
  return false;
}

/** The maximum distance of the permissions from the name of the security handler. */
const reach = 2000;
