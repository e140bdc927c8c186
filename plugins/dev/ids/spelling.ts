import { base64, base64url, type Digits, decodeDigits } from "../encoding/digits.ts";
import type { UuidSpelling } from "./request.ts";

/** Formats the bytes of a UUID. */
export function spell(
  bytes: Uint8Array,
  { format, uppercase = false }: { format: UuidSpelling; uppercase?: boolean },
): string {
  if (format === "base64") return bytes.toBase64();
  const hex = uppercase ? bytes.toHex().toUpperCase() : bytes.toHex();
  if (format === "hex") return hex;
  const standard = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
  if (format === "urn") return `urn:uuid:${standard}`;
  return format === "braced" ? `{${standard}}` : standard;
}

/** Parses a UUID in any of its notations. Returns undefined if the text isn't a UUID. */
export function readUuid(text: string): Uint8Array | undefined {
  const digits = bareUuid(text);
  if (hyphenated.test(digits)) return Uint8Array.fromHex(digits.replaceAll("-", ""));
  if (/^[0-9a-f]{32}$/i.test(digits)) return Uint8Array.fromHex(digits);
  if (digits === text && (text.length === 22 || text.length === 24)) return fromBase64(text);
  return undefined;
}

/** Removes braces and the URN prefix. */
export function bareUuid(text: string): string {
  if (text.slice(0, 9).toLowerCase() === "urn:uuid:") return text.slice(9);
  return text.startsWith("{") && text.endsWith("}") ? text.slice(1, -1) : text;
}

const hyphenated = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

const unpadded: Digits = { ...base64, padding: "may" };

function fromBase64(text: string): Uint8Array | undefined {
  const digits = /[+/]/.test(text) ? unpadded : base64url;
  try {
    const bytes = decodeDigits(text, digits, { strict: true });
    return bytes.length === 16 ? bytes : undefined;
  } catch {
    return undefined;
  }
}
