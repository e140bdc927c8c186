import { createInflate } from "node:zlib";
import pdf from "../plugin.ts";
import { decodeFilter, inflate, TooLong } from "./filters.ts";
import {
  corrupt,
  type Dictionary,
  limitExceeded,
  Objects,
  type PdfValue,
  Ref,
  type StreamPlace,
  streamKeyword,
} from "./scan.ts";

/** The size of a page that sets none. */
export const letter: BoxEdges = [0, 0, 612, 792];

/** The result of checking a file before any library reads it. */
export interface Preflight {
  isEncrypted: boolean;
  isSigned: boolean;
  /** Empty if the file is encrypted: its page tree may be encrypted too. */
  pages: readonly PageBox[];
  /** Whether engines may find different pages, because the page tree is irregular. */
  isOdd: boolean;
  /** Whether the document has metadata, which may include a claim such as PDF/A. */
  hasMetadata: boolean;
  /** Whether the document may have form fields. */
  mayHaveFields: boolean;
}

/**
 * Checks a PDF for content that would exhaust a library's time or memory, and throws if it finds
 * any. Finds objects and streams by their keywords, because malicious files have misleading tables.
 */
export async function preflight(bytes: Uint8Array, at: string): Promise<Preflight> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  checkFrame(buffer, at);
  const objects = new Objects(bytes, at);
  checkSizes(objects, at);
  const isEncrypted = objects.trailers.some((trailer) => trailer.has("/Encrypt"));
  const isSigned = hasByteRange(buffer, objects.streams);
  const protection = { isEncrypted, isSigned };
  if (isEncrypted)
    return { ...protection, pages: [], isOdd: false, hasMetadata: true, mayHaveFields: true };
  const budget = new Budget(at);
  let mayHaveFields = buffer.includes(fieldType);
  for (const place of objects.streams) {
    const raw = buffer.subarray(place.from, place.to);
    const filters = listFilters(place.dictionary, objects);
    if (place.dictionary.get("/Type") !== "/ObjStm") await budget.count(raw, filters);
    else {
      const content = budget.decodeStream(raw, filters);
      mayHaveFields ||= mayPackFields(content);
      unpackObjects(place.dictionary, { content, objects, at });
    }
  }
  // Streams that only some engines find may hold anything.
  mayHaveFields ||= await countHidden(buffer, objects.streams, budget);
  return { ...protection, ...readPages(objects, at), mayHaveFields };
}

const fieldType = "/Widget";

/**
 * Returns whether packed objects may be form fields. Their type may be escaped; undecodable objects
 * count as well.
 */
function mayPackFields(content: Uint8Array | undefined): boolean {
  if (!content) return true;
  const objects = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  return objects.includes(fieldType) || objects.includes("#");
}

/** The maximum distance of `startxref` from the end of the file, in bytes. */
const endBytes = 2048;

/** The bytes allowed before and after a PDF. */
const blanksAtStart = new Set<number | undefined>([9, 10, 13, 32]);
const blanksAtEnd = new Set<number | undefined>([0, 9, 10, 13, 26, 32]);

/** Checks the start and the end of a file. */
function checkFrame(bytes: Buffer, at: string): void {
  if (bytes.length === 0) throw pdf.error("pdf_empty", `${at} has no bytes`, { at });
  let start = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  while (start < 64 && blanksAtStart.has(bytes[start])) start++;
  if (!bytes.subarray(start, start + 5).equals(Buffer.from("%PDF-")))
    throw corrupt(at, 'must be a PDF: it does not start with "%PDF-"');
  let end = bytes.length;
  while (end > 0 && blanksAtEnd.has(bytes[end - 1])) end--;
  const tail = bytes.subarray(Math.max(0, end - endBytes), end);
  if (!tail.includes("startxref"))
    throw corrupt(at, 'must be a complete PDF: its end has no "startxref"');
}

const sizeMax = 1_000_000;

function checkSizes({ trailers }: Objects, at: string): void {
  for (const trailer of trailers) {
    const size = trailer.get("/Size");
    if (typeof size === "number" && size > sizeMax)
      throw limitExceeded(
        at,
        "objects",
        `must have at most ${sizeMax} objects: it declares ${size}`,
      );
  }
}

