import { encodeUtf8 } from "../encoding/bytes.ts";
import { base32, base64, decodeDigits, hex } from "../encoding/digits.ts";
import { Fault } from "../json/fault.ts";
import dev from "../plugin.ts";
import type { secretEncodings } from "./hmac-options.ts";

const digits = { hex, base64, base32 };

/** Decodes a key or password to bytes. An error names the position, but reveals nothing of the secret. */
export function secretBytes(
  secret: string,
  { as, at }: { as: (typeof secretEncodings)[number] | "base32"; at: string },
): Uint8Array<ArrayBuffer> {
  try {
    if (as === "utf8") return encodeUtf8(secret);
    return decodeDigits(secret, digits[as], { strict: true });
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    throw dev.error(
      "invalid_input",
      `${at} must be ${as}: the first error is at position ${error.offset}`,
      { at },
    );
  }
}
