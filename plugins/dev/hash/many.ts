import { asTable } from "hub";
import type { InputSource } from "../encoding/source.ts";
import { digestChunks } from "./digester.ts";
import { identifyHash, isExpected, listAlgorithmsByLength, readExpected } from "./expected.ts";
import type { Algorithm, DigestEncoding } from "./hash.ts";

interface HashManyOptions {
  algorithms: readonly Algorithm[];
  encoding: DigestEncoding;
  /** A hash to compare with, in any common notation. */
  expected?: string | undefined;
}

/** Hashes bytes with several algorithms, and returns which of them produced an expected hash. */
export async function hashMany(
  source: InputSource,
  { algorithms, encoding, expected }: HashManyOptions,
) {
  const digests = await digestChunks(source.read(), algorithms);
  const [first] = digests.values();
  if (!first) throw new RangeError("Cannot hash without an algorithm");
  const result = {
    hash: first.toString(encoding),
    hashes: mapDigests(digests, (digest) => digest.toString(encoding)),
    input_bytes: source.size,
  };
  if (expected === undefined) return { ...result, matched: null, identified: [] };
  const expectedHash = readExpected(expected);
  const candidates = expectedHash.readings.flatMap((reading) =>
    listAlgorithmsByLength(reading.length),
  );
  const missing = candidates.filter((name) => !digests.has(name));
  const others = missing.length > 0 ? await digestChunks(source.read(), missing) : digests;
  const matches = candidates.filter((by) => {
    const digest = digests.get(by) ?? others.get(by);
    return digest !== undefined && isExpected(digest, { ...expectedHash, by });
  });
  return {
    ...result,
    matched: Object.fromEntries(
      [...new Set([...algorithms, ...matches])].map((by) => [by, matches.includes(by)]),
    ),
    identified: matches.length > 0 ? matches : identifyHash(expected),
  };
}

/** Formats the result as plain text: everything requested and nothing else. */
export function hashText(
  { hash, hashes, matched }: Awaited<ReturnType<typeof hashMany>>,
  name: string | undefined,
): string {
  if (matched) return String(Object.values(matched).includes(true));
  if (name !== undefined) return writeChecksums(hashes, name);
  const lines = Object.entries(hashes).map(([name, value]) => `${name} ${value}`);
  return lines.length === 1 ? hash : lines.join("\n");
}

/** Writes the lines of a checksum file: as `sha256sum` for one algorithm, and with `--tag` for several. */
function writeChecksums(hashes: Record<string, string>, name: string): string {
  const escapes: Record<string, string> = asTable({ "\\": "\\\\", "\n": "\\n", "\r": "\\r" });
  const escaped = name.replace(/[\\\n\r]/g, (char) => escapes[char] ?? char);
  // A backslash at the start of the line says that the name has escapes.
  const mark = escaped === name ? "" : "\\";
  const entries = Object.entries(hashes);
  const lines = entries.map(([by, hash]) =>
    entries.length === 1
      ? `${mark}${hash}  ${escaped}`
      : `${mark}${tags[by] ?? by.toUpperCase()} (${escaped}) = ${hash}`,
  );
  return `${lines.join("\n")}\n`;
}

/** The names of algorithms in checksum files that aren't ours in capitals. */
const tags: Record<string, string> = asTable({
  "sha512-224": "SHA512/224",
  "sha512-256": "SHA512/256",
  blake2b512: "BLAKE2b",
  blake2b256: "BLAKE2b-256",
});

function mapDigests<T>(
  digests: Map<Algorithm, Buffer>,
  format: (digest: Buffer, by: Algorithm) => T,
): Record<string, T> {
  return Object.fromEntries([...digests].map(([by, digest]) => [by, format(digest, by)]));
}
