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

interface DigitStreamOptions extends Partial<Frame> {
  digits: Digits;
  strict: boolean;
}

/** Decodes digits of any size. Skips blanks between them. */
export async function* decodeDigitStream(
  file: Upload,
  { digits, strict, start = 0, end = file.size }: DigitStreamOptions,
): AsyncGenerator<Uint8Array> {
  const decoder = new DigitDecoder(digits, strict);
  let at = 0;
  try {
    for await (const chunk of file.stream()) {
      const from = Math.max(0, start - at);
      const text = Buffer.from(chunk).toString("latin1", from, Math.max(from, end - at));
      at += chunk.length;
      yield decoder.write(text.replace(/[ \t]/g, "\r"));
    }
    decoder.end();
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const offset = start + error.offset;
    throw dev.error(
      "syntax_error",
      `body.file cannot be read at character ${offset + 1}: ${error.message}`,
      { at: "body.file", members: { offset } },
    );
  }
}

/** The part of a text that has the digits. */
interface Frame {
  start: number;
  end: number;
}

const headMax = 4096;

/** Finds the digits in a data URI, between the lines of PEM, or in quotes. */
async function findFrame(file: Upload): Promise<Frame> {
  const { head, tail } = await readEdges(file);
  const uri = /^data:[^,]*;\s*base64\s*,/i.exec(head);
  if (uri) return { start: uri[0].length, end: file.size };
  const pem = /^\s*-----BEGIN [^-]{1,64}-----\s/.exec(head);
  const pemEnd = tail.lastIndexOf("-----END ");
  if (pem && pemEnd >= 0) return { start: pem[0].length, end: file.size - tail.length + pemEnd };
  const quote = /^\s*(["'])/.exec(head);
  if (quote && tail.trimEnd().endsWith(quote[1] ?? ""))
    return { start: quote[0].length, end: file.size - tail.length + tail.trimEnd().length - 1 };
  return { start: 0, end: file.size };
}

async function readEdges(file: Upload): Promise<{ head: string; tail: string }> {
  let head = "";
  let tail = "";
  for await (const chunk of file.stream()) {
    const text = Buffer.from(chunk).toString("latin1");
    head ||= text.slice(0, headMax);
    tail = (tail + text).slice(-headMax);
  }
  return { head, tail };
}

/** Detects the alphabet. If both would match it is base64url, whose padding is optional. */
async function detectAlphabet(
  file: Upload,
  { variant, start, end }: { variant: Base64DecodeOptions["variant"] } & Frame,
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
