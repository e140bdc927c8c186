import type { Upload } from "hub";
import { readOrRefuse } from "../json/fault.ts";
import dev from "../plugin.ts";
import { createDecoder, encodeUtf8 } from "./bytes.ts";
import { base64, decodeDigits, hex as hexadecimal } from "./digits.ts";
import { decodeOrTidy, tidyBase64, tidyHex } from "./tidy.ts";

interface SourceBody {
  text?: string | undefined;
  hex?: string | undefined;
  data_base64?: string | undefined;
  file?: Upload | undefined;
}

/** Input of any size, in chunks. */
export interface InputSource {
  size: number;
  /** Reads the input from its beginning. */
  read(): AsyncIterable<Uint8Array>;
}

interface SourceOptions {
  /** Whether the endpoint reads the input as the whole body, too. */
  allowsWholeBody?: boolean;
}

/** Returns the input of a body, without loading a file. */
export async function openSource(
  body: SourceBody,
  options: SourceOptions = {},
): Promise<InputSource> {
  const { file } = body;
  const others = [body.text, body.hex, body.data_base64].filter((source) => source !== undefined);
  if (file && others.length === 0) return { size: file.size, read: () => file.stream() };
  return toSource(await sourceBytes(body, options));
}

/** Returns bytes as a source. */
function toSource(bytes: Uint8Array): InputSource {
  return {
    size: bytes.length,
    async *read() {
      yield bytes;
    },
  };
}

const wholeBodyHint =
  ". Or send the input as the whole body, with Content-Type: text/plain or application/octet-stream";

interface TextBody {
  text: string | undefined;
  file: Upload | undefined;
  /** The name of the field with the text. */
  name: string;
  /** The size in bytes from which a file stays a file. */
  textMax: number;
}

/** Returns the text of a body, or the file with it if it is large. */
export async function readText({ text, file, name, textMax }: TextBody): Promise<string | Upload> {
  if ((text === undefined) === (file === undefined))
    throw dev.error(
      "invalid_input",
      `body must have one of ${name} and file: it has ${text === undefined ? "none" : "both"}${wholeBodyHint}`,
      { at: "body" },
    );
  if (!file || file.size > textMax) return file ?? text ?? "";
  let content = "";
  for await (const piece of decodePieces(file)) content += piece;
  return content;
}

/** Decodes a text in pieces of whole characters: UTF-16 by its byte order mark, or the encoding of its media type. */
export async function* decodePieces(file: Upload): AsyncGenerator<string> {
  let decode: ReturnType<typeof createPieceDecoder> | undefined;
  for await (const chunk of file.stream()) {
    decode ??= createPieceDecoder(file.type, chunk);
    yield decode(chunk, true);
  }
  if (decode) yield decode(new Uint8Array(), false);
}

function createPieceDecoder(type: string, head: Uint8Array) {
  const charset = findUtf16(head) ?? /;\s*charset=([^;\s]+)/.exec(type)?.[1] ?? "utf-8";
  const createError = () =>
    dev.error("invalid_input", `The body must be ${describeCharset(charset, head)}`, {
      at: "body",
    });
  let decoder: TextDecoder;
  try {
    decoder = createDecoder(charset, { fatal: true });
  } catch {
    throw createError();
  }
  return (chunk: Uint8Array, stream: boolean): string => {
    try {
      return decoder.decode(chunk, { stream });
    } catch {
      throw createError();
    }
  };
}

function findUtf16([first, second]: Uint8Array): string | undefined {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : undefined;
}

/** Describes the text that was expected, and how to send what was found instead. */
function describeCharset(charset: string, [first, second]: Uint8Array): string {
  if (!/^utf-?8$/.test(charset)) return `text in the encoding ${charset}`;
  return first === 0x1f && second === 0x8b
    ? "UTF-8: it begins like gzip, which needs the header Content-Encoding: gzip"
    : "UTF-8, or text/plain with its charset in the header Content-Type";
}

/** Returns the input bytes of a body. */
export async function sourceBytes(
  { text, hex, data_base64, file }: SourceBody,
  { allowsWholeBody = true }: SourceOptions = {},
) {
  const given = [text, hex, data_base64, file].filter((source) => source !== undefined);
  if (given.length !== 1)
    throw dev.error(
      "invalid_input",
      `body must have one of text, hex, data_base64 and file: it has ${given.length || "none"}${allowsWholeBody ? wholeBodyHint : ""}`,
      { at: "body" },
    );
  if (file) return file.bytes();
  if (text !== undefined) return readOrRefuse(text, "body.text", () => encodeUtf8(text));
  const [at, data, digits] =
    hex !== undefined
      ? ["body.hex", hex, hexadecimal]
      : ["body.data_base64", data_base64 ?? "", base64];
  return readOrRefuse(data, at, () => {
    const decode = (digitText: string) => decodeDigits(digitText, digits, { strict: true });
    const tidy = digits === hexadecimal ? tidyHex(data) : tidyBase64(data);
    return decodeOrTidy(() => decode(data), { tidy, decode }).bytes;
  });
}
