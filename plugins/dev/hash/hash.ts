import properties from "./algorithms.json" with { type: "json" };
import { sm3 } from "./sm3.ts";

/** Hash algorithms, by the names that callers use. */
export const algorithms = Object.keys(properties) as (keyof typeof properties)[];

/** Algorithms that the runtime's hasher lacks. */
const ownHashes = ["blake3", "sm3", "crc32", "adler32", "xxhash64"] as const;

/** Encodings of a digest. */
export const digestEncodings = ["hex", "base64", "base64url"] as const;

/**
 * A collision of an insecure one takes fewer than 2^112 steps, the minimum that NIST SP 800-57 accepts: through attacks on
 * MD4, MD5 and SHA-1, through the short output of RIPEMD-160 and 128-bit SHAKE128.
 */
export type Algorithm = (typeof algorithms)[number];
type OwnHash = (typeof ownHashes)[number];
export type DigestEncoding = (typeof digestEncodings)[number];

interface HashOptions {
  algorithm: Algorithm;
  encoding: DigestEncoding;
}

/** Hashes bytes or the UTF-8 encoding of a text. */
export function hash(input: string | Uint8Array, { algorithm, encoding }: HashOptions) {
  return {
    algorithm,
    // The hasher encodes the digest itself if possible: an intermediate buffer costs as much as the hash.
    hash: isNative(algorithm)
      ? Bun.CryptoHasher.hash(algorithm, input, encoding)
      : computeDigest(input, algorithm).toString(encoding),
    encoding,
    length_bits: getDigestLength(algorithm) * 8,
    input_bytes: typeof input === "string" ? Buffer.byteLength(input) : input.length,
    secure: properties[algorithm].secure,
  };
}

const lengths = new Map<Algorithm, number>();

/** Returns the length of an algorithm's digests in bytes. */
function getDigestLength(algorithm: Algorithm): number {
  const length = lengths.get(algorithm) ?? computeDigest("", algorithm).length;
  lengths.set(algorithm, length);
  return length;
}

/** Returns the bytes of a digest. Checksums are big-endian. */
export function computeDigest(input: string | Uint8Array, algorithm: Algorithm): Buffer {
  if (isNative(algorithm)) return Bun.CryptoHasher.hash(algorithm, input) as Buffer;
  if (algorithm === "blake3") return Buffer.from(loadBlake3()(Buffer.from(input)));
  if (algorithm === "sm3") return sm3(Buffer.from(input));
  const digest = Buffer.alloc(algorithm === "xxhash64" ? 8 : 4);
  if (algorithm === "xxhash64") digest.writeBigUInt64BE(Bun.hash.xxHash64(input));
  else digest.writeUInt32BE(Bun.hash[algorithm](input));
  return digest;
}

/** Loads the package on the first use of the algorithm. */
export function loadBlake3() {
  const { blake3 } = require("@noble/hashes/blake3.js") as typeof import("@noble/hashes/blake3.js");
  return blake3;
}

/** Returns whether the runtime's hasher has the algorithm. */
export function isNative(algorithm: Algorithm): algorithm is Exclude<Algorithm, OwnHash> {
  return !(ownHashes as readonly string[]).includes(algorithm);
}
