import { Fault } from "../json/fault.ts";
import { decodeUtf8, expectationFault } from "./bytes.ts";
import { base64, base64url, decodeDigits } from "./digits.ts";
import { guessMime } from "./mime.ts";
import type { Base64DecodeOptions, Base64EncodeOptions } from "./request.ts";
import { decodeOrTidy, tidyBase64 } from "./tidy.ts";

/** Encodes bytes as base64. */
export function base64Encode(bytes: Uint8Array, { url_safe, padding, wrap }: Base64EncodeOptions) {
  const line = bytes.toBase64({
    alphabet: url_safe ? "base64url" : "base64",
    omitPadding: !padding,
  });
  const result = wrap > 0 ? wrapLines(line, wrap) : line;
  return { result, input_bytes: bytes.length, output_length: result.length };
}

/** Decodes base64: plain, in a data URI, in PEM, or between blanks. */
export function base64Decode(data: string, options: Base64DecodeOptions) {
  const { mediaType } = parseDataUri(data);
  const { bytes, notes } = decodeOrTidy(() => decodeBase64(data, options), {
    tidy: tidyBase64(data),
    decode: (tidied) => decodeBase64(tidied, options),
  });
  const text = decodeUtf8(bytes);
  return {
    text,
    is_text: text !== null,
    base64_clean: bytes.toBase64(),
    hex: bytes.toHex(),
    bytes: bytes.length,
    mime_guess: mediaType ?? guessMime(bytes, text),
    notes,
  };
}

function decodeBase64(data: string, { variant, strict }: Base64DecodeOptions) {
  const { from } = parseDataUri(data);
  const digits = detectAlphabet(data, { variant, from });
  return decodeDigits(data, digits, { strict, from });
}

function wrapLines(line: string, width: number): string {
  const breaks = Math.max(0, Math.ceil(line.length / width) - 1);
  const text = Buffer.alloc(line.length + breaks, "\n");
  for (let at = 0, length = 0; at < line.length; at++) {
    if (at > 0 && at % width === 0) length++;
    text[length++] = line.charCodeAt(at);
  }
  return text.toString("latin1");
}

/** Returns the start of the data in a data URI (RFC 2397), and the media type it declares. */
function parseDataUri(data: string): { from: number; mediaType?: string } {
  if (data.slice(0, 5).toLowerCase() !== "data:") return { from: 0 };
  const comma = data.indexOf(",");
  if (comma < 0) throw new Fault('Expected a "," before the data of the data URI', data.length);
  const [mediaType = "", ...parameters] = data.slice(5, comma).split(";");
  if (parameters.at(-1)?.trim().toLowerCase() !== "base64")
    throw expectationFault('";base64"', data, comma);
  return { from: comma + 1, mediaType: mediaType.trim().toLowerCase() || "text/plain" };
}

/** Detects the alphabet. If both would match it is base64url, whose padding is optional. */
function detectAlphabet(data: string, { variant, from }: { variant: string; from: number }) {
  if (variant !== "auto") return variant === "url" ? base64url : base64;
  for (let at = from; at < data.length; at++) {
    const char = data.charCodeAt(at);
    if (char === 0x2b || char === 0x2f) return base64;
    if (char === 0x2d || char === 0x5f) return base64url;
  }
  return base64url;
}
