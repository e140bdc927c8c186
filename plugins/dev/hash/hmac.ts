import type { InputSource } from "../encoding/source.ts";
import { findName } from "../spelling.ts";
import { isExpected, readExpected } from "./expected.ts";
import { type HmacOptions, hmacAlgorithms } from "./hmac-options.ts";
import { secretBytes } from "./secret.ts";

/** Computes the HMAC of input of any size: RFC 2104. */
export async function signHmac(source: InputSource, options: HmacOptions) {
  const { key, key_encoding, encoding, expected } = options;
  const algorithm = findName(options.algorithm, hmacAlgorithms);
  const secret = secretBytes(key, { as: key_encoding, at: "body.key" });
  const hasher = new Bun.CryptoHasher(algorithm, secret);
  for await (const chunk of source.read()) hasher.update(chunk);
  const digest = hasher.digest();
  const matches =
    expected === undefined
      ? null
      : isExpected(digest, { ...readExpected(expected), by: algorithm });
  return { hmac: digest.toString(encoding), algorithm, encoding, matches };
}
