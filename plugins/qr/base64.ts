import qr from "./plugin.ts";

/** The bytes of base64, alone or in a data URI. `at` is the field's place, for messages. */
export function bytesOf(text: string, at: string): Uint8Array {
  const comma = text.indexOf(",");
  const isUri = text.startsWith("data:") && text.slice(0, Math.max(0, comma)).endsWith(";base64");
  try {
    return Uint8Array.fromBase64(isUri ? text.slice(comma + 1) : text);
  } catch (cause) {
    throw qr.error("invalid_input", `${at} must be base64, alone or as a data URI`, { at, cause });
  }
}
