import { identifyHash, isExpected, listAlgorithmsByLength, readExpected } from "./expected.ts";
import { type Algorithm, computeDigest, type DigestEncoding } from "./hash.ts";

interface HashManyOptions {
  algorithms: readonly Algorithm[];
  encoding: DigestEncoding;
  /** A hash to compare with, in any usual spelling. */
  expected?: string | undefined;
}

/** Hashes bytes by several algorithms, and tells which of them made an expected hash. */
export function hashMany(bytes: Uint8Array, { algorithms, encoding, expected }: HashManyOptions) {
  const digests = new Map(algorithms.map((name) => [name, computeDigest(bytes, name)]));
  const [first] = digests.values();
  if (!first) throw new RangeError("Cannot hash by no algorithm");
  const answer = {
    hash: first.toString(encoding),
    hashes: mapDigests(digests, (digest) => digest.toString(encoding)),
    input_bytes: bytes.length,
  };
  if (expected === undefined) return { ...answer, matched: null, identified: [] };
  const wanted = readExpected(expected);
  const proven = wanted.readings
    .flatMap((reading) => listAlgorithmsByLength(reading.length))
    .filter((by) => isExpected(digests.get(by) ?? computeDigest(bytes, by), { ...wanted, by }));
  return {
    ...answer,
    matched: Object.fromEntries(
      [...new Set([...algorithms, ...proven])].map((by) => [by, proven.includes(by)]),
    ),
    identified: proven.length > 0 ? proven : identifyHash(expected),
  };
}

/** The same for who takes plain text: what was asked for, and nothing of it left out. */
export function hashText({ hash, hashes, matched }: ReturnType<typeof hashMany>): string {
  if (matched) return String(Object.values(matched).includes(true));
  const lines = Object.entries(hashes).map(([name, value]) => `${name} ${value}`);
  return lines.length === 1 ? hash : lines.join("\n");
}

function mapDigests<T>(
  digests: Map<Algorithm, Buffer>,
  of: (digest: Buffer, by: Algorithm) => T,
): Record<string, T> {
  return Object.fromEntries([...digests].map(([by, digest]) => [by, of(digest, by)]));
}
