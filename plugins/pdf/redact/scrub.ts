import {
  PDFArray,
  PDFDict,
  type PDFDocument,
  PDFHexString,
  PDFName,
  type PDFObject,
  PDFRawStream,
  PDFStream,
  PDFString,
} from "pdf-lib";
import { nameEntry, numberEntry } from "../objects/entries.ts";
import { decodeStream } from "../objects/streams.ts";
import { type Coded, contentStreams, replaceStream } from "./clean.ts";
import { cleanCMap, cleanContent } from "./clean-content.ts";
import { cleanJpeg, cleanJpx } from "./image-metadata.ts";
import type { Search } from "./search.ts";
import { listCharacterSets } from "./vocabulary.ts";

interface ScrubWork {
  search: Search;
  /** Whether images lose all of their metadata, regardless of its content. */
  sanitise: boolean;
}

/**
 * Removes matches from everything that isn't drawn on a page: strings, names, comments, and the
 * bytes of streams. Returns the names of the matching patterns.
 */
export function scrub(document: PDFDocument, work: ScrubWork): string[] {
  const found: string[] = [];
  const renamed = createRenamer(work.search, found);
  scrubStrings(document, { ...work, renamed, found });
  const contents = contentStreams(document);
  for (const [ref, object] of document.context.enumerateIndirectObjects()) {
    if (!(object instanceof PDFStream)) continue;
    const cleaned = contents.has(ref)
      ? cleanDrawing(object, { ...work, renamed })
      : cleanStream(object, work, found);
    if (cleaned) replaceStream(document, ref, cleaned);
  }
  return found;
}

type Renamed = (name: string) => string | undefined;

/** Returns a function that gives each name with a match a new name, the same one every time. */
function createRenamer(search: Search, found: string[]): Renamed {
  const names = new Map<string, string | undefined>();
  let count = 0;
  return (name) => {
    if (names.has(name)) return names.get(name);
    const pattern = search.inName(name);
    let newName: string | undefined;
    if (pattern !== undefined) {
      found.push(pattern);
      // No expression matches so short a name, but a term may.
      do newName = `X${count++}`;
      while (search.inName(newName) !== undefined);
    }
    names.set(name, newName);
    return newName;
  };
}

interface StringWork extends ScrubWork {
  renamed: Renamed;
  found: string[];
}

const setEntries = new Set(["Registry", "Ordering"]);
/** Entries whose strings are bytes, not text. */
const binaryEntries = new Set(["Panose", "CheckSum", "Cert", "Lookup"]);

function scrubStrings(document: PDFDocument, work: StringWork): void {
  const { context } = document;
  const open: PDFObject[] = [];
  /** Returns the replacement for a value. Queues the values nested in it. */
  const replace: Replace = (value, key) => {
    if (value instanceof PDFString || value instanceof PDFHexString)
      return cleanString(value, { ...work, key });
    if (value instanceof PDFName) {
      const name = work.renamed(decodeName(value));
      return name === undefined ? undefined : PDFName.of(name);
    }
    open.push(value);
    return undefined;
  };
  for (const [ref, object] of context.enumerateIndirectObjects()) {
    const replacement = replace(object);
    if (replacement) context.assign(ref, replacement);
    for (let value = open.pop(); value; value = open.pop()) {
      const inner = value instanceof PDFStream ? value.dict : value;
      if (inner instanceof PDFDict) cleanEntries(inner, { replace, renamed: work.renamed });
      else if (inner instanceof PDFArray) cleanItems(inner, replace);
    }
  }
}

/** Returns the replacement for a value. `key` is the name of its entry. */
type Replace = (value: PDFObject, key?: string) => PDFObject | undefined;

/** Returns the replacement for a string with a match. */
function cleanString(
  value: PDFString | PDFHexString,
  { key, search, found }: StringWork & { key: string | undefined },
): PDFObject | undefined {
  const bytes = value.asBytes();
  if (setEntries.has(key ?? "") && listCharacterSets().has(Buffer.from(bytes).toString("latin1")))
    return undefined;
  if (!binaryEntries.has(key ?? "")) {
    const pattern = search.inString(bytes);
    if (pattern === undefined) return undefined;
    found.push(pattern);
    return PDFString.of("");
  }
  const overwritten = overwrite(bytes, search);
  return overwritten === bytes
    ? undefined
    : PDFHexString.of(Buffer.from(overwritten).toString("hex"));
}

function cleanEntries(
  dict: PDFDict,
  { replace, renamed }: { replace: Replace; renamed: Renamed },
): void {
  for (const [key, entry] of dict.entries()) {
    const text = decodeName(key);
    const replacement = replace(entry, text);
    const name = renamed(text);
    if (name !== undefined) dict.delete(key);
    if (replacement || name !== undefined)
      dict.set(name === undefined ? key : PDFName.of(name), replacement ?? entry);
  }
}

function cleanItems(array: PDFArray, replace: Replace): void {
  const isPalette = array.get(0) === PDFName.of("Indexed");
  for (const [index, item] of array.asArray().entries()) {
    const replacement = replace(item, isPalette ? "Lookup" : undefined);
    if (replacement) array.set(index, replacement);
  }
}