/** Returns whether a signature's /ByteRange is outside all streams, as the standard requires. */
function hasByteRange(bytes: Buffer, streams: readonly StreamPlace[]): boolean {
  let index = 0;
  for (let at = bytes.indexOf("/ByteRange"); at >= 0; at = bytes.indexOf("/ByteRange", at + 10)) {
    let stream = streams[index];
    while (stream && stream.to <= at) stream = streams[++index];
    if (!stream || stream.from > at) return true;
  }
  return false;
}

function listFilters(dictionary: Dictionary, objects: Objects): string[] {
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

const packedMax = 100_000;

function unpackObjects(dictionary: Dictionary, { content, objects, at }: Packed): void {
  const [count, first] = ["/N", "/First"].map((key) => objects.resolve(dictionary.get(key)));
  if (typeof count !== "number" || typeof first !== "number") return;
  if (count > packedMax)
    throw limitExceeded(
      at,
      "packed_objects",
      `must have at most ${packedMax} objects in a stream: it declares ${count}`,
    );
  if (content) objects.addPacked(content, { count, first });
}

/**
 * Counts the size of streams within streams, which a table may point to. Returns whether there are
 * any.
 */
async function countHidden(
  bytes: Buffer,
  streams: readonly StreamPlace[],
  budget: Budget,
): Promise<boolean> {
  const known = new Set(streams.map(({ from }) => from));
  let isAny = false;
  for (let at = streamKeyword(bytes, 0); at >= 0; at = streamKeyword(bytes, at + 6)) {
    const line = bytes[at + 6] === 13 && bytes[at + 7] === 10 ? 2 : 1;
    const from = at + 6 + line;
    if (known.has(from)) continue;
    isAny = true;
    await budget.count(bytes.subarray(from), []);
  }
  return isAny;
}

/** The maximum number of filters of a stream. */
const chainMax = 4;
/** The maximum size of a filter's result that is decoded in memory. */
const betweenBytesMax = 32 * 2 ** 20;
/** A stream is a bomb if it inflates to more than this size and more than this ratio. */
const bombBytes = 32 * 2 ** 20;
const bombRatio = 1000;

/** The remaining number of bytes to which the streams of a document may decode in total. */
class Budget {
  readonly #at: string;
  #left = pdf.limits.inflatedBytesMax;

  /** `at` is the file's location in the request. */
  constructor(at: string) {
    this.#at = at;
  }

  /** Counts the decoded size of a stream without storing the bytes. */
  async count(raw: Uint8Array, filters: readonly string[]): Promise<void> {
    this.#checkChain(filters);
    const looksDeflated = filters.length === 0 && isZlib(raw);
    const chain = looksDeflated ? ["/FlateDecode"] : filters;
    const last = chain.at(-1);
    const before = this.#decode(raw, chain.slice(0, -1));
    if (last === undefined || before === undefined) return;
    if (last !== "/FlateDecode" && last !== "/Fl") {
      this.#decode(before, [last]);
      return;
    }
    const length = measureInflatedLength(before);
    if (length === undefined) await this.#countLong(before);
    else this.#spend(length);
  }

  /** Decodes a stream. Returns undefined if one of its filters is unknown. */
  decodeStream(raw: Uint8Array, filters: readonly string[]): Uint8Array | undefined {
    this.#checkChain(filters);
    return this.#decode(raw, filters);
  }

  #checkChain({ length }: readonly string[]): void {
    if (length > chainMax)
      throw limitExceeded(this.#at, "filters", `has a stream with more than ${chainMax} filters`);
  }

  #decode(raw: Uint8Array, chain: readonly string[]): Uint8Array | undefined {
    let bytes = raw;
    for (const filter of chain) {
      let result: Uint8Array | undefined;
      try {
        result = decodeFilter(filter, bytes, betweenBytesMax);
      } catch (error) {
        if (error instanceof TooLong) throw this.#tooMuch();
        return undefined;
      }
      if (!result) return undefined;
      this.#spend(result.length);
      bytes = result;
    }
    return bytes;
  }

  async #countLong(raw: Uint8Array): Promise<void> {
    const inflate = createInflate({ chunkSize: 2 ** 18 });
    let length = 0;
    const spend = (chunk: Uint8Array) => {
      length += chunk.length;
      this.#spend(chunk.length);
      this.#checkRatio(length, inflate.bytesWritten);
    };
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    inflate.on("data", (chunk) => {
      try {
        spend(chunk);
      } catch (error) {
        inflate.destroy();
        reject(error);
      }
    });
    inflate.on("end", resolve);
    inflate.on("error", () => resolve());
    inflate.end(raw);
    await promise;
  }

  #spend(length: number): void {
    this.#left -= length;
    if (this.#left < 0) throw this.#tooMuch();
  }

  #checkRatio(length: number, from: number): void {
    if (length > bombBytes && length > bombRatio * from)
      throw limitExceeded(
        this.#at,
        "inflation_ratio",
        `has a stream that inflates to more than ${bombRatio} times its length`,
      );
  }

  #tooMuch() {
    const { inflatedBytesMax } = pdf.limits;
    const is = `must inflate to at most ${inflatedBytesMax} bytes: it has more`;
    return limitExceeded(this.#at, "inflated_bytes", is);
  }
}

