import dev from "./plugin.ts";

/** The ways a field may spell bytes. */
export const byteSpellings = ["utf8", "hex", "base64"] as const;

export type ByteSpelling = (typeof byteSpellings)[number];

/** Reads the bytes a field spells, and names the field where it spells none. */
export function bytesOf(
  value: string,
  { as, at }: { as: ByteSpelling; at: string },
): Uint8Array<ArrayBuffer> {
  switch (as) {
    case "utf8":
      // An encoder would put U+FFFD in its place, and the answer would be that of another text.
      if (!value.isWellFormed())
        throw dev.error("invalid_input", `${at} must be whole: it has half of a surrogate pair`, {
          at,
        });
      return new TextEncoder().encode(value);
    case "hex":
      try {
        return Uint8Array.fromHex(value);
      } catch (cause) {
        const message = `${at} must be pairs of hexadecimal digits`;
        throw dev.error("invalid_input", message, { at, cause });
      }
    case "base64":
      try {
        return Uint8Array.fromBase64(value, { lastChunkHandling: "strict" });
      } catch (cause) {
        throw dev.error("invalid_input", `${at} must be base64 with padding`, { at, cause });
      }
  }
}

/** The text that bytes are the UTF-8 of, or null where they are none. */
export function textOf(bytes: Uint8Array): string | null {
  try {
    // A byte order mark is part of the text: an answer without it would not encode back.
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