/** Returns a name with its escapes decoded. */
function decodeName(name: PDFName): string {
  return Buffer.from(name.asBytes()).toString("latin1");
}

function cleanDrawing(
  stream: PDFStream,
  work: { search: Search; renamed: Renamed },
): Coded | undefined {
  const bytes = decodeStream(stream);
  if (!bytes || bytes.filter) return undefined;
  const cleaned = cleanContent(bytes.bytes, work);
  return cleaned === bytes.bytes ? undefined : { bytes: cleaned };
}

/** Removes matches from a stream that isn't the content of a page. */
function cleanStream(
  stream: PDFStream,
  { search, sanitise }: ScrubWork,
  found: string[],
): Coded | undefined {
  const decoded = decodeStream(stream);
  const { dict } = stream;
  if (!decoded) {
    const raw = stream instanceof PDFRawStream ? stream.contents : stream.getContents();
    return search.inString(raw) === undefined ? undefined : { bytes: new Uint8Array() };
  }
  const { filter } = decoded;
  const shouldKeep = (piece: Uint8Array) => !sanitise && search.inString(piece) === undefined;
  let { bytes } = decoded;
  if (filter === "DCTDecode") bytes = cleanJpeg(bytes, shouldKeep);
  else if (filter === "JPXDecode") bytes = cleanJpx(bytes, shouldKeep);
  else if (isCMap(bytes)) bytes = cleanCMap(bytes, search);
  else if (isPostScript(dict)) bytes = removeComments(bytes, search);
  bytes = overwrite(bytes, search);
  const isText = !isBinary(dict) && !isCMap(bytes);
  const pattern = isText && !filter ? textIn(bytes, search) : undefined;
  if (pattern !== undefined) {
    found.push(pattern);
    return { bytes: new Uint8Array() };
  }
  return haveSameBytes(bytes, decoded.bytes) ? undefined : { bytes, filter };
}

function haveSameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one === other || (one.length === other.length && Buffer.compare(one, other) === 0);
}

/** Finds a match in a text, or in the readable runs of binary data. */
export function textIn(bytes: Uint8Array, search: Search): string | undefined {
  if (isReadable(bytes)) return search.inString(bytes);
  for (const run of listReadableRuns(bytes)) {
    const pattern = search.inText(run);
    if (pattern !== undefined) return pattern;
  }
  return undefined;
}

const readableRun = /[\x20-\x7e]{8,}/g;

function listReadableRuns(bytes: Uint8Array): string[] {
  const text = Buffer.from(bytes).toString("latin1");
  const narrow = text.replaceAll("\0", "");
  return [
    ...(text.match(readableRun) ?? []),
    ...(narrow === text ? [] : (narrow.match(readableRun) ?? [])),
  ];
}

/** Returns whether most of the bytes are letters, with one or two bytes each. */
export function isReadable(bytes: Uint8Array): boolean {
  const sample = bytes.subarray(0, 65_536);
  let readable = 0;
  for (const byte of sample)
    if (byte === 0 || byte === 9 || byte === 10 || byte === 13 || (byte >= 32 && byte !== 127))
      readable++;
  return readable >= 0.97 * sample.length;
}

/**
 * Returns whether a stream is binary: image samples, fonts, colour profiles, tables. Text in it is
 * there by chance.
 */
function isBinary(dict: PDFDict): boolean {
  const isFont = ["Length1", "Length2", "Length3"].some((name) => dict.has(PDFName.of(name)));
  const subtype = nameEntry(dict, "Subtype") ?? "";
  const isTable = dict.has(PDFName.of("FunctionType")) || dict.has(PDFName.of("ShadingType"));
  return isFont || isTable || binarySubtypes.has(subtype);
}

const binarySubtypes = new Set(["Image", "Type1C", "CIDFontType0C", "OpenType"]);

export function isCMap(bytes: Uint8Array): boolean {
  const text = Buffer.from(bytes.subarray(0, 8192)).toString("latin1");
  return text.includes("begincmap") || text.includes("beginbf");
}

function isPostScript(dict: PDFDict): boolean {
  return numberEntry(dict, "FunctionType") === 4;
}

/** Removes the comments of a PostScript program if they contain a match. */
function removeComments(bytes: Uint8Array, search: Search): Uint8Array {
  if (search.inString(bytes) === undefined) return bytes;
  const text = Buffer.from(bytes).toString("latin1");
  return Buffer.from(text.replace(/%[^\r\n]*/g, ""), "latin1");
}

/** Overwrites matches with filler bytes. The length stays the same. */
function overwrite(bytes: Uint8Array, search: Search): Uint8Array {
  const spans = search.inBytes(Buffer.from(bytes).toString("latin1"));
  if (spans.length === 0) return bytes;
  const out = Uint8Array.from(bytes);
  for (const { start, end } of spans)
    for (let at = start; at < end; at++) if (out[at] !== 0) out[at] = 0x78;
  return out;
}
