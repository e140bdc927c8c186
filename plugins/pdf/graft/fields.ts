import {
  PDFArray,
  PDFBool,
  PDFDict,
  type PDFDocument,
  PDFHexString,
    PDFRef,
  PDFString,
} from "pdf-lib";
import { dictEntry, entry, numberEntry, textEntry, pdfName } from "../objects/entries.ts";
import { nodesOf } from "../objects/trees.ts";
import type { Copier } from "./copier.ts";
import type { Graft } from "./graft.ts";
import { pageLeaves } from "./leaves.ts";

const fieldDepthMax = 64;

/**
 * Puts the form fields of grafted pages into one form, and answers how many had to be renamed: a
 * field that has another's name would be taken for the same one, and show its value.
 */
export function mergeFields(target: PDFDocument, grafts: readonly Graft[]): number {
  const names = new Set<string>();
  const form = PDFDict.withContext(target.context);
  const fields: PDFRef[] = [];
  const pages = grafts.flatMap((graft) => graft.pages);
  const shown = annotationsOf(target, pages);
  let renamed = 0;
  for (const { source, copiers } of grafts) {
    const own = dictEntry(source.catalog, "AcroForm");
    if (!own) continue;
    for (const copier of copiers) {
      const roots = rootsOf(own, { copier, target, shown });
      if (roots.length === 0) continue;
      for (const root of roots) {
        const dict = target.context.lookup(root, PDFDict);
        if (renameField(dict, names)) renamed++;
      }
      const fonts = mergeResources(form, { own, copier: copiers[0]! });
      if (fonts.size > 0)
        renameFonts(
          roots.map((root) => target.context.lookup(root, PDFDict)),
          fonts,
        );
      fields.push(...roots);
    }
    keepFlags(form, own);
  }
  if (fields.length === 0) return 0;
  form.set(pdfName("Fields"), target.context.obj(fields));
  target.catalog.set(pdfName("AcroForm"), target.context.register(form));
  return renamed;
}

/** Takes out of a document's form the fields that are on no page any more. */
export function dropLostFields(document: PDFDocument): void {
  const form = dictEntry(document.catalog, "AcroForm");
  const pages = pageLeaves(document).flatMap(({ ref }) => ref ?? []);
  const living = {
    target: document,
    shown: annotationsOf(document, pages),
    seen: new Set<PDFRef>(),
  };
  const kept = (entry(form, "Fields", PDFArray)?.asArray() ?? []).filter(
    (field) => field instanceof PDFRef && isAlive(field, living),
  );
  if (kept.length === 0) document.catalog.delete(pdfName("AcroForm"));
  else form?.set(pdfName("Fields"), document.context.obj(kept));
}

/** The topmost fields that have come along with their widgets. */
function rootsOf(
  form: PDFDict,
  { copier, target, shown }: { copier: Copier; target: PDFDocument; shown: ReadonlySet<PDFRef> },
): PDFRef[] {
  const roots = entry(form, "Fields", PDFArray)?.asArray() ?? [];
  const living = { target, shown, seen: new Set<PDFRef>() };
  return roots.flatMap((root) => {
    const copy = root instanceof PDFRef ? copier.of(root) : undefined;
    const isThere = copy instanceof PDFRef && target.context.lookup(copy) instanceof PDFDict;
    return isThere && isAlive(copy, living) ? [copy] : [];
  });
}

interface Living {
  target: PDFDocument;
  /** The annotations of all pages. */
  shown: ReadonlySet<PDFRef>;
  /** A field is once in its form. */
  seen: Set<PDFRef>;
}

/** Takes out the widgets that are on no page, and tells whether any is left. */
function isAlive(ref: PDFRef, living: Living, depth = 0): boolean {
  const { target, shown, seen } = living;
  const field = target.context.lookup(ref);
  if (!(field instanceof PDFDict) || seen.has(ref) || depth > fieldDepthMax) return false;
  seen.add(ref);
  const kids = entry(field, "Kids", PDFArray);
  if (!kids) return shown.has(ref);
  const alive = kids
    .asArray()
    .filter((kid) => kid instanceof PDFRef && isAlive(kid, living, depth + 1));
  field.set(pdfName("Kids"), target.context.obj(alive));
  return alive.length > 0;
}

function annotationsOf(target: PDFDocument, pages: readonly PDFRef[]): Set<PDFRef> {
  const refs = pages.flatMap((page) => {
    const list = entry(target.context.lookup(page, PDFDict), "Annots", PDFArray);
    return list?.asArray().filter((item) => item instanceof PDFRef) ?? [];
  });
  return new Set(refs);
}

function renameField(field: PDFDict, names: Set<string>): boolean {
  const own = textEntry(field, "T") ?? "";
  let unique = own;
  for (let index = 2; names.has(unique); index++) unique = `${own}_${index}`;
  names.add(unique);
  if (unique === own) return false;
  field.set(pdfName("T"), PDFHexString.fromText(unique));
  return true;
}

/** Adds the fonts and the like of a form to the common ones; answers which had to be renamed. */
function mergeResources(
  form: PDFDict,
  { own, copier }: { own: PDFDict; copier: Copier },
): Map<string, string> {
  const renamed = new Map<string, string>();
  const resources = dictEntry(own, "DR");
  if (!resources) return renamed;
  const common = dictEntry(form, "DR") ?? PDFDict.withContext(form.context);
  form.set(pdfName("DR"), common);
  for (const [kind, value] of resources.entries()) {
    const list = resources.context.lookup(value);
    if (!(list instanceof PDFDict)) continue;
    const there = entry(common, kind.decodeText(), PDFDict) ?? PDFDict.withContext(form.context);
    common.set(kind, there);
    for (const [key, item] of list.entries()) {
      const copy = copier.copy(item);
      const before = there.get(key);
      if (before === copy) continue;
      const wanted = key.decodeText();
      let unique = wanted;
      for (let index = 2; there.get(pdfName(unique)) && there.get(pdfName(unique)) !== copy; index++)
        unique = `${wanted}_${index}`;
      there.set(pdfName(unique), copy);
      if (unique !== wanted && kind === pdfName("Font")) renamed.set(wanted, unique);
    }
  }
  return renamed;
}

/** Follows a renamed font in the default appearances, such as "/Helv 12 Tf 0 g". */
function renameFonts(roots: readonly PDFDict[], fonts: ReadonlyMap<string, string>): void {
  for (const { node } of nodesOf(roots)) {
    const text = textEntry(node, "DA");
    if (text === undefined || text.length > 1000) continue;
    const words = text.split(" ").map((word) => {
      const other = word.startsWith("/") ? fonts.get(word.slice(1)) : undefined;
      return other === undefined ? word : `/${other}`;
    });
    node.set(pdfName("DA"), PDFString.of(words.join(" ")));
  }
}

function keepFlags(form: PDFDict, own: PDFDict): void {
  if (own.lookup(pdfName("NeedAppearances")) === PDFBool.True)
    form.set(pdfName("NeedAppearances"), PDFBool.True);
  const flags = (numberEntry(form, "SigFlags") ?? 0) | (numberEntry(own, "SigFlags") ?? 0);
  if (flags > 0) form.set(pdfName("SigFlags"), form.context.obj(flags));
  const appearance = own.lookup(pdfName("DA"));
  if (appearance && !form.has(pdfName("DA"))) form.set(pdfName("DA"), appearance);
}
