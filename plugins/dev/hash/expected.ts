import { timingSafeEqual } from "node:crypto";
import { type Algorithm, algorithms, computeDigest } from "./hash.ts";

/** A hash as somebody handed it on: the bytes it may stand for, and the name it came under. */
interface ExpectedHash {
  /** In order of likelihood: most hexadecimal strings are base64 as well. */
  readings: Buffer[];
  /** The algorithm it named, as `sha256:…`, `SHA256 (file) = …` and `sha-256=:…:` do. */
  label: Algorithm | undefined;
}

/** Reads hex, base64, base64url, a checksum file's line, or either under the name of its kind. */
export function readExpected(written: string): ExpectedHash {
  const { name, value } = splitLabel(written.trim());
  const label = byPlainName.get(plainName(name));
  const bare = value.replace(/^0x/i, "");
  const readings = [fromHex(bare), fromBase64(bare)].filter((bytes) => bytes !== undefined);
  return { readings, label };
}

/** Whether a digest is the one expected; the time taken does not tell how much of it fits. */
export function isExpected(
  digest: Buffer,
  { readings, label, by }: ExpectedHash & { by: Algorithm },
): boolean {
  if (label !== undefined && label !== by) return false;
  return readings.some((bytes) => bytes.length === digest.length && timingSafeEqual(bytes, digest));
}

/** The algorithms whose hash it may be, by its form alone, the common ones first. */
export function identifyHash(written: string): string[] {
  const crypt = crypts.find(([prefix]) => written.trimStart().startsWith(prefix));
  if (crypt) return [crypt[1]];
  const { readings, label } = readExpected(written);
  const [bytes] = readings;
  if (!bytes) return [];
  return listAlgorithmsByLength(bytes.length).filter(
    (name) => label === undefined || name === label,
  );
}

/** The algorithms whose hashes are so many bytes long. */
export function listAlgorithmsByLength(bytes: number): Algorithm[] {
  return algorithms.filter((name) => lengths.get(name) === bytes);
}

/** Parts a hash from the name of its algorithm and of its file. */
function splitLabel(line: string): { name: string; value: string } {
  // As BSD's tools and OpenSSL write it; a file's name may hold anything.
  const open = line.indexOf("(");
  const close = line.lastIndexOf(")");
  if (open > 0 && close > open) {
    const after = line.slice(close + 1).trimStart();
    if (after.startsWith("=")) return { name: line.slice(0, open), value: after.slice(1).trim() };
  }
  const [word = ""] = line.split(/\s/, 1);
  // A name may hold the separator too, so the longest that is one counts; base64 may end in "=".
  for (let at = Math.min(word.length - 1, nameLengthMax); at > 0; at--) {
    if (!":=-".includes(word.charAt(at))) continue;
    const name = word.slice(0, at);
    if (!byPlainName.has(plainName(name))) continue;
    // RFC 9530 puts the base64 between colons.
    return { name, value: word.slice(at + 1).replace(/^:|:$/g, "") };
  }
  return { name: "", value: word };
}

const nameLengthMax = 16;

/** `SHA2-256`, `sha-256` and `sha256` are one name, and so are `SHA-512/256` and `sha512-256`. */
function plainName(name: string): string {
  const plain = name.toLowerCase().replace(/[^a-z0-9]/g, "");
  return /^sha2(?:224|256|384|512)/.test(plain) ? `sha${plain.slice(4)}` : plain;
}

function fromHex(text: string): Buffer | undefined {
  return /^(?:[0-9a-f]{2})+$/i.test(text) ? Buffer.from(text, "hex") : undefined;
}

function fromBase64(text: string): Buffer | undefined {
  return /^[\w+/-]+={0,2}$/.test(text) ? Buffer.from(text, "base64") : undefined;
}

const byPlainName: ReadonlyMap<string, Algorithm> = new Map(
  algorithms.map((name) => [name.replaceAll("-", ""), name]),
);

const lengths: ReadonlyMap<Algorithm, number> = new Map(
  algorithms.map((name) => [name, computeDigest("", name).length]),
);

/** What the hashes of passwords begin with. */
const crypts: readonly (readonly [string, string])[] = [
  ["$argon2id$", "argon2id"],
  ["$argon2i$", "argon2i"],
  ["$argon2d$", "argon2d"],
  ["$2a$", "bcrypt"],
  ["$2b$", "bcrypt"],
  ["$2x$", "bcrypt"],
  ["$2y$", "bcrypt"],
  ["$scrypt$", "scrypt"],
  ["$7$", "scrypt"],
  ["$y$", "yescrypt"],
  ["$pbkdf2", "pbkdf2"],
  ["$6$", "sha512-crypt"],
  ["$5$", "sha256-crypt"],
  ["$1$", "md5-crypt"],
  ["$apr1$", "apr1"],
  ["$P$", "phpass"],
  ["$H$", "phpass"],
];
