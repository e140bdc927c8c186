import { PDFArray, PDFDict, type PDFDocument, type PDFObject, PDFStream } from "pdf-lib";
import { checkSource } from "../check/check.ts";
import type { Subject } from "../check/rule.ts";
import { guessMediaType, listAttachedFiles } from "../graft/attached-files.ts";
import { openBytes } from "../input/open.ts";
import {
  dictEntry,
  entry,
  everyDict,
  listItems,
  nameEntry,
  pdfName,
  textEntry,
  walkNodes,
} from "../objects/entries.ts";
import { streamBytes } from "../objects/streams.ts";
import type { Changes } from "./changes.ts";

/**
 * Describes attached files as PDF/A-3 requires. PDF/A-2 only allows files that are PDF/A themselves,
 * so others are removed for it.
 */
export async function convertAttachments(subject: Subject, changes: Changes): Promise<void> {
  const { document, dicts, profile } = subject;
  const allowed = new Set<PDFDict>();
  for (const spec of dicts.filter((dict) => dict.has(pdfName("EF")))) {
    const stream = readFile(spec);
    if (profile === "pdfa-3b" ? stream : stream && (await isArchive(stream))) allowed.add(spec);
    else changes.add("attachments", textEntry(spec, "UF") ?? textEntry(spec, "F"));
  }
  for (const spec of allowed) if (describeFile(spec, profile)) changes.add("described_attachments");
  removeFiles(document, allowed);
  if (profile !== "pdfa-3b") return;
  const associated = entry(document.catalog, "AF", PDFArray) ?? document.context.obj([]);
  const listed = new Set(dicts.flatMap((dict) => listItems(dict.lookup(pdfName("AF")))));
  for (const { spec } of listAttachedFiles(document)) {
    if (listed.has(spec)) continue;
    associated.push(document.context.getObjectRef(spec) ?? document.context.register(spec));
    changes.add("described_attachments");
  }
  if (associated.size() > 0) document.catalog.set(pdfName("AF"), associated);
}

function readFile(spec: PDFDict): PDFStream | undefined {
  const files = dictEntry(spec, "EF");
  const file = files?.lookup(pdfName("F")) ?? files?.lookup(pdfName("UF"));
  return file instanceof PDFStream ? file : undefined;
}

/** Whether an attached file is a PDF that claims PDF/A-2 and passes the check. */
async function isArchive(stream: PDFStream): Promise<boolean> {
  const bytes = streamBytes(stream);
  if (!bytes || Buffer.from(bytes.subarray(0, 5)).toString("latin1") !== "%PDF-") return false;
  try {
    const at = "body.file";
    const options = { at, passwordAt: at, allowsSigned: true };
    const result = await checkSource(await openBytes(Uint8Array.from(bytes), options), "pdfa-2b");
    return result.passed;
  } catch {
    return false;
  }
}

/** Adds the entries that a file specification needs. Returns whether it lacked any. */
function describeFile(spec: PDFDict, profile: Subject["profile"]): boolean {
  let isChanged = false;
  const name = spec.get(pdfName("UF")) ?? spec.get(pdfName("F"));
  for (const key of ["F", "UF"])
    if (name && !spec.has(pdfName(key))) {
      spec.set(pdfName(key), name);
      isChanged = true;
    }
  const stream = readFile(spec);
  if (stream && !nameEntry(stream.dict, "Subtype")) {
    const isPdf =
      Buffer.from(streamBytes(stream) ?? [])
        .subarray(0, 5)
        .toString() === "%PDF-";
    const name = isPdf ? "a.pdf" : (textEntry(spec, "UF") ?? "");
    stream.dict.set(pdfName("Subtype"), pdfName(guessMediaType(name)));
    isChanged = true;
  }
  if (profile === "pdfa-3b" && !spec.has(pdfName("AFRelationship"))) {
    spec.set(pdfName("AFRelationship"), pdfName("Unspecified"));
    isChanged = true;
  }
  return isChanged;
}

/** Removes the references to attached files that aren't allowed. */
function removeFiles(document: PDFDocument, allowed: ReadonlySet<PDFDict>): void {
  const isRemoved = (value: PDFObject | undefined) =>
    value instanceof PDFDict && value.has(pdfName("EF")) && !allowed.has(value);
  const root = dictEntry(dictEntry(document.catalog, "Names"), "EmbeddedFiles");
  for (const { node } of walkNodes(root ? [root] : [])) {
    const names = entry(node, "Names", PDFArray);
    for (let at = (names?.size() ?? 0) - 2; at >= 0; at -= 2)
      if (isRemoved(names?.lookup(at + 1))) {
        names?.remove(at + 1);
        names?.remove(at);
      }
  }
  for (const dict of everyDict(document)) {
    const list = entry(dict, "AF", PDFArray);
    for (let at = (list?.size() ?? 0) - 1; at >= 0; at--)
      if (isRemoved(list?.lookup(at))) list?.remove(at);
    if (list?.size() === 0) dict.delete(pdfName("AF"));
    // An annotation for a file has no use without it.
    if (isRemoved(dict.lookup(pdfName("FS")))) dict.delete(pdfName("FS"));
  }
}
