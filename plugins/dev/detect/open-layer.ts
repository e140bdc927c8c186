import { gunzipSync, inflateSync, zstdDecompressSync } from "node:zlib";
import { base64Decode } from "../encoding/base64.ts";
import { decode } from "../encoding/formats.ts";
import type { FormatName } from "../encoding/request.ts";
import dev from "../plugin.ts";

/** A layer that was opened: its kind, and what is inside. */
export interface OpenedLayer {
  kind: string;
  bytes: Uint8Array;
}

/** A layer of text: how to recognize it, and the format that decodes it. */
interface TextLayer {
  kind: string;
  format: FormatName;
  looksLike(text: string): boolean;
}

const textLayers: readonly TextLayer[] = [
  {
    kind: "ascii85",
    format: "base85",
    looksLike: (text) => text.startsWith("<~") && text.endsWith("~>"),
  },
  {
    kind: "binary",
    format: "binary",
    looksLike: (text) => /^[01\s]+$/.test(text) && text.replace(/\s/g, "").length % 8 === 0,
  },
  { kind: "hex", format: "hex", looksLike: looksLikeHex },
  {
    kind: "unicode-escape",
    format: "unicode-escape",
    looksLike: (text) => /\\u[\da-f]{4}|\\u\{[\da-f]{2,6}\}/i.test(text) && !/^\s*[[{"]/.test(text),
  },
  {
    kind: "json-string",
    format: "json-string",
    looksLike: (text) => /^".*"$/s.test(text) && /\\["\\nrtu/]/.test(text),
  },
  {
    kind: "html",
    format: "html",
    looksLike: (text) =>
      !text.includes("<") && /&(?:[a-z]{2,8}|#\d{2,7}|#x[\da-f]{2,6});/i.test(text),
  },
  {
    kind: "url",
    format: "url-component",
    looksLike: (text) => /%[\da-f]{2}/i.test(text) && !/\s|^[a-z][a-z\d+.-]*:\/\//i.test(text),
  },
  {
    kind: "quoted-printable",
    format: "quoted-printable",
    looksLike: (text) => /=(?:3D|20|09|[89A-F][\dA-F])/.test(text) || hasSoftBreaks(text),
  },
  {
    kind: "base32",
    format: "base32",
    looksLike: (text) => /^(?:[A-Z2-7\n]{8})*[A-Z2-7=]{8}$/.test(text) && text.length >= 16,
  },
  {
    kind: "morse",
    format: "morse",
    looksLike: (text) => /^[.-]{1,6}(?:[ /]+[.-]{1,6}){2,}$/.test(text),
  },
];

/** Returns whether all lines that end with "=" have the length at which mailers break lines. */
function hasSoftBreaks(text: string): boolean {
  const broken = text.split("\n").filter((line) => line.endsWith("="));
  return text.includes("=\n") && broken.every(({ length }) => length >= 72 && length <= 76);
}

/** Numbers of digits of common checksums. */
const hashLengths: ReadonlySet<number> = new Set([32, 40, 56, 64, 96, 128]);

/** Returns whether a text has the form of a checksum. */
export function isHashLength(text: string): boolean {
  return hashLengths.has(text.length) && /^[\da-f]+$/i.test(text);
}

function looksLikeHex(text: string): boolean {
  const digits = text.replace(/\\x|0x|[\s:,]/gi, "");
  // Without letters or separators it may be a number.
  const lengthMin = /^\d+$/.test(text) ? 16 : 8;
  return digits.length >= lengthMin && digits.length % 2 === 0 && /^[\da-f]+$/i.test(digits);
}

/** Lists what a text may be, opened, the likeliest layer first. */
export async function* openText(text: string): AsyncGenerator<OpenedLayer> {
  const plain = text.trim();
  const payload = readToken(plain);
  if (payload) yield { kind: "jwt", bytes: payload };
  for (const { kind, format, looksLike } of textLayers)
    if (looksLike(plain)) {
      const bytes = (await decodeAs(text, format)) ?? (await decodeAs(plain, format));
      if (bytes) yield { kind, bytes };
    }
  const isUri = /^data:[^,]{0,100};base64,/.test(plain);
  const digits = plain.replace(/\s/g, "");
  const isDigits = digits.length >= 8 && /^[A-Za-z\d+/_-]+={0,2}$/.test(digits);
  if (!isUri && (!isDigits || / /.test(plain))) return;
  const bytes = decodeBase64(plain);
  if (bytes) yield { kind: isUri ? "data-uri" : "base64", bytes };
}

async function decodeAs(data: string, format: FormatName): Promise<Uint8Array | undefined> {
  try {
    const { result, hex } = await decode(data, { format, strict: true, idn: false });
    if (result === data) return undefined;
    return result === null ? Buffer.from(hex ?? "", "hex") : Buffer.from(result);
  } catch {
    return undefined;
  }
}

function decodeBase64(data: string): Uint8Array | undefined {
  try {
    return Buffer.from(base64Decode(data, { variant: "auto", strict: true }).hex, "hex");
  } catch {
    return undefined;
  }
}

/** Returns the payload of a signed token. */
function readToken(text: string): Uint8Array | undefined {
  const [, head, payload] = /^(ey[\w-]{8,})\.(ey[\w-]*)\.[\w-]*$/.exec(text) ?? [];
  if (!head || !payload) return undefined;
  const header = Buffer.from(head, "base64url").toString();
  return /"alg"\s*:/.test(header) ? Buffer.from(payload, "base64url") : undefined;
}

/** Compression formats by their first bytes. */
const magic: readonly (readonly [
  string,
  RegExp,
  (bytes: Uint8Array, options: object) => Buffer,
])[] = [
  ["gzip", /^1f8b08/, gunzipSync],
  ["zlib", /^78(?:01|5e|9c|da)/, inflateSync],
  ["zstd", /^28b52ffd/, zstdDecompressSync],
];

/** Opens compressed bytes. Returns undefined for others. */
export function openBytes(bytes: Uint8Array): OpenedLayer | undefined {
  const start = Buffer.from(bytes.subarray(0, 4)).toString("hex");
  for (const [kind, pattern, open] of magic)
    if (pattern.test(start))
      try {
        return { kind, bytes: open(bytes, { maxOutputLength: dev.limits.resultMax }) };
      } catch {
        return undefined;
      }
  return undefined;
}