/** Returns whether bytes start with a zlib header (RFC 1950, 2.2). */
function isZlib([first = 0, second = 0]: Uint8Array): boolean {
  return (first & 15) === 8 && first >> 4 < 8 && (first * 256 + second) % 31 === 0;
}

/** The maximum size of a stream that is inflated in one call. */
const singlePassBytesMax = 4 * 2 ** 20;

/** Returns the inflated length of a stream, or undefined if it is too long for one call. */
function measureInflatedLength(raw: Uint8Array): number | undefined {
  try {
    return inflate(raw, singlePassBytesMax).length;
  } catch (error) {
    if (error instanceof TooLong) return undefined;
    // A broken stream may have inflated to many bytes before the error.
    return isZlib(raw) ? Math.min(raw.length * 8, singlePassBytesMax) : 0;
  }
}

/** Left, bottom, right and top, in points. */
export type BoxEdges = readonly [left: number, bottom: number, right: number, top: number];

/** The geometry of a page, known without reading its content. */
export interface PageBox {
  media: BoxEdges;
  /** The part of the media box that is displayed. */
  crop: BoxEdges;
  /** The clockwise rotation when displayed, in degrees. */
  rotation: 0 | 90 | 180 | 270;
  /** The size as displayed, rotated, in points. */
  width: number;
  height: number;
}

type Inherited = Pick<PageBox, "media" | "rotation"> & { crop: BoxEdges | undefined };

interface PageTree extends Pick<Preflight, "isOdd" | "hasMetadata"> {
  /** The pages in order. */
  pages: PageBox[];
}

const treeDepthMax = 64;
const nodesMax = 50_000;

/** Reads the page tree of a document. */
function readPages(objects: Objects, at: string): PageTree {
  const { pagesMax } = pdf.limits;
  const pages: PageBox[] = [];
  const visited = new Set<number>();
  let nodes = 0;
  const root = findRoot(objects, at);
  let isOdd = root.get("/Type") !== "/Catalog";
  walk(root.get("/Pages"), { media: letter, crop: undefined, rotation: 0 }, []);
  if (pages.length === 0) throw pdf.error("pdf_empty", `${at} has no pages`, { at });
  return { pages, isOdd, hasMetadata: root.has("/Metadata") };

  function walk(
    value: PdfValue | undefined,
    inherited: Inherited,
    ancestors: readonly number[],
  ): void {
    if (value instanceof Ref && ancestors.includes(value.number))
      throw corrupt(at, "has a page tree that contains itself");
    if (ancestors.length > treeDepthMax || ++nodes > nodesMax)
      throw limitExceeded(
        at,
        "page_tree",
        `must have a page tree of at most ${treeDepthMax} levels and ${nodesMax} nodes`,
      );
    const node = objects.dictionary(value);
    if (!node || !(value instanceof Ref) || visited.has(value.number)) isOdd = true;
    if (!node) return;
    if (value instanceof Ref) visited.add(value.number);
    const parent = node.get("/Parent");
    if ((parent instanceof Ref ? parent.number : parent) !== ancestors.at(-1)) isOdd = true;
    const here = inherit(node, { inherited, objects });
    const kids = objects.resolve(node.get("/Kids"));
    if (node.get("/Type") !== (Array.isArray(kids) ? "/Pages" : "/Page")) isOdd = true;
    if (!Array.isArray(kids)) {
      if (pages.length >= pagesMax)
        throw limitExceeded(at, "pages", `must have at most ${pagesMax} pages`);
      pages.push(buildPageBox(here, at));
      return;
    }
    const path = value instanceof Ref ? [...ancestors, value.number] : [...ancestors, -1];
    const before = pages.length;
    for (const kid of kids) walk(kid, here, path);
    if (objects.resolve(node.get("/Count")) !== pages.length - before) isOdd = true;
  }
}

