import type { Upload } from "hub";
import { Fault } from "../json/fault.ts";
import dev from "../plugin.ts";
import {
  base32,
  base32hex,
  base64,
  base64url,
  binary,
  crockford,
  DigitDecoder,
  type Digits,
  hex,
} from "./digits.ts";
import type { Base64DecodeOptions, FormatName } from "./request.ts";
import { tidyHex } from "./tidy.ts";

/** Formats whose digits are decoded in pieces. */
const digitsByFormat: Partial<Record<FormatName, Digits>> = {
  hex,
  binary,
  base32,
  base32hex,
  crockford,
};

/** Returns the digits of a format, if its data can be decoded as a stream. */
export function findStreamedDigits(format: FormatName): Digits | undefined {
  return digitsByFormat[format];
}

/** Decodes base64 of any size: plain, in a data URI, in PEM, or between blanks. */
export async function* decodeBase64Stream(
  file: Upload,
  { variant, strict }: Base64DecodeOptions,
): AsyncGenerator<Uint8Array> {
  const frame = await findFrame(file);
  const digits = await detectAlphabet(file, { variant, ...frame });
  yield* decodeDigitStream(file, { digits, strict, ...frame });
}

interface DigitStreamOptions extends Partial<DigitRange> {
  digits: Digits;
  strict: boolean;
}

/** Decodes digits of any size. Skips blanks between them. */
export async function* decodeDigitStream(
  file: Upload,
  { digits, strict, start = 0, end = file.size }: DigitStreamOptions,
): AsyncGenerator<Uint8Array> {
  if (digits === hex && strict && (await isPrintedHex(file))) return yield* decodePrintedHex(file);
  const decoder = new DigitDecoder(digits, strict);
  let at = 0;
  try {
    for await (const chunk of file.stream()) {
      const from = Math.max(at === 0 ? measureMark(chunk) : 0, start - at);
      const text = readLatin1(chunk.subarray(from, Math.max(from, end - at)));
      at += chunk.length;
      yield decoder.write(text.replace(/[ \t]/g, "\r"));
    }
    decoder.end();
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    throw createSyntaxError(error.message, start + error.offset);
  }
}

function createSyntaxError(problem: string, offset: number): Error {
  return dev.error(
    "syntax_error",
    `body.file cannot be read at character ${offset + 1}: ${problem}`,
    { at: "body.file", members: { offset } },
  );
}

/** Returns the length of the byte order mark of UTF-8 at the start. */
function measureMark(bytes: Uint8Array): number {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
}

/** Characters between the bytes in hexadecimal as programs print it, apart from blanks. */
const printedMarks = /[xX,:;{}[\]-]/;

async function isPrintedHex(file: Upload): Promise<boolean> {
  const { head } = await readEdges(file);
  return printedMarks.test(head);
}

/** The longest text without a separator in printed hexadecimal. */
const groupMax = 65_536;

/** Decodes `0x68, 0xc3`, `68:c3` or `\x68\xc3` of any size. */
async function* decodePrintedHex(file: Upload): AsyncGenerator<Uint8Array> {
  let rest = "";
  let at = 0;
  let isEmpty = true;

  function decode(text: string): Uint8Array {
    const tidy = tidyHex(text);
    const bad = tidy ? -1 : findBadGroup(text);
    if (bad >= 0)
      throw createSyntaxError("Expected bytes such as 0x68, or 68 between separators", at + bad);
    at += text.length;
    if (tidy) isEmpty = false;
    return Buffer.from(tidy?.data ?? "", "hex");
  }

  for await (const chunk of file.stream()) {
    const mark = at === 0 && rest === "" ? measureMark(chunk) : 0;
    const text = rest + readLatin1(chunk.subarray(mark));
    const end = findGroupStart(text);
    rest = text.slice(end);
    if (rest.length > groupMax)
      throw createSyntaxError(`Expected a separator within ${groupMax} characters`, at + end);
    yield decode(text.slice(0, end));
  }
  yield decode(rest);
  if (isEmpty) throw createSyntaxError("Expected bytes between the separators", 0);
}

/** Returns the start of the first group that isn't whole bytes, or -1. */
function findBadGroup(text: string): number {
  for (const { 0: group, index } of text.matchAll(/[^\s,:;{}[\]-]+/g))
    if (!tidyHex(group)) return index;
  return -1;
}

/** Returns the start of the last group, which may go on in the next chunk. */
function findGroupStart(text: string): number {
  for (let at = text.length - 1; at >= 0; at--) {
    if (/[\s,:;{}[\]-]/.test(text.charAt(at))) return at + 1;
    if (text.startsWith("\\x", at)) return at;
  }
  return 0;
}

/** The part of a text that has the digits. */
interface DigitRange {
  start: number;
  end: number;
}

const headMax = 4096;

/** Finds the digits in a data URI, between the lines of PEM, or in quotes. */
async function findFrame(file: Upload): Promise<DigitRange> {
  const { head, tail } = await readEdges(file);
  const uri = /^(?:\xef\xbb\xbf)?data:[^,]*;\s*base64\s*,/i.exec(head);
  if (uri) return { start: uri[0].length, end: file.size };
  const pem = /^(?:\xef\xbb\xbf)?\s*-----BEGIN [^-]{1,64}-----\s/.exec(head);
  const pemEnd = tail.lastIndexOf("-----END ");
  if (pem && pemEnd >= 0) return { start: pem[0].length, end: file.size - tail.length + pemEnd };
  const quote = /^(?:\xef\xbb\xbf)?\s*(["'])/.exec(head);
  if (quote && tail.trimEnd().endsWith(quote[1] ?? ""))
    return { start: quote[0].length, end: file.size - tail.length + tail.trimEnd().length - 1 };
  return { start: 0, end: file.size };
}

async function readEdges(file: Upload): Promise<{ head: string; tail: string }> {
  let head = "";
  let tail = "";
  for await (const chunk of file.stream()) {
    head ||= readLatin1(chunk.subarray(0, headMax));
    tail = (tail + readLatin1(chunk.subarray(-headMax))).slice(-headMax);
  }
  return { head, tail };
}

/** Returns one character for each byte. The bytes aren't copied. */
function readLatin1({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString("latin1");
}

/** Detects the alphabet. If both would match it is base64url, whose padding is optional. */
async function detectAlphabet(
  file: Upload,
  { variant, start, end }: { variant: Base64DecodeOptions["variant"] } & DigitRange,
): Promise<Digits> {
  if (variant !== "auto") return variant === "url" ? base64url : base64;
  let at = 0;
  for await (const chunk of file.stream()) {
    const digits = chunk.subarray(Math.max(0, start - at), Math.max(0, end - at));
    at += chunk.length;
    const found = digits.findIndex(
      (byte) => byte === 0x2b || byte === 0x2f || byte === 0x2d || byte === 0x5f,
    );
    if (found < 0) continue;
    return digits[found] === 0x2b || digits[found] === 0x2f ? base64 : base64url;
  }
  return base64url;
}

/** The error for a caller who asks for JSON, which would hold the bytes several times. */
export function createJsonError(size: number, max: number): Error {
  return dev.error(
    "result_too_large",
    `The JSON response supports at most ${max} bytes of data: the file has ${size}. Send Accept: application/octet-stream to receive the bytes`,
    { at: "body.file" },
  );
}
