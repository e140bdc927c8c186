import { Fault } from "../json/fault.ts";
import { reading } from "../json/reading.ts";
import dev from "../plugin.ts";
import { textOf } from "./bytes.ts";
import type { FormatName } from "./format-names.ts";
import { type FormatOptions, formatOf } from "./formats.ts";

export interface ConvertOptions extends FormatOptions {
  format: FormatName;
}

/** Writes bytes in a format. */
export async function encode(bytes: Uint8Array, options: ConvertOptions) {
  const { format } = options;
  const { max = dev.limits.encodeBytesMax, encode } = await formatOf(format);
  if (bytes.length > max)
    throw dev.error(
      "invalid_input",
      `body must have at most ${max} bytes for ${format}: it has ${bytes.length}`,
      { at: "body" },
    );
  const result = writing(format, () => encode(bytes, options));
  return { result, input_bytes: bytes.length, output_length: result.length };
}

/** Reads data of a format. */
export async function decode(data: string, options: ConvertOptions) {
  const { format } = options;
  const { max, decode } = await formatOf(format);
  if (max !== undefined && data.length > 2 * max)
    throw dev.error(
      "invalid_input",
      `body.data must have at most ${2 * max} characters for ${format}: it has ${data.length}`,
      { at: "body.data" },
    );
  const decoded = reading(data, "body.data", () => decode(data, options));
  if (typeof decoded === "string")
    return { result: decoded, is_text: true, hex: null, bytes: Buffer.byteLength(decoded) };
  const result = textOf(decoded);
  return {
    result,
    is_text: result !== null,
    hex: result === null ? decoded.toHex() : null,
    bytes: decoded.length,
  };
}

function writing(format: string, write: () => string): string {
  try {
    return write();
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const { message, offset } = error;
    const detail = `body cannot be written as ${format}, from position ${offset}: ${message}`;
    throw dev.error("not_convertible", detail, { at: "body", members: { offset } });
  }
}
