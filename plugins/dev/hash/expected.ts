import { timingSafeEqual } from "node:crypto";
import { openTexts } from "hub/data-file";
import { simplifyName } from "../spelling.ts";
import { type Algorithm, algorithms, computeDigest } from "./hash.ts";

/** The kinds of password hashes by their prefixes. */
const { prefixes } = openTexts(new URL("./expected.txt", import.meta.url), ["prefixes"])();

/** A hash given by a caller: its possible bytes, and the algorithm it was labelled with. */
interface ExpectedHash {
  /** Most likely first: most hexadecimal strings are also valid base64. */
  readings: Buffer[];
  /** The algorithm in a label such as `sha256:…`, `SHA256 (file) = …` or `sha-256=:…:`. */
  label: Algorithm | undefined;
}

/** Parses hex, base64, base64url or a line of a checksum file, each with an optional algorithm label. */
export function readExpected(text: string): ExpectedHash {
  // Checksum files mark lines with an escaped file name by a backslash.
  const { name, value } = splitLabel(text.trim().replace(/^\\/, ""));
  const label = algorithmByName.get(simplifyName(name));
  const digits = value.replace(/^0x/i, "");
  const readings = [fromHex(digits), fromBase64(digits)].filter((bytes) => bytes !== undefined);
  return { readings, label };
}

/** Compares a digest with the expected hash in constant time. */
export function isExpected(
  digest: Buffer,
  { readings, label, by }: ExpectedHash & { by: Algorithm },
): boolean {
  if (label !== undefined && label !== by) return false;
  return readings.some((bytes) => bytes.length === digest.length && timingSafeEqual(bytes, digest));
}

/** Returns the algorithms that the form of a hash permits, common ones first. */
export function identifyHash(text: string): string[] {
  const [, crypt] =
    Object.entries(prefixes).find(([prefix]) => text.trimStart().startsWith(prefix)) ?? [];
  if (crypt !== undefined) return [crypt];
  const { readings, label } = readExpected(text);
  const [bytes] = readings;
  if (!bytes) return [];
  return listAlgorithmsByLength(bytes.length).filter(
    (name) => label === undefined || name === label,
  );
}

/** Returns the algorithms whose hashes have the given length in bytes. */
export function listAlgorithmsByLength(bytes: number): Algorithm[] {
  return algorithms.filter((name) => lengths.get(name) === bytes);
}

/** Separates a hash from the names of its algorithm and file. */
function splitLabel(line: string): { name: string; value: string } {
  // The format of BSD tools and OpenSSL. The file name may contain any character.
  const open = line.indexOf("(");
  const close = line.lastIndexOf(")");
  if (open > 0 && close > open) {
    const after = line.slice(close + 1).trimStart();
    if (after.startsWith("=")) return { name: line.slice(0, open), value: after.slice(1).trim() };
  }
  const [, kind, fingerprint] = /^([\w-]{1,16}) fingerprint=(.*)$/i.exec(line) ?? [];
  if (kind !== undefined && fingerprint !== undefined) return { name: kind, value: fingerprint };
  const [word = ""] = line.split(/\s/, 1);
  // A name may contain the separator, so the longest valid name wins. Base64 may end in "=".
  for (let at = Math.min(word.length - 1, nameLengthMax); at > 0; at--) {
    if (!":=-".includes(word.charAt(at))) continue;
    const name = word.slice(0, at);
    if (!algorithmByName.has(simplifyName(name))) continue;
    // RFC 9530 encloses the base64 in colons.
    return { name, value: word.slice(at + 1).replace(/^:|:$/g, "") };
  }
  return { name: "", value: word };
}

const nameLengthMax = 16;

function fromHex(text: string): Buffer | undefined {
  // Fingerprints have colons between the bytes.
  const isSeparated = /^[0-9a-f]{2}(?::[0-9a-f]{2})+$/i.test(text);
  const digits = isSeparated ? text.replaceAll(":", "") : text;
  return /^(?:[0-9a-f]{2})+$/i.test(digits) ? Buffer.from(digits, "hex") : undefined;
}

function fromBase64(text: string): Buffer | undefined {
  return /^[\w+/-]+={0,2}$/.test(text) ? Buffer.from(text, "base64") : undefined;
}

const algorithmByName: ReadonlyMap<string, Algorithm> = new Map(
  algorithms.map((name) => [name.replaceAll("-", ""), name]),
);

const lengths: ReadonlyMap<Algorithm, number> = new Map(
  algorithms.map((name) => [name, computeDigest("", name).length]),
);
