import { type Algorithm, type DigestEncoding, digestOf } from "./hash.ts";
import { candidates, expectedHash, identified, isExpected } from "./hash-expected.ts";

export interface HashManyOptions {
  algorithms: readonly Algorithm[];
  encoding: DigestEncoding;
  /** A hash to compare with, in any usual spelling. */
  expected?: string | undefined;
}

/** Hashes bytes by several algorithms, and tells which of them made an expected hash. */
export function hashMany(bytes: Uint8Array, { algorithms, encoding, expected }: HashManyOptions) {
  const digests = new Map(algorithms.map((name) => [name, digestOf(bytes, name)]));
  const answer = {
    hashes: record(digests, (digest) => digest.toString(encoding)),
    input_bytes: bytes.length,
  };
  if (expected === undefined) return { ...answer, matched: null, identified: [] };
  const wanted = expectedHash(expected);
  const digest = (name: Algorithm) => digests.get(name) ?? digestOf(bytes, name);
  const proven = wanted.readings
    .flatMap((reading) => candidates(reading.length))
    .filter((name) => isExpected(digest(name), wanted));
  return {
    ...answer,
    matched: record(digests, (digest) => isExpected(digest, wanted)),
    identified: proven.length > 0 ? proven : identified(expected),
  };
}

function record<T>(digests: Map<Algorithm, Buffer>, of: (digest: Buffer) => T): Record<string, T> {
  return Object.fromEntries([...digests].map(([name, digest]) => [name, of(digest)]));
}
