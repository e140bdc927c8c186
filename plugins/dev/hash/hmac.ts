import { expectedHash, isExpected } from "./expected.ts";
import { type Algorithm, algorithms, type DigestEncoding } from "./hash.ts";
import { secretBytes, type secretEncodings } from "./secret.ts";

/** Bun makes no HMAC of these, and of most of them nobody does. */
const keyless = ["shake128", "shake256", "blake2s256", "crc32", "adler32", "xxhash64"] as const;

export type HmacAlgorithm = Exclude<Algorithm, (typeof keyless)[number]>;

/** The algorithms of which an HMAC can be made. */
export const hmacAlgorithms = algorithms.filter(
  (name): name is HmacAlgorithm => !(keyless as readonly string[]).includes(name),
);

export interface HmacOptions {
  key: string;
  key_encoding: (typeof secretEncodings)[number];
  algorithm: HmacAlgorithm;
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
