import { expectedHash, isExpected } from "./expected.ts";
import type { Algorithm, DigestEncoding } from "./hash.ts";
import { secretBytes, type secretEncodings } from "./secret.ts";

/** The algorithms of which an HMAC can be made: those that hash block by block. */
export const hmacAlgorithms = [
  "md5",
  "sha1",
  "sha224",
  "sha256",
  "sha384",
  "sha512",
  "sha512-224",
  "sha512-256",
  "sha3-224",
  "sha3-256",
  "sha3-384",
  "sha3-512",
  "blake2b256",
  "blake2b512",
  "ripemd160",
  "md4",
] as const satisfies Algorithm[];

export interface HmacOptions {
  key: string;
  key_encoding: (typeof secretEncodings)[number];
  algorithm: (typeof hmacAlgorithms)[number];
  encoding: DigestEncoding;
  /** An HMAC to compare with, in any usual spelling. */
  expected?: string | undefined;
}

/** Signs bytes with a key: RFC 2104. */
export function hmac(bytes: Uint8Array, options: HmacOptions) {
  const { key, key_encoding, algorithm, encoding, expected } = options;
  const secret = secretBytes(key, { as: key_encoding, at: "body.key" });
  const digest = new Bun.CryptoHasher(algorithm, secret).update(bytes).digest();
  const matches =
    expected === undefined
      ? null
      : isExpected(digest, { ...expectedHash(expected), by: algorithm });
  return { hmac: digest.toString(encoding), algorithm, encoding, matches };
}
