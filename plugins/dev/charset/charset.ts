import iconv from "iconv-lite";
import { createDecoder, validLength } from "../encoding/bytes.ts";
import dev from "../plugin.ts";
import type { UnencodableChoice } from "./request.ts";

/** Decodes bytes in a charset of the Encoding Standard, or in the one that they reveal. */
export function decodeCharset(
  bytes: Uint8Array,
  { charset, strict }: { charset: string; strict: boolean },
) {
  const bom = findBom(bytes);
  const name = charset === "auto" ? (bom?.charset ?? requireUtf8(bytes)) : resolveCharset(charset);
  const hasBom = bom?.charset === name;
  const content = hasBom ? bytes.subarray(bom.length) : bytes;
  const offset = bytes.length - content.length;
  const invalid = findInvalid(content, name);
  if (strict && invalid !== undefined)
    throw dev.error(
      "syntax_error",
      `The bytes are not valid ${name}: the character at offset ${invalid + offset} is invalid or truncated`,
      { at: "body", members: { offset: invalid + offset } },
    );
  const text = createDecoder(name).decode(content);
  const notes =
    invalid === undefined
      ? []
      : [`Invalid bytes became U+FFFD, the first at offset ${invalid + offset}`];
  return { text, charset: name, bytes: bytes.length, had_bom: hasBom, notes };
}

interface EncodeOptions {
  charset: string;
  unencodable: UnencodableChoice;
  bom: boolean;
}

/** Encodes a text in a charset. Each character is decoded again, so that none is changed silently. */
export function encodeCharset(text: string, { charset, unencodable, bom }: EncodeOptions) {
  const name = resolveCharset(charset);
  if (!iconv.encodingExists(name))
    throw dev.error("invalid_input", `body.charset must not be ${name}: it can only be decoded`, {
      at: "body.charset",
    });
  const mark = bom ? requireBom(name) : undefined;
  const chunks: Uint8Array[] = mark ? [mark] : [];
  const encodeCharacter = createCharacterEncoder(name);
  let replaced = 0;
  let at = 0;
  for (const character of text) {
    let encoded = encodeCharacter(character);
    if (!encoded) {
      if (unencodable === "fail") throw unencodableError(character, { at, name });
      replaced++;
      const substitute = unencodable === "xml" ? `&#${character.codePointAt(0)};` : "?";
      encoded = iconv.encode(substitute, name);
    }
    chunks.push(encoded);
    at += character.length;
  }
  const content = Buffer.concat(chunks);
  const notes = replaced === 0 ? [] : [`${replaced} characters that ${name} lacks were replaced`];
  return { data_base64: content.toBase64(), charset: name, bytes: content.length, notes, content };
}

function unencodableError(character: string, { at, name }: { at: number; name: string }) {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
  return dev.error(
    "not_convertible",
    `Cannot encode the character U+${code} at position ${at} in ${name}`,
    { at: "body.text", members: { offset: at } },
  );
}

/** Returns a function that encodes a character, or returns undefined if the charset lacks it. */
function createCharacterEncoder(name: string): (character: string) => Uint8Array | undefined {
  const decoder = createDecoder(name);
  const known = new Map<string, Uint8Array | undefined>();
  return (character) => {
    if (known.has(character)) return known.get(character);
    const bytes = iconv.encode(character, name, { addBOM: false });
    const encoded = decoder.decode(bytes) === character ? bytes : undefined;
    known.set(character, encoded);
    return encoded;
  };
}

/** Returns the name of a charset by any of its labels. */
function resolveCharset(label: string): string {
  const name = findName(label);
  if (name !== undefined) return name;
  throw dev.error(
    "invalid_input",
    `body.charset must be a charset of the Encoding Standard, such as utf-8, utf-16le, windows-1252, iso-8859-2, koi8-r, shift_jis, euc-jp, euc-kr, big5, gbk and gb18030: it is ${JSON.stringify(label)}`,
    { at: "body.charset" },
  );
}

function findName(label: string): string | undefined {
  try {
    return createDecoder(label).encoding;
  } catch {
    return undefined;
  }
}

const marks: readonly { charset: string; bytes: Uint8Array<ArrayBuffer> }[] = [
  { charset: "utf-8", bytes: Uint8Array.of(0xef, 0xbb, 0xbf) },
  { charset: "utf-16le", bytes: Uint8Array.of(0xff, 0xfe) },
  { charset: "utf-16be", bytes: Uint8Array.of(0xfe, 0xff) },
];

function findBom(bytes: Uint8Array): { charset: string; length: number } | undefined {
  const mark = marks.find((one) => one.bytes.every((byte, at) => bytes[at] === byte));
  return mark && { charset: mark.charset, length: mark.bytes.length };
}

function requireBom(name: string): Uint8Array {
  const mark = marks.find(({ charset }) => charset === name);
  if (mark) return mark.bytes;
  throw dev.error(
    "invalid_input",
    `body.bom must be false for ${name}: only utf-8, utf-16le and utf-16be have a byte order mark`,
    { at: "body.bom" },
  );
}

function requireUtf8(bytes: Uint8Array): string {
  if (findInvalid(bytes, "utf-8") === undefined) return "utf-8";
  throw dev.error(
    "syntax_error",
    "Cannot detect the charset: the bytes are not UTF-8 and have no byte order mark, so choose a charset",
    { at: "body" },
  );
}

/** Returns the offset of the first character that is invalid or truncated. */
function findInvalid(bytes: Uint8Array, name: string): number | undefined {
  if (isValid(bytes, name)) return undefined;
  let offset = validLength(bytes, name);
  // The prefix may end within a character, which has at most four bytes.
  for (let back = 0; back < 4 && back <= offset; back++)
    if (isValid(bytes.subarray(0, offset - back), name)) {
      offset -= back;
      break;
    }
  return offset;
}

function isValid(bytes: Uint8Array, name: string): boolean {
  try {
    createDecoder(name, { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
