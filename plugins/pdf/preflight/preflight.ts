import pdf from "../plugin.ts";
import { Budget } from "./budget.ts";
import type { Dictionary } from "./lexer.ts";
import { corrupt, limitExceeded } from "./limit.ts";
import { Objects, type StreamPlace, streamKeyword } from "./objects.ts";
import { type PageBox, pagesOf } from "./page-tree.ts";

/** What a look at a file tells, before any library reads it. */
export interface Preflight {
  isEncrypted: boolean;
  isSigned: boolean;
  /** Empty where the file is encrypted: its page tree may be, too. */
  pages: readonly PageBox[];
  /** Whether engines may find other pages, as the page tree hangs together in an unusual way. */
  isOdd: boolean;
}

const sizeMax = 1_000_000;
const packedMax = 100_000;
/** How far from its end a PDF says where its table is. */
const endBytes = 2048;

/**
 * Looks through a PDF for what would make a library run out of time or memory, and refuses it. It
 * finds objects and streams by their keywords, as hostile files say something else in their tables.
 */
export async function preflight(bytes: Uint8Array, at: string): Promise<Preflight> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  checkFrame(buffer, at);
  const objects = new Objects(bytes, at);
  checkSizes(objects, at);
  const isEncrypted = objects.trailers.some((trailer) => trailer.has("/Encrypt"));
  const isSigned = hasByteRange(buffer, objects.streams);
  if (isEncrypted) return { isEncrypted, isSigned, pages: [], isOdd: false };
  const budget = new Budget(at);
  for (const place of objects.streams) {
    const raw = buffer.subarray(place.from, place.to);
    const filters = filtersOf(place.dictionary, objects);
    if (place.dictionary.get("/Type") !== "/ObjStm") await budget.count(raw, filters);
    else unpackObjects(place.dictionary, { content: budget.keep(raw, filters), objects, at });
  }
  await countHidden(buffer, objects.streams, budget);
  return { isEncrypted, isSigned, ...pagesOf(objects, at) };
}

/** Holds the beginning and the end of a file to what they must be. */
function checkFrame(bytes: Buffer, at: string): void {
  if (bytes.length === 0) throw pdf.error("pdf_empty", `${at} has no bytes`, { at });
  let start = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  while (start < 64 && [9, 10, 13, 32].includes(bytes[start]!)) start++;
  if (!bytes.subarray(start, start + 5).equals(Buffer.from("%PDF-")))
    throw corrupt(at, 'must be a PDF: it does not begin with "%PDF-"');
  let end = bytes.length;
  while (end > 0 && [0, 9, 10, 13, 26, 32].includes(bytes[end - 1]!)) end--;
  const tail = bytes.subarray(Math.max(0, end - endBytes), end);
  if (!tail.includes("startxref"))
    throw corrupt(at, "must be a whole PDF: it does not end with where its table is");
}

function checkSizes({ trailers }: Objects, at: string): void {
  for (const trailer of trailers) {
    const size = trailer.get("/Size");
    if (typeof size === "number" && size > sizeMax)
      throw limitExceeded(at, "objects", `must have at most ${sizeMax} objects: it says ${size}`);
  }
}

/** A signature says which bytes it signs, and is itself in no stream. */
function hasByteRange(bytes: Buffer, streams: readonly StreamPlace[]): boolean {
  let index = 0;
  for (let at = bytes.indexOf("/ByteRange"); at >= 0; at = bytes.indexOf("/ByteRange", at + 10)) {
    while (index < streams.length && streams[index]!.to <= at) index++;
    if (!(streams[index] && streams[index]!.from <= at)) return true;
  }
  return false;
}

function filtersOf(dictionary: Dictionary, objects: Objects): string[] {
  const filter = objects.resolve(dictionary.get("/Filter") ?? dictionary.get("/F"));
  const list = Array.isArray(filter) ? filter : [filter];
  const names = list.map((item) => objects.resolve(item));
  return names.filter((name) => typeof name === "string" && name !== "") as string[];
}

interface Packed {
  content: Uint8Array | undefined;
  objects: Objects;
  at: string;
}

function unpackObjects(dictionary: Dictionary, { content, objects, at }: Packed): void {
  const [count, first] = ["/N", "/First"].map((key) => objects.resolve(dictionary.get(key)));
  if (typeof count !== "number" || typeof first !== "number") return;
  if (count > packedMax)
    throw limitExceeded(
      at,
      "packed_objects",
      `must have at most ${packedMax} objects in a stream: it says ${count}`,
    );
  if (content) objects.addPacked(content, { count, first });
}

/** Streams within streams, which a table may point into. */
async function countHidden(bytes: Buffer, streams: readonly StreamPlace[], budget: Budget) {
  const known = new Set(streams.map(({ from }) => from));
  for (let at = streamKeyword(bytes, 0); at >= 0; at = streamKeyword(bytes, at + 6)) {
    const line = bytes[at + 6] === 13 && bytes[at + 7] === 10 ? 2 : 1;
    const from = at + 6 + line;
    if (!known.has(from)) await budget.count(bytes.subarray(from), []);
  }
}
