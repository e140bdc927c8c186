import { Fault, readOrRefuse } from "../json/fault.ts";
import dev from "../plugin.ts";
import { decodeBase45, encodeBase45 } from "./base45.ts";
import { ascii85, type Base85, decodeBase85, encodeBase85, z85 } from "./base85.ts";
import { decodeUtf8, validLength } from "./bytes.ts";
import {
  base32,
  base32hex,
  binary,
  crockford,
  type Digits,
  decodeDigits,
  decodeLooseDigits,
  encodeDigits,
  hex,
} from "./digits.ts";
import { escapeUnicode, unescapeJson, unescapeUnicode } from "./escapes.ts";
import { decodeHexdump, encodeHexdump } from "./hexdump.ts";
import { decodeHtml, encodeHtml, encodeHtmlFully } from "./html.ts";
import { decodeMorse, encodeMorse } from "./morse.ts";
import { component, type PercentRule, percentDecode, percentEncode, whole } from "./percent.ts";
import { base58, base62, decodePositional, encodePositional } from "./positional.ts";
import { decodePunycode, domainToAscii, domainToUnicode, encodePunycode } from "./punycode.ts";
import { decodeQuotedPrintable, encodeQuotedPrintable } from "./quoted-printable.ts";
import type { FormatName } from "./request.ts";
import { decodeOrTidy, tidyHex } from "./tidy.ts";

/** An encoding. */
interface Format {
  /** Maximum input size in bytes, for encodings that take quadratic time. */
  max?: number;
  encode(bytes: Uint8Array, options: FormatOptions): string;
  decode(data: string, options: FormatOptions): Uint8Array | string;
}

interface FormatOptions {
  /** Rejects everything outside the format's standard. Otherwise decoding is lenient. */
  strict: boolean;
  /** Whether Punycode input is a domain name. */
  idn: boolean;
}

/** Loads a format by name. */
export async function loadFormat(name: FormatName): Promise<Format> {
  const format: Format | (() => Promise<Format>) = formats[name];
  return typeof format === "function" ? format() : format;
}

const formats = {
  url: createPercentFormat(whole),
  "url-component": createPercentFormat(component),
  html: () => createHtmlFormat(encodeHtml),
  "html-full": () => createHtmlFormat(encodeHtmlFully),
  hex: { encode: (bytes) => bytes.toHex(), decode: createNumeralDecoder(hex) },
  hexdump: { encode: encodeHexdump, decode: decodeHexdump },
  binary: { encode: encodeBinary, decode: createNumeralDecoder(binary) },
  base32: createDigitFormat(base32),
  base32hex: createDigitFormat(base32hex),
  crockford: createDigitFormat(crockford),
  base45: { encode: encodeBase45, decode: decodeBase45 },
  base58: createPositionalFormat(base58),
  base62: createPositionalFormat(base62),
  base85: createBase85Format(ascii85),
  z85: createBase85Format(z85),
  punycode: {
    max: 2048,
    ...createTextFormat(
      (text, { idn }) => (idn ? domainToAscii(text) : encodePunycode(text)),
      (data, { idn }) => (idn ? domainToUnicode(data) : decodePunycode(data)),
    ),
  },
  "unicode-escape": createTextFormat(escapeUnicode, unescapeUnicode),
  "json-string": createTextFormat((text) => JSON.stringify(text), unescapeJson),
  "quoted-printable": { encode: encodeQuotedPrintable, decode: decodeQuotedPrintable },
  morse: { max: 65_536, ...createTextFormat(encodeMorse, decodeMorse) },
  rot13: createTextFormat(rot13, rot13),
} as const satisfies Record<FormatName, Format | (() => Promise<Format>)>;

/** Creates a format that only encodes text. Input that isn't UTF-8 is rejected. */
function createTextFormat(
  encode: (text: string, options: FormatOptions) => string,
  decode: (data: string, options: FormatOptions) => string,
): Format {
  return {
    encode(bytes, options) {
      const text = decodeUtf8(bytes);
      if (text === null)
        throw new Fault("The format encodes text: the input must be UTF-8", validLength(bytes));
      return encode(text, options);
    },
    decode,
  };
}

