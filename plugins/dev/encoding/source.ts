import type { Upload } from "hub";
import { readOrRefuse } from "../json/fault.ts";
import dev from "../plugin.ts";
import { createDecoder, decodeUtf8, encodeUtf8 } from "./bytes.ts";
import { base64, decodeDigits, hex as hexadecimal } from "./digits.ts";
import { decodeOrTidy, tidyBase64, tidyHex } from "./tidy.ts";

interface SourceBody {
  text?: string | undefined;
  hex?: string | undefined;
  data_base64?: string | undefined;
  file?: Upload | undefined;
}

/** Input of any size, in chunks. */
export interface Source {
  size: number;
  /** Reads the input from its beginning. */
  read(): AsyncIterable<Uint8Array>;
}

/** Returns the input of a body, without loading a file. */
export async function openSource(body: SourceBody): Promise<Source> {
  const { file } = body;
  const others = [body.text, body.hex, body.data_base64].filter((source) => source !== undefined);
  if (file && others.length === 0) return { size: file.size, read: () => file.stream() };
  return toSource(await sourceBytes(body));
}

/** Returns bytes as a source. */
function toSource(bytes: Uint8Array): Source {
  return {
    size: bytes.length,
    async *read() {
      yield bytes;
    },
  };
}

const wholeBodyHint =
  "Or send the input as the whole body, with Content-Type: text/plain or application/octet-stream";

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
      `body must have one of ${name} and file: it has ${text === undefined ? "none" : "both"}. ${wholeBodyHint}`,
      { at: "body" },
    );
  if (!file || file.size > textMax) return file ?? text ?? "";
  const content = decodeUtf8(await file.bytes());
  if (content === null) throw createCharsetError();
  return content;
}

/** Decodes UTF-8 in pieces of whole characters. */
export async function* decodePieces(file: Upload): AsyncGenerator<string> {
  const decoder = createDecoder("utf-8", { fatal: true });
  const decode = (chunk: Uint8Array, stream: boolean) => {
    try {
      return decoder.decode(chunk, { stream });
    } catch {
      throw createCharsetError();
    }
  };
  for await (const chunk of file.stream()) yield decode(chunk, true);
  yield decode(new Uint8Array(), false);
}

function createCharsetError(): Error {
  return dev.error("invalid_input", "The body must be UTF-8", { at: "body" });
}

/** Returns the input bytes of a body. */
export async function sourceBytes({ text, hex, data_base64, file }: SourceBody) {
  const given = [text, hex, data_base64, file].filter((source) => source !== undefined);
  if (given.length !== 1)
    throw dev.error(
      "invalid_input",
      `body must have one of text, hex, data_base64 and file: it has ${given.length || "none"}. ${wholeBodyHint}`,
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
