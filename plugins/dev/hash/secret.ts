import { encodeUtf8 } from "../encoding/bytes.ts";
import { base32, base64, decodeDigits, hex } from "../encoding/digits.ts";
import { decodeOrTidy, tidyHex } from "../encoding/tidy.ts";
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
    const decode = (data: string) => decodeDigits(data, digits[as], { strict: true });
    const tidy = as === "hex" ? tidyHex(secret) : undefined;
    return decodeOrTidy(() => decode(secret), { tidy, decode }).bytes;
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    throw dev.error(
      "invalid_input",
      `${at} must be ${as}: the first error is at position ${error.offset}`,
      { at },
    );
  }
}