function findRoot(objects: Objects, at: string): Dictionary {
  const roots = objects.trailers.map((trailer) => objects.dictionary(trailer.get("/Root")));
  const root = roots.findLast((root) => root?.has("/Pages")) ?? objects.ofType("/Catalog");
  if (!root) throw corrupt(at, "has no catalog: it is not a PDF, or is truncated");
  return root;
}

interface Above {
  inherited: Inherited;
  objects: Objects;
}

function inherit(node: Dictionary, { inherited, objects }: Above): Inherited {
  const rotation = objects.resolve(node.get("/Rotate"));
  return {
    media: readBox(node.get("/MediaBox"), objects) ?? inherited.media,
    crop: readBox(node.get("/CropBox"), objects) ?? inherited.crop,
    rotation: typeof rotation === "number" ? quarter(rotation) : inherited.rotation,
  };
}

/** Rounds a rotation to a quarter turn clockwise. */
export function quarter(degrees: number): PageBox["rotation"] {
  const turned = (((Math.round(degrees / 90) * 90) % 360) + 360) % 360;
  return (turned || 0) as PageBox["rotation"];
}

function readBox(value: PdfValue | undefined, objects: Objects): BoxEdges | undefined {
  const list = objects.resolve(value);
  if (!Array.isArray(list)) return undefined;
  const numbers = list.slice(0, 4).map((item) => objects.resolve(item));
  if (numbers.length < 4 || !numbers.every((number) => typeof number === "number"))
    return undefined;
  const [a, b, c, d] = numbers as [number, number, number, number];
  return [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)];
}

function buildPageBox({ media, crop = media, rotation }: Inherited, at: string): PageBox {
  const page = pageBox({ media, crop, rotation });
  const [wide, high] = [page.media[2] - page.media[0], page.media[3] - page.media[1]];
  const { pageSideMax } = pdf.limits;
  if (!(wide <= pageSideMax && high <= pageSideMax))
    throw limitExceeded(
      at,
      "page_side",
      `must have pages of at most ${pageSideMax} points per side: one has ${wide} × ${high}`,
    );
  return page;
}

/**
 * Computes the geometry of a page with these boxes. An empty media box counts as US letter, as in
 * viewers.
 */
export function pageBox({
  media,
  crop,
  rotation,
}: Pick<PageBox, "media" | "crop" | "rotation">): PageBox {
  const isEmpty = media[2] <= media[0] || media[3] <= media[1];
  const sheet = isEmpty ? letter : media;
  const shown: BoxEdges = [
    Math.max(sheet[0], crop[0]),
    Math.max(sheet[1], crop[1]),
    Math.min(sheet[2], crop[2]),
    Math.min(sheet[3], crop[3]),
  ];
  const visible = shown[2] > shown[0] && shown[3] > shown[1] ? shown : sheet;
  const [width, height] = [visible[2] - visible[0], visible[3] - visible[1]];
  const isTurned = rotation % 180 !== 0;
  return {
    media: sheet,
    crop: visible,
    rotation,
    width: isTurned ? height : width,
    height: isTurned ? width : height,
  };
}
