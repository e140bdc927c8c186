import qr from "./plugin.ts";

/** The bytes of base64, alone or in a data URI. `at` is the field's place, for messages. */
export function bytesOf(text: string, at: string): Uint8Array {
  const comma = text.startsWith("data:") ? text.indexOf(",") : -1;
  const encoded = text.slice(comma + 1);
  const bytes = Buffer.from(encoded, "base64");
  const isUri = comma > 0 && text.slice(0, comma).endsWith(";base64");
  if (isUri === text.startsWith("data:") && isWritten(encoded, bytes)) return bytes;
  throw qr.error("invalid_input", `${at} must be base64, alone or as a data URI`, { at });
}

/** Whether the text is these bytes: `Buffer` passes over whatever is not base64. */
function isWritten(encoded: string, bytes: Buffer): boolean {
  const whole = bytes.toString("base64");
  const padding = whole.endsWith("==") ? 2 : whole.endsWith("=") ? 1 : 0;
  return encoded === whole || encoded === whole.slice(0, whole.length - padding);
}
