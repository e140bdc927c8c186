import { analyse } from "chardet";
import iconv from "iconv-lite";
import { createDecoder, validLength } from "../encoding/bytes.ts";
import type { InputSource } from "../encoding/source.ts";
import dev from "../plugin.ts";
import type { UnencodableChoice } from "./request.ts";

interface DecodeOptions {
  charset: string;
  strict: boolean;
}

/** Decodes bytes in a charset of the Encoding Standard, or in the one that they reveal. */
export function decodeCharset(bytes: Uint8Array, { charset, strict }: DecodeOptions) {
  const bom = findBom(bytes);
  const name =
    charset === "auto" ? (bom?.charset ?? detectCharset(bytes)) : resolveCharset(charset);
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
  const restored = charset === "auto" && name === "utf-8" ? restoreMojibake(text) : undefined;
  const notes: string[] = [];
  if (invalid !== undefined)
    notes.push(`Invalid bytes became U+FFFD, the first at offset ${invalid + offset}`);
  if (charset === "auto" && !bom && name !== "utf-8") notes.push(guessNote);
  if (restored !== undefined)
    notes.push("UTF-8 that had been read as windows-1252 was restored: choose utf-8 to keep it");
  return { text: restored ?? text, charset: name, bytes: bytes.length, had_bom: hasBom, notes };
}

const guessNote = "The charset was guessed from the bytes: choose one if the text is wrong";

/** Decodes input of any size in pieces. Their text and errors are those of `decodeCharset`. */
export async function decodeCharsetStream(source: InputSource, options: DecodeOptions) {
  const bom = findBom(await readPrefix(source, markMax));
  const isAuto = options.charset === "auto" && !bom;
  const charset =
    options.charset === "auto"
      ? (bom?.charset ?? detectCharset(await readPrefix(source, detectedMax)))
      : resolveCharset(options.charset);
  const hasBom = bom?.charset === charset;
  const markLength = hasBom ? bom.length : 0;
  const guessNotes = isAuto && charset !== "utf-8" ? [guessNote] : [];
  const totals = { charset, bytes: source.size, had_bom: hasBom, notes: guessNotes };

  async function* write(): AsyncGenerator<string> {
    totals.notes = guessNotes;
    const lenient = createDecoder(charset);
    const fatal = createDecoder(charset, { fatal: true });
    let isValid = true;
    let end = 0;
    const decode = async (bytes: Uint8Array, stream: boolean) => {
      if (isValid && !accepts(fatal, bytes, stream)) {
        isValid = false;
        const { notes } = decodeCharset(await readPrefix(source, end), { ...options, charset });
        totals.notes = [...notes, ...guessNotes];
      }
      return lenient.decode(bytes, { stream });
    };
    for await (const chunk of source.read()) {
      const start = Math.max(0, markLength - end);
      end += chunk.length;
      yield await decode(chunk.subarray(start), true);
    }
    yield await decode(new Uint8Array(), false);
  }

  return { write, finish: () => totals };
}

function accepts(decoder: TextDecoder, bytes: Uint8Array, stream: boolean): boolean {
  try {
    decoder.decode(bytes, { stream });
    return true;
  } catch {
    return false;
  }
}

async function readPrefix(source: InputSource, length: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of source.read()) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= length) break;
  }
  return Buffer.concat(chunks).subarray(0, length);
}

interface EncodeOptions {
  charset: string;
  unencodable: UnencodableChoice;
  bom: boolean;
}

/** Encodes a text in a charset. Each character is decoded again, so that none is changed silently. */
export function encodeCharset(text: string, options: EncodeOptions) {
  const encoder = new CharsetEncoder(options);
  const content = Buffer.concat([encoder.mark, ...encoder.encode(text)]);
  return { data_base64: content.toBase64(), ...encoder.count(content.length), content };
}

/** Encodes the pieces of a text of any size. */
export function encodeCharsetStream(read: () => AsyncIterable<string>, options: EncodeOptions) {
  let encoder = new CharsetEncoder(options);
  let bytes = 0;

  async function* write(): AsyncGenerator<Uint8Array> {
    encoder = new CharsetEncoder(options);
    bytes = encoder.mark.length;
    yield encoder.mark;
    for await (const piece of read())
      for (const encoded of encoder.encode(piece)) {
        bytes += encoded.length;
        yield encoded;
      }
  }

  return { write, finish: () => encoder.count(bytes) };
}

