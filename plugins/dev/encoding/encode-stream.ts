import { Fault } from "../json/fault.ts";
import { encodeOrRefuse, loadFormat } from "./formats.ts";
import type { Base64EncodeOptions, FormatName } from "./request.ts";
import type { InputSource } from "./source.ts";

/** The number of bytes that are encoded at once. Divisible by the groups of all formats. */
const pieceBytes = 245_760;

/** Formats that encode each group of bytes, or each character, by itself. Each with the text between groups. */
const separators: Partial<Record<FormatName, string>> = {
  url: "",
  "url-component": "",
  html: "",
  "html-full": "",
  hex: "",
  binary: " ",
  base32: "",
  base32hex: "",
  crockford: "",
  base45: "",
  base85: "",
  z85: "",
  "unicode-escape": "",
  rot13: "",
};

/** Formats that encode characters instead of bytes. */
const textFormats: ReadonlySet<FormatName> = new Set([
  "html",
  "html-full",
  "unicode-escape",
  "rot13",
]);

/** Returns whether a format can encode input of any size. */
export function isStreamable(format: FormatName): boolean {
  return separators[format] !== undefined;
}

/** Counts what an encoder has read and written. */
export interface EncodeTotals {
  input_bytes: number;
  output_length: number;
}

/** Encodes input of any size in pieces. */
export async function* encodeStream(
  source: InputSource,
  format: FormatName,
  totals: EncodeTotals,
): AsyncGenerator<string> {
  const { encode } = await loadFormat(format);
  const separator = separators[format] ?? "";
  Object.assign(totals, { input_bytes: 0, output_length: 0 });
  const pieces = textFormats.has(format) ? cutText(source) : cutBytes(source);
  for await (const piece of pieces) {
    const before = totals.input_bytes;
    const text = encodeOrRefuse(format, () =>
      shiftFault(before, () => encode(piece, { strict: true, idn: false })),
    );
    const written = before === 0 ? text : separator + text;
    totals.input_bytes += piece.length;
    totals.output_length += written.length;
    yield written;
  }
}

/** Encodes input of any size as base64. */
export async function* encodeBase64Stream(
  source: InputSource,
  { url_safe, padding, wrap }: Base64EncodeOptions,
  totals: EncodeTotals,
): AsyncGenerator<string> {
  Object.assign(totals, { input_bytes: 0, output_length: 0 });
  let column = 0;
  for await (const piece of cutBytes(source)) {
    const digits = piece.toBase64({
      alphabet: url_safe ? "base64url" : "base64",
      omitPadding: !padding,
    });
    const text = wrap > 0 ? wrapFrom(column, digits, wrap) : digits;
    if (wrap > 0) column = ((column + digits.length - 1) % wrap) + 1;
    totals.input_bytes += piece.length;
    totals.output_length += text.length;
    yield text;
  }
}

/** Breaks digits into lines, the first of which already has some. */
function wrapFrom(column: number, digits: string, wrap: number): string {
  const lines = [digits.slice(0, wrap - column)];
  for (let at = wrap - column; at < digits.length; at += wrap)
    lines.push(digits.slice(at, at + wrap));
  return lines.join("\n");
}

/** Cuts input into pieces of one size, except for the last. */
async function* cutBytes(source: InputSource): AsyncGenerator<Uint8Array> {
  const piece = new Uint8Array(pieceBytes);
  let length = 0;
  for await (const chunk of source.read())
    for (let at = 0; at < chunk.length; ) {
      const taken = chunk.subarray(at, at + pieceBytes - length);
      piece.set(taken, length);
      length += taken.length;
      at += taken.length;
      if (length < pieceBytes) continue;
      yield piece;
      length = 0;
    }
  if (length > 0) yield piece.subarray(0, length);
}

/** Cuts UTF-8 into pieces of whole characters. */
async function* cutText(source: InputSource): AsyncGenerator<Uint8Array> {
  let rest = new Uint8Array();
  for await (const piece of cutBytes(source)) {
    const bytes = Buffer.concat([rest, piece]);
    const end = bytes.length - countIncomplete(bytes);
    yield bytes.subarray(0, end);
    rest = bytes.slice(end);
  }
  if (rest.length > 0) yield rest;
}

/** Returns the number of bytes of an incomplete character at the end. */
function countIncomplete(bytes: Uint8Array): number {
  for (let count = 1; count <= Math.min(3, bytes.length); count++) {
    const byte = bytes[bytes.length - count] ?? 0;
    if (byte < 0x80) return 0;
    if (byte < 0xc0) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
    return count < length ? count : 0;
  }
  return 0;
}

/** Adds the position of a piece to its faults. */
function shiftFault<T>(by: number, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof Fault) throw new Fault(error.message, error.offset + by);
    throw error;
  }
}
