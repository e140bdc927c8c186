import { identifyHash, isExpected, listAlgorithmsByLength, readExpected } from "./expected.ts";
import { type Algorithm, computeDigest, type DigestEncoding } from "./hash.ts";

interface HashManyOptions {
  algorithms: readonly Algorithm[];
  encoding: DigestEncoding;
  /** A hash to compare with, in any common notation. */
  expected?: string | undefined;
}

/** Hashes bytes with several algorithms, and returns which of them produced an expected hash. */
export function hashMany(bytes: Uint8Array, { algorithms, encoding, expected }: HashManyOptions) {
  const digests = new Map(algorithms.map((name) => [name, computeDigest(bytes, name)]));
  const [first] = digests.values();
  if (!first) throw new RangeError("Cannot hash without an algorithm");
  const result = {
    hash: first.toString(encoding),
    hashes: mapDigests(digests, (digest) => digest.toString(encoding)),
    input_bytes: bytes.length,
  };
  if (expected === undefined) return { ...result, matched: null, identified: [] };
  const expectedHash = readExpected(expected);
  const matches = expectedHash.readings
    .flatMap((reading) => listAlgorithmsByLength(reading.length))
    .filter((by) =>
      isExpected(digests.get(by) ?? computeDigest(bytes, by), { ...expectedHash, by }),
    );
  return {
    ...result,
    matched: Object.fromEntries(
      [...new Set([...algorithms, ...matches])].map((by) => [by, matches.includes(by)]),
    ),
    identified: matches.length > 0 ? matches : identifyHash(expected),
  };
}

/** Formats the result as plain text: everything requested and nothing else. */
export function hashText({ hash, hashes, matched }: ReturnType<typeof hashMany>): string {
  if (matched) return String(Object.values(matched).includes(true));
  const lines = Object.entries(hashes).map(([name, value]) => `${name} ${value}`);
  return lines.length === 1 ? hash : lines.join("\n");
}

function mapDigests<T>(
  digests: Map<Algorithm, Buffer>,
  format: (digest: Buffer, by: Algorithm) => T,
): Record<string, T> {
  return Object.fromEntries([...digests].map(([by, digest]) => [by, format(digest, by)]));
}
