import { cleanFileName } from "hub";
import {
  PDFArray,
  PDFDict,
  type PDFDocument,
  PDFHexString,
  type PDFObject,
  PDFString,
} from "pdf-lib";
import { deleteUnreachable, openSource, pdfLibName, saveDocument } from "../engines/pdf-lib.ts";
import {
  type AttachedFile,
  guessMediaType,
  isFileAnnotation,
  listAttachedFiles,
} from "../graft/attached-files.ts";
import { makeUnique, writeNames } from "../graft/catalog.ts";
import { checkSize, decodeBase64, openPdf } from "../input/open.ts";
import { dropClaim, readMetadata } from "../objects/claim.ts";
import { entry, everyDict, listAttachments, pdfName, toDict } from "../objects/entries.ts";
import pdf from "../plugin.ts";
import { answerFile } from "../response.ts";
import { requireFile } from "./extract-files.ts";
import type { AttachBody } from "./request.ts";

interface NewFile {
  name: string;
  mime: string;
  bytes: Uint8Array;
}

/** Attaches files to a PDF, and removes attached files. */
export async function attachFiles(body: AttachBody, { clock }: { clock: () => number }) {
  const { remove = [], relationship, description } = body;
  const added = await readNewFiles(body);
  if (added.length === 0 && remove.length === 0)
    throw pdf.error("invalid_input", "body must have files to attach or to remove", { at: "body" });
  const source = await openPdf(body);
  const document = await openSource(source);
  const before = listAttachedFiles(document);
  for (const [index, name] of remove.entries()) requireFile(before, name, `body.remove.${index}`);
  const names = new Set([...remove, ...added.map(({ name }) => name)]);
  const replaced = before.filter(({ name }) => names.has(name));
  removeFiles(document, replaced);
  const files = new Map(
    listAttachments(document)
      .filter(([, value]) => !replaced.some(({ spec }) => spec === value))
      .map(([key, value]) => [key, document.context.getObjectRef(value) ?? value] as const),
  );
  const date = new Date(clock());
  for (const file of added) {
    const spec = writeFile(document, file, { relationship, description, date });
    // The key of another file may be this name.
    files.set(makeUnique(file.name, files), spec);
    const associated = entry(document.catalog, "AF", PDFArray) ?? document.context.obj([]);
    associated.push(spec);
    document.catalog.set(pdfName("AF"), associated);
  }
  if (before.length > 0 || files.size > 0)
    writeNames(document, { kind: "EmbeddedFiles", values: files });
  if (replaced.length > 0) deleteUnreachable(document);
  // Only PDF/A-3 and PDF/A-4f allow files of any type.
  const allowsFiles = /pdfaid:part\s{0,9}(?:=\s{0,9}["']|>)\s{0,9}[34]/.test(
    readMetadata(document),
  );
  if (added.length > 0 && !allowsFiles) dropClaim(document);
  return answerFile(
    {
      bytes: await saveDocument(document),
      pages: source.pages.length,
      engine: pdfLibName,
      input: source,
      suffix: "attached",
      facts: {
        attached: added.length,
        removed: replaced.length,
        attachments: listAttachedFiles(document).length,
      },
    },
    body,
  );
}

async function readNewFiles({
  attachments = [],
  attachments_base64 = [],
  names = [],
}: AttachBody): Promise<NewFile[]> {
  if (attachments.length > 0 && attachments_base64.length > 0)
    throw pdf.error(
      "invalid_input",
      "body must have one of attachments and attachments_base64: it has both",
      { at: "body" },
    );
  const field = attachments.length > 0 ? "attachments" : "attachments_base64";
  const given = attachments.length > 0 ? attachments : attachments_base64;
  const seen = new Set<string>();
  return Promise.all(
    given.map(async (file, index) => {
      const at = `body.${field}.${index}`;
      const bytes = file instanceof File ? await file.bytes() : decodeBase64(file as string, at);
      checkSize(bytes, at);
      const own = file instanceof File ? file.name : undefined;
      const sent = names[index] ?? own ?? "";
      const name = cleanFileName(sent);
      if (sent === "" || seen.has(name))
        throw pdf.error(
          "invalid_input",
          `body.names.${index} must be a name that no other file of the request has: it is "${sent}"`,
          { at: `body.names.${index}` },
        );
      seen.add(name);
      return { name, bytes, mime: guessMediaType(name) };
    }),
  );
}

/** Removes the references to files: in lists of associated files, and their annotations. */
function removeFiles(document: PDFDocument, files: readonly AttachedFile[]): void {
  const removed = new Set<PDFObject>(files.map(({ spec }) => spec));
  if (removed.size === 0) return;
  const filterList = (list: PDFArray | undefined, isRemoved: (dict: PDFDict) => boolean) => {
    for (let at = (list?.size() ?? 0) - 1; at >= 0; at--) {
      const dict = toDict(list?.lookup(at));
      if (dict && isRemoved(dict)) list?.remove(at);
    }
  };
  for (const page of document.getPages())
    filterList(page.node.Annots(), (annotation) => {
      const spec = annotation.lookup(pdfName("FS"));
      return isFileAnnotation(annotation) && spec instanceof PDFDict && removed.has(spec);
    });
  for (const dict of everyDict(document)) {
    const list = entry(dict, "AF", PDFArray);
    filterList(list, (spec) => removed.has(spec));
    if (list?.size() === 0) dict.delete(pdfName("AF"));
  }
}

interface FileFacts {
  relationship: AttachBody["relationship"];
  description: string | undefined;
  date: Date;
}

/** Writes a file as PDF/A-3 requires it. Returns the reference to its specification. */
function writeFile(
  { context }: PDFDocument,
  { name, mime, bytes }: NewFile,
  { relationship, description, date }: FileFacts,
) {
  const stream = context.flateStream(bytes, {
    Type: "EmbeddedFile",
    Subtype: mime,
    Params: { Size: bytes.byteLength, ModDate: PDFString.fromDate(date) },
  });
  const ref = context.register(stream);
  const text = PDFHexString.fromText(name);
  return context.register(
    context.obj({
      Type: "Filespec",
      F: text,
      UF: text,
      EF: { F: ref, UF: ref },
      AFRelationship: relationship.charAt(0).toUpperCase() + relationship.slice(1),
      ...(description && { Desc: PDFHexString.fromText(description) }),
    }),
  );
}
