import { timingSafeEqual } from "node:crypto";
import { type Algorithm, algorithms, digestOf } from "./hash.ts";

/** A hash as somebody handed it on: the bytes it may stand for, and the name it came under. */
export interface ExpectedHash {
  /** In order of likelihood: most hexadecimal strings are base64 as well. */
  readings: Buffer[];
  /** The algorithm it named, as `sha256:…`, `sha256=…` and `sha256-…` do. */
  label: Algorithm | undefined;
}

/** Reads hex, base64, base64url, a checksum file's line, or either under the name of its kind. */
export function expectedHash(written: string): ExpectedHash {
  const [word = ""] = written.trim().split(/\s/, 1);
  const lower = word.toLowerCase();
  const label = byLength.find(
    (name) => lower.startsWith(name) && ":=-".includes(lower.charAt(name.length) || "."),
  );
  const bare = label ? word.slice(label.length + 1) : word.replace(/^0x/i, "");
  const readings = [fromHex(bare), fromBase64(bare)].filter((bytes) => bytes !== undefined);
  return { readings, label };
}

/** Whether a digest is the one expected; the time taken does not tell how much of it fits. */
export function isExpected(digest: Buffer, { readings }: ExpectedHash): boolean {
  return readings.some((bytes) => bytes.length === digest.length && timingSafeEqual(bytes, digest));
}

/** The algorithms whose hash it may be, by its form alone, the common ones first. */
export function identified(written: string): string[] {
  const crypt = crypts.find(([prefix]) => written.trimStart().startsWith(prefix));
  if (crypt) return [crypt[1]];
  const { readings, label } = expectedHash(written);
  const [bytes] = readings;
  if (!bytes) return [];
  return candidates(bytes.length).filter((name) => label === undefined || name === label);
}

/** The algorithms whose hashes are so many bytes long. */
export function candidates(bytes: number): Algorithm[] {
  return algorithms.filter((name) => digestOf("", name).length === bytes);
}

function fromHex(text: string): Buffer | undefined {
  return /^(?:[0-9a-f]{2})+$/i.test(text) ? Buffer.from(text, "hex") : undefined;
}

function fromBase64(text: string): Buffer | undefined {
  return /^[\w+/-]+={0,2}$/.test(text) ? Buffer.from(text, "base64") : undefined;
}

// "sha512-256" before "sha512", whose separator may be a hyphen too.
const byLength = algorithms.toSorted((a, b) => b.length - a.length);

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
