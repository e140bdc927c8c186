import { openWords } from "hub/data-file";
import { decodeString, readTokens, readWord, type Token } from "../objects/content-tokens.ts";
import { undoPrediction } from "../objects/streams.ts";
import { decodeFilter } from "../preflight/filters.ts";
import { type Dictionary, Objects, type PdfValue, type StreamPlace } from "../preflight/scan.ts";
import {
  endsRun,
  hasBytes,
  hasMatch,
  imageBytes,
  isKnown,
  plainName,
  rawToken,
} from "./clean-content.ts";
import { isCMap, textIn } from "./scrub.ts";
import type { Search } from "./search.ts";
import { listCharacterSets, listContentWords } from "./vocabulary.ts";

/** Entries whose strings are bytes, not text, and words that no text has. */
const { binary, keywords } = openWords(new URL("./file-search.txt", import.meta.url), [
  "binary",
  "keywords",
])();

/**
 * Searches all bytes of a finished file independently of the libraries that wrote it. This covers
 * the gaps between objects, strings, names, comments, and every decoded stream. Returns where it
 * found matches.
 */
export function searchFile(bytes: Uint8Array, search: Search): string[] {
  const { streams } = new Objects(bytes, "The result");
  const found = searchStructure(bytes, search, streams);
  for (const stream of streams) found.push(...searchStream(bytes, stream, search));
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (buffer.lastIndexOf("startxref") !== buffer.indexOf("startxref"))
    found.push("an earlier version of the file");
  return found;
}

function searchStructure(
  bytes: Uint8Array,
  search: Search,
  streams: readonly StreamPlace[],
): string[] {
  const parts: Uint8Array[] = [];
  let from = 0;
  for (const { from: start, to } of streams) {
    parts.push(bytes.subarray(from, start), Buffer.from("\n"));
    from = to;
  }
  parts.push(bytes.subarray(from));
  return searchObjects(Buffer.concat(parts), search);
}

/** Returns where objects contain a match, as written. */
function searchObjects(bytes: Uint8Array, search: Search): string[] {
  const found: string[] = [];
  let name = "";
  let end = 0;
  for (const token of readTokens(bytes)) {
    if (hasComment(bytes.subarray(end, token.start), search)) found.push("a comment of the file");
    ({ end } = token);
    if (token.kind === "name") {
      name = plainName(rawToken(bytes, token)).slice(1);
      if (search.inName(name) !== undefined) found.push("a name of the file");
    } else if (token.kind === "string" || token.kind === "hex") {
      const string = decodeString(bytes, token);
      const text = Buffer.from(string).toString("latin1");
      const isKnownSet =
        (name === "Registry" || name === "Ordering") && listCharacterSets().has(text);
      const isFound = binary.has(name)
        ? search.inBytes(text).length > 0
        : !isKnownSet && search.inString(string) !== undefined;
      if (isFound) found.push("a string of the file");
    } else if (token.kind === "word") {
      const word = rawToken(bytes, token);
      const isPlain = keywords.has(word) || /^[+-]?[\d.]{1,10}$/.test(word);
      if (!isPlain && search.inText(word) !== undefined) found.push("a word of the file");
    }
  }
  if (hasComment(bytes.subarray(end), search)) found.push("a comment of the file");
  return found;
}

const header = /^%(?:PDF-[12]\.\d|%EOF|[\x80-\xff]{4})$/;

function hasComment(gap: Uint8Array, search: Search): boolean {
  if (!gap.includes(0x25)) return false;
  const lines = Buffer.from(gap)
    .toString("latin1")
    .split(/[\r\n]+/);
  return lines.some(
    (line) =>
      line.trim() !== "" &&
      !header.test(line.trim()) &&
      search.inString(Buffer.from(line, "latin1")) !== undefined,
  );
}

function searchStream(bytes: Uint8Array, stream: StreamPlace, search: Search): string[] {
  const { dictionary } = stream;
  const type = dictionary.get("/Type");
  const subtype = dictionary.get("/Subtype");
  const content = decodeStreamData(bytes.subarray(stream.from, stream.to), dictionary);
  if (!content) return ["a stream that cannot be read"];
  const { data, isImage } = content;
  const has = (isFound: boolean, what: string) => (isFound ? [what] : []);
  if (type === "/ObjStm") return searchObjects(data, search);
  const isRaw = search.inBytes(Buffer.from(data).toString("latin1")).length > 0;
  if (isImage || type === "/XRef" || isEncoded(dictionary))
    return has(isRaw, "the bytes of a stream");
  if (isCMap(data)) return has(hasCMapMatch(data, search), "the codes of a font");
  const isDrawing = subtype === "/Form" || dictionary.has("/PatternType");
  if (isDrawing || isContent(data)) return searchContent(data, search);
  const isFound = isRaw || textIn(data, search) !== undefined;
  return has(isFound, type === "/Metadata" ? "the metadata" : "a stream of the file");
}