/** The number of characters that are encoded at once. */
const chunkCharacters = 16_384;

class CharsetEncoder {
  /** The byte order mark, if requested. */
  readonly mark: Uint8Array;
  readonly #name: string;
  readonly #unencodable: UnencodableChoice;
  readonly #encodeCharacter: ReturnType<typeof createCharacterEncoder>;
  /** Position in the text, in UTF-16 units. */
  #at = 0;
  #replaced = 0;

  constructor({ charset, unencodable, bom }: EncodeOptions) {
    this.#name = resolveCharset(charset);
    this.#unencodable = unencodable;
    if (!iconv.encodingExists(this.#name))
      throw dev.error(
        "invalid_input",
        `body.charset must not be ${this.#name}: it can only be decoded`,
        { at: "body.charset" },
      );
    this.mark = bom ? requireBom(this.#name) : new Uint8Array();
    this.#encodeCharacter = createCharacterEncoder(this.#name);
  }

  /** Encodes whole characters, in chunks. */
  *encode(text: string): Generator<Uint8Array> {
    let characters: Uint8Array[] = [];
    for (const character of text) {
      characters.push(this.#encodeCharacter(character) ?? this.#replace(character));
      this.#at += character.length;
      if (characters.length < chunkCharacters) continue;
      yield Buffer.concat(characters);
      characters = [];
    }
    yield Buffer.concat(characters);
  }

  #replace(character: string): Uint8Array {
    if (this.#unencodable === "fail") {
      const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
      throw dev.error(
        "not_convertible",
        `Cannot encode the character U+${code} at position ${this.#at} in ${this.#name}`,
        { at: "body.text", members: { offset: this.#at } },
      );
    }
    this.#replaced++;
    const substitute = this.#unencodable === "xml" ? `&#${character.codePointAt(0)};` : "?";
    return iconv.encode(substitute, this.#name);
  }

  /** Returns the facts about the encoded text. */
  count(bytes: number) {
    const notes =
      this.#replaced === 0
        ? []
        : [`${this.#replaced} characters that ${this.#name} lacks were replaced`];
    return { charset: this.#name, bytes, notes };
  }
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

/** The length of the longest mark. */
const markMax = 3;

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

/** The number of bytes from which a charset is detected. */
const detectedMax = 65_536;

/** The lowest confidence of a guess, in percent. Random bytes stay below it. */
const confidenceMin = 10;

/** Returns the charset of bytes without a byte order mark: UTF-8 if they are, or the most likely one. */
function detectCharset(bytes: Uint8Array): string {
  const start = bytes.subarray(0, detectedMax);
  const isEscaped = Buffer.from(start).includes("\x1b$");
  if (!isEscaped && isPlausible(start, "utf-8")) return "utf-8";
  const name = analyse(start)
    .filter(({ confidence }) => confidence >= confidenceMin)
    .map((match) => findName(match.name))
    .find((found) => found !== undefined && isPlausible(start, found));
  if (name !== undefined) return name;
  if (isPlausible(start, "utf-8")) return "utf-8";
  throw dev.error(
    "syntax_error",
    "Cannot detect the charset: the bytes are not UTF-8 and fit no other, so choose a charset",
    { at: "body" },
  );
}

/** Returns whether bytes are text in a charset. The last character of a long text may be cut off. */
function isPlausible(bytes: Uint8Array, name: string): boolean {
  try {
    const stream = bytes.length === detectedMax;
    const text = createDecoder(name, { fatal: true }).decode(bytes, { stream });
    // Terminals' colours are text.
    const plain = text.replaceAll("\x1b[", "");
    return name === "utf-8" || !/[\p{Co}\p{Cn}]|(?!\s)\p{Cc}/u.test(plain);
  } catch {
    return false;
  }
}

/**
 * Returns the original of a text whose UTF-8 was decoded as windows-1252, such as "FranÃ§ois". Undefined if one
 * character contradicts it.
 */
function restoreMojibake(text: string): string | undefined {
  if (!/[\u00c2-\u00f4]/.test(text)) return undefined;
  const encode = createCharacterEncoder("windows-1252");
  const bytes: Uint8Array[] = [];
  for (const character of text) {
    const encoded = encode(character);
    if (!encoded) return undefined;
    bytes.push(encoded);
  }
  const original = Buffer.concat(bytes);
  return isValid(original, "utf-8") ? original.toString() : undefined;
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
