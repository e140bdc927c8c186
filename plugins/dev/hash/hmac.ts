import { findName } from "../spelling.ts";
import { isExpected, readExpected } from "./expected.ts";
import { type HmacOptions, hmacAlgorithms } from "./hmac-options.ts";
import { secretBytes } from "./secret.ts";

/** Computes the HMAC of bytes: RFC 2104. */
export function signHmac(bytes: Uint8Array, options: HmacOptions) {
  const { key, key_encoding, encoding, expected } = options;
  const algorithm = findName(options.algorithm, hmacAlgorithms);
  const secret = secretBytes(key, { as: key_encoding, at: "body.key" });
  const digest = new Bun.CryptoHasher(algorithm, secret).update(bytes).digest();
  const matches =
    expected === undefined
      ? null
      : isExpected(digest, { ...readExpected(expected), by: algorithm });
  return { hmac: digest.toString(encoding), algorithm, encoding, matches };
}