function hasCMapMatch(bytes: Uint8Array, search: Search): boolean {
  let end = 0;
  for (const token of readTokens(bytes)) {
    if (hasComment(bytes.subarray(end, token.start), search) || hasMatch(bytes, token, search))
      return true;
    ({ end } = token);
  }
  return hasComment(bytes.subarray(end), search);
}

/** Returns where a stream that draws contains a match. */
function searchContent(bytes: Uint8Array, search: Search): string[] {
  const found = new Set<string>();
  let end = 0;
  let dicts = 0;
  for (const token of readTokens(bytes)) {
    if (hasComment(bytes.subarray(end, token.start), search)) found.add("a content stream");
    ({ end } = token);
    if (bytes[token.start] === 0x3c && token.kind === "open") dicts++;
    else if (bytes[token.start] === 0x3e && token.kind === "close") dicts--;
    else if (hasTokenMatch(bytes, token, { search, isProperty: dicts > 0 }))
      found.add("a content stream");
  }
  if (hasComment(bytes.subarray(end), search)) found.add("a content stream");
  if (readRuns(bytes).some((run) => search.inCodes(run) !== undefined))
    found.add("a content stream");
  return [...found];
}

function hasTokenMatch(
  bytes: Uint8Array,
  token: Token,
  { search, isProperty }: { search: Search; isProperty: boolean },
): boolean {
  switch (token.kind) {
    case "name":
      return search.inName(plainName(rawToken(bytes, token)).slice(1)) !== undefined;
    case "string":
    case "hex":
      return isProperty && search.inString(decodeString(bytes, token)) !== undefined;
    case "word":
      return (
        !isKnown(rawToken(bytes, token)) && search.inText(rawToken(bytes, token)) !== undefined
      );
    case "data":
      return hasBytes(imageBytes(bytes.subarray(token.start, token.end)), search);
    default:
      return false;
  }
}

/**
 * The number of tokens examined to decide whether a stream draws: it has only operators and
 * operands.
 */
const tokensExaminedMax = 2000;

function isContent(bytes: Uint8Array): boolean {
  let count = 0;
  let hasOperator = false;
  for (const token of readTokens(bytes)) {
    if (++count > tokensExaminedMax) break;
    if (token.kind !== "word") continue;
    const word = rawToken(bytes, token);
    if (!isKnown(word)) return false;
    hasOperator ||= listContentWords().has(word);
  }
  return hasOperator;
}

function isEncoded(dictionary: Dictionary): boolean {
  const subtype = dictionary.get("/Subtype");
  const encoded = ["/Image", "/Type1C", "/CIDFontType0C", "/OpenType"];
  const tables = ["/Length1", "/Length2", "/Length3", "/FunctionType", "/ShadingType"];
  return encoded.includes(subtype as string) || tables.some((key) => dictionary.has(key));
}

const streamBytesMax = 2 ** 28;
const imageFilters = new Set(["/DCTDecode", "/JPXDecode", "/JBIG2Decode", "/CCITTFaxDecode"]);

function decodeStreamData(
  raw: Uint8Array,
  dictionary: Dictionary,
): { data: Uint8Array; isImage: boolean } | undefined {
  const filters = toList(dictionary.get("/Filter")).filter((name) => typeof name === "string");
  const parameters = toList(dictionary.get("/DecodeParms"));
  let data = raw;
  for (const [index, filter] of filters.entries()) {
    if (imageFilters.has(filter)) return { data, isImage: true };
    try {
      const out = decodeFilter(filter, data, streamBytesMax);
      if (!out || filter.startsWith("/LZW")) return undefined;
      data = decodePrediction(out, parameters[index]);
    } catch {
      return undefined;
    }
  }
  return { data, isImage: false };
}

function toList(value: PdfValue | undefined): (PdfValue | undefined)[] {
  return Array.isArray(value) ? value : [value];
}

function decodePrediction(bytes: Uint8Array, parameters: PdfValue | undefined): Uint8Array {
  if (!(parameters instanceof Map)) return bytes;
  const number = (key: string, fallback: number) => {
    const value = parameters.get(key);
    return typeof value === "number" ? value : fallback;
  };
  const predictor = number("/Predictor", 1);
  if (predictor === 1) return bytes;
  const row = { predictor, colors: number("/Colors", 1), bits: number("/BitsPerComponent", 8) };
  return undoPrediction(bytes, { ...row, columns: number("/Columns", 1) });
}

/**
 * Returns the strings of a content stream. Strings shown directly after each other are one run. The
 * bytes aren't decoded with the font's encoding.
 */
export function readRuns(bytes: Uint8Array): Uint8Array[] {
  const runs: Uint8Array[] = [];
  let parts: Uint8Array[] = [];
  const end = () => {
    if (parts.length > 0) runs.push(Buffer.concat(parts));
    parts = [];
  };
  for (const token of readTokens(bytes))
    if (token.kind === "string" || token.kind === "hex") parts.push(decodeString(bytes, token));
    else if (token.kind === "word" && endsRun.has(readWord(bytes, token))) end();
  end();
  return runs;
}
