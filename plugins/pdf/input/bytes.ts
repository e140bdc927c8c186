import pdf from "../plugin.ts";

/** The bytes of base64, alone or in a data URI. `at` is the field's place, for messages. */
export function bytesOfBase64(text: string, at: string): Uint8Array<ArrayBuffer> {
  const comma = text.startsWith("data:") ? text.indexOf(",") : -1;
  try {
    return Uint8Array.fromBase64(comma < 0 ? text : text.slice(comma + 1));
  } catch (cause) {
    throw pdf.error("invalid_input", `${at} must be base64, alone or as a data URI`, { at, cause });
  }
}

/** Refuses a file that has more bytes than it may. */
export function checkSize({ byteLength }: Uint8Array, at: string): void {
  const { fileBytesMax } = pdf.limits;
  if (byteLength > fileBytesMax)
    throw pdf.error("payload_too_large", `${at} must have at most ${fileBytesMax} bytes`, {
      at,
      members: { max_bytes: fileBytesMax },
    });
}