/** Creates an HTML format. The table of entity names has 40 KB and is loaded on demand. */
async function createHtmlFormat(
  write: (text: string, entities: typeof import("entities")) => string,
): Promise<Format> {
  const entities = await import("entities");
  return createTextFormat(
    (text) => write(text, entities),
    (data, { strict }) => decodeHtml(data, { strict, entities }),
  );
}

function createPercentFormat(rule: PercentRule): Format {
  return {
    encode: (bytes) => percentEncode(bytes, rule),
    decode: (data, { strict }) => percentDecode(data, { strict, rule }),
  };
}

function createDigitFormat(digits: Digits): Format {
  return {
    encode: (bytes) => encodeDigits(bytes, digits),
    decode: (data, options) => decodeDigits(data, digits, options),
  };
}

function createNumeralDecoder(digits: Digits): Format["decode"] {
  return (data, options) =>
    options.strict ? decodeDigits(data, digits, options) : decodeLooseDigits(data, digits);
}

function encodeBinary(bytes: Uint8Array): string {
  const text = Buffer.alloc(bytes.length * 9, " ");
  for (const [at, byte] of bytes.entries())
    for (let bit = 0; bit < 8; bit++) text[at * 9 + bit] = 0x30 | ((byte >> (7 - bit)) & 1);
  return text.toString("latin1", 0, Math.max(0, text.length - 1));
}

function createPositionalFormat(letters: string): Format {
  return {
    max: 8192,
    encode: (bytes) => encodePositional(bytes, letters),
    decode: (data, { strict }) => decodePositional(data, { strict, letters }),
  };
}

function createBase85Format(form: Base85): Format {
  return {
    encode: (bytes) => encodeBase85(bytes, form),
    decode: (data, { strict }) => decodeBase85(data, { strict, variant: form }),
  };
}

/** Rotates ASCII letters by 13 positions. Works on bytes: in UTF-8, no other character contains them. */
function rot13(text: string): string {
  const bytes = Buffer.from(text);
  for (const [at, byte] of bytes.entries()) {
    const letter = (byte | 0x20) - 0x61;
    if (letter >= 0 && letter < 26) bytes[at] = byte + (letter < 13 ? 13 : -13);
  }
  return bytes.toString();
}

interface ConvertOptions extends FormatOptions {
  format: FormatName;
  /** Text between the bytes of `hex`. */
  separator?: string;
}

/** Encodes bytes. */
export async function encode(bytes: Uint8Array, options: ConvertOptions) {
  const { format, separator = "" } = options;
  const { max = dev.limits.encodeBytesMax, encode } = await loadFormat(format);
  if (bytes.length > max)
    throw dev.error(
      "invalid_input",
      `body must have at most ${max} bytes for ${format}: it has ${bytes.length}`,
      { at: "body" },
    );
  const encoded = encodeOrRefuse(format, () => encode(bytes, options));
  const isSeparated = format === "hex" && separator !== "";
  const result = isSeparated
    ? encoded.replace(/..(?=.)/g, `$&${separator.replaceAll("$", "$$$$")}`)
    : encoded;
  return { result, input_bytes: bytes.length, output_length: result.length };
}

/** Decodes data. */
export async function decode(data: string, options: ConvertOptions) {
  const { format } = options;
  const { max, decode } = await loadFormat(format);
  if (max !== undefined && data.length > 2 * max)
    throw dev.error(
      "invalid_input",
      `body.data must have at most ${2 * max} characters for ${format}: it has ${data.length}`,
      { at: "body.data" },
    );
  const { bytes: decoded, notes } = readOrRefuse(data, "body.data", () =>
    decodeOrTidy(() => decode(data, options), {
      tidy: format === "hex" ? tidyHex(data) : undefined,
      decode: (tidied) => decode(tidied, options),
    }),
  );
  if (typeof decoded === "string")
    return { result: decoded, is_text: true, hex: null, bytes: Buffer.byteLength(decoded), notes };
  const result = decodeUtf8(decoded);
  return {
    result,
    is_text: result !== null,
    hex: result === null ? decoded.toHex() : null,
    bytes: decoded.length,
    notes,
  };
}

export function encodeOrRefuse(format: string, write: () => string): string {
  try {
    return write();
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const { message, offset } = error;
    const detail = `body cannot be encoded as ${format} at position ${offset}: ${message}`;
    throw dev.error("not_convertible", detail, { at: "body", members: { offset } });
  }
}
