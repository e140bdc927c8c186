import { type Algorithm, algorithms } from "./hash.ts";

/** Bun makes no HMAC of these, and of most of them nobody does. */
const keyless = ["shake128", "shake256", "blake2s256", "crc32", "adler32", "xxhash64"] as const;

export type HmacAlgorithm = Exclude<Algorithm, (typeof keyless)[number]>;

/** The algorithms of which an HMAC can be made. */
export const hmacAlgorithms = algorithms.filter(
  (name): name is HmacAlgorithm => !(keyless as readonly string[]).includes(name),
);

/** The ways to write a secret. */
export const secretEncodings = ["utf8", "hex", "base64"] as const;
