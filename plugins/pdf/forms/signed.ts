import { PDFArray, type PDFDict, type PDFDocument, type PDFObject, PDFRef } from "pdf-lib";
import {
  dictEntry,
  entry,
  listDicts,
  listItems,
  nameEntry,
  numberEntry,
  pdfName,
  readText,
  walkNodes,
} from "../objects/entries.ts";

/** The object numbers of a document with the hashes of their objects. */
export type Snapshot = ReadonlyMap<PDFRef, number | bigint>;

/** Records all objects of a document before it is changed. */
export function takeSnapshot({ context }: PDFDocument): Snapshot {
  return new Map(
    context.enumerateIndirectObjects().map(([ref, object]) => [ref, Bun.hash(serialise(object))]),
  );
}

function serialise(object: PDFObject): Uint8Array {
  const bytes = new Uint8Array(object.sizeInBytes());
  object.copyBytesInto(bytes, 0);
  return bytes;
}

/**
 * Returns why filling these fields would break a signature of the document, as the end of a
 * sentence, or undefined if the signatures allow it (ISO 32000-2, 12.8.2).
 */
export function findSignatureLock(
  { catalog }: PDFDocument,
  names: Iterable<string>,
): string | undefined {
  const permissions = dictEntry(catalog, "Perms");
  if (dictEntry(permissions, "UR3") || dictEntry(permissions, "UR"))
    return "it has usage rights, which allow no change by other programs";
  const form = dictEntry(catalog, "AcroForm");
  const signed = [...walkNodes(listDicts(entry(form, "Fields", PDFArray)))]
    .map(({ node }) => node)
    .filter((node) => nameEntry(node, "FT") === "Sig" && dictEntry(node, "V"));
  const certified = dictEntry(permissions, "DocMDP");
  const signatures = signed.flatMap((node) => dictEntry(node, "V") ?? []);
  const rules = [...signatures, ...(certified ? [certified] : [])].flatMap((signature) =>
    listDicts(entry(signature, "Reference", PDFArray)),
  );
  const locks = signed.flatMap((node) => dictEntry(node, "Lock") ?? []);
  for (const rule of rules) {
    const settings = dictEntry(rule, "TransformParams");
    if (nameEntry(rule, "TransformMethod") === "DocMDP" && numberEntry(settings, "P") === 1)
      return "it is certified, and the certificate allows no changes";
    if (nameEntry(rule, "TransformMethod") === "FieldMDP" && settings) locks.push(settings);
  }
  if (locks.some((lock) => numberEntry(lock, "P") === 1))
    return "a signature allows no further changes";
  const locked = [...names].find((name) => locks.some((lock) => isLocked(name, lock)));
  return locked === undefined ? undefined : `a signature locks the field "${locked}"`;
}

function isLocked(name: string, lock: PDFDict): boolean {
  const listed = listItems(entry(lock, "Fields", PDFArray)).map(readText);
  const isListed = listed.some((one) => one === name || (one && name.startsWith(`${one}.`)));
  const action = nameEntry(lock, "Action");
  if (action === "Include") return isListed;
  return action === "Exclude" ? !isListed : true;
}

/** Returns whether changes can be written after a file. */
export function isAppendable(file: Uint8Array): boolean {
  return Buffer.from(file.subarray(0, 5)).toString("latin1") === "%PDF-" && !!findTable(file);
}

/** Returns the offset of the last cross-reference table, or undefined if it isn't in the file. */
function findTable(file: Uint8Array): number | undefined {
  const end = Buffer.from(file.subarray(-2048)).toString("latin1");
  const found = /^startxref\s{1,9}(\d{1,10})\s/.exec(end.slice(end.lastIndexOf("startxref")));
  const offset = Number(found?.[1]);
  if (!(offset < file.length)) return undefined;
  const start = Buffer.from(file.subarray(offset, offset + 24)).toString("latin1");
  return /^\s*(?:xref\b|\d+\s+\d+\s+obj)/.test(start) ? offset : undefined;
}

/**
 * Returns a file followed by the objects that changed, so that its signatures still cover their
 * bytes.
 */
export function appendChanges(
  original: Uint8Array,
  { document: { context }, before }: { document: PDFDocument; before: Snapshot },
): Uint8Array<ArrayBuffer> {
  const file = Buffer.from(original.buffer, original.byteOffset, original.byteLength);
  const previous = findTable(file) ?? 0;
  const isTable = file.toString("latin1", previous, previous + 4) === "xref";
  const parts: Uint8Array[] = [file, Buffer.from("\n")];
  let length = file.length + 1;
  const offsets = new Map<PDFRef, number>();
  const add = (ref: PDFRef, body: Uint8Array) => {
    const head = Buffer.from(`${ref.objectNumber} ${ref.generationNumber} obj\n`);
    offsets.set(ref, length);
    for (const part of [head, body, Buffer.from("\nendobj\n")]) {
      parts.push(part);
      length += part.length;
    }
  };
  for (const [ref, object] of context.enumerateIndirectObjects()) {
    const body = serialise(object);
    if (before.get(ref) !== Bun.hash(body)) add(ref, body);
  }
  if (offsets.size === 0) return new Uint8Array(file);
  const { Root, Info, ID } = context.trailerInfo;
  const start = length;
  const table = PDFRef.of(context.largestObjectNumber + 1);
  const trailer = context.obj({ Size: table.objectNumber + (isTable ? 0 : 1), Prev: previous });
  for (const [key, value] of Object.entries({ Root, Info, ID }))
    if (value) trailer.set(pdfName(key), value);
  if (isTable) parts.push(Buffer.from(`${writeTable(offsets)}trailer\n${trailer}\n`));
  else {
    offsets.set(table, start);
    const { index, data } = packTable(offsets);
    const stream = context.stream(data, { Type: "XRef", W: [1, 4, 2], Index: index });
    for (const [key, value] of trailer.entries()) stream.dict.set(key, value);
    add(table, serialise(stream));
  }
  parts.push(Buffer.from(`startxref\n${start}\n%%EOF\n`));
  return new Uint8Array(Buffer.concat(parts));
}

function sortRefs(offsets: ReadonlyMap<PDFRef, number>) {
  return [...offsets].sort(([a], [b]) => a.objectNumber - b.objectNumber);
}

/** Writes a cross-reference table with a section for each object. */
function writeTable(offsets: ReadonlyMap<PDFRef, number>): string {
  const rows = sortRefs(offsets).map(([{ objectNumber, generationNumber }, offset]) => {
    const row = `${String(offset).padStart(10, "0")} ${String(generationNumber).padStart(5, "0")}`;
    return `${objectNumber} 1\n${row} n \n`;
  });
  return `xref\n${rows.join("")}`;
}

/** Packs the content of a cross-reference stream. */
function packTable(offsets: ReadonlyMap<PDFRef, number>) {
  const sorted = sortRefs(offsets);
  const data = Buffer.alloc(7 * sorted.length);
  for (const [row, [{ generationNumber }, offset]] of sorted.entries()) {
    data.writeUInt8(1, 7 * row);
    data.writeUInt32BE(offset, 7 * row + 1);
    data.writeUInt16BE(generationNumber, 7 * row + 5);
  }
  return { index: sorted.flatMap(([{ objectNumber }]) => [objectNumber, 1]), data };
}
