import type { KeyRecord } from "../platform/store/records.ts";

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/** How keys begin: those that are secret, and those that may be seen. */
const prefixes = { secret: "hub_", publishable: "hubp_" } as const;
const secretLength = 32;
const checksumLength = 6;

/** Makes a key: `hub_` or `hubp_`, 32 random characters, 6 that prove them free of typing errors. */
export function makeKey(kind: KeyRecord["kind"] = "secret"): string {
  let secret = "";
  while (secret.length < secretLength)
    // 248 is the largest multiple of 62 below 256: above it the first characters would be likelier.
    for (const byte of crypto.getRandomValues(new Uint8Array(secretLength)))
      if (byte < 248 && secret.length < secretLength) secret += alphabet[byte % 62];
  return prefixes[kind] + secret + checksum(secret);
}

/** Whether a text looks like a key. Nothing else is ever hashed and looked up. */
export function hasKeyForm(text: string): boolean {
  const prefix = prefixIn(text);
  return prefix !== undefined && text.length === prefix.length + secretLength + checksumLength;
}

/** Whether a text that looks like a key was mistyped: its checksum says so without a look-up. */
export function isMistyped(text: string): boolean {
  const begin = (prefixIn(text) ?? "").length;
  const end = begin + secretLength;
  return text.slice(end) !== checksum(text.slice(begin, end));
}

/** Tells what is kept of a key: an HMAC, so that the database alone lets nobody in. */
export type HashKey = (key: string) => string;

const blockBytes = 64;
const digestBytes = 32;

/**
 * Makes the HMAC-SHA-256 of keys under a pepper, by its definition in RFC 2104. Every call needs
 * one, and Bun's own makes an object for each, which costs more than the two hashes.
 */
export function keyHasher(pepper: Uint8Array): HashKey {
  const bySecret = hasherFor(pepper, prefixes.secret);
  const byPublishable = hasherFor(pepper, prefixes.publishable);
  return (key) => (key.startsWith(prefixes.secret) ? bySecret(key) : byPublishable(key));
}

/** The same for keys of one length, so that it can work in one place again and again. */
function hasherFor(pepper: Uint8Array, prefix: string): HashKey {
  const keyLength = prefix.length + secretLength + checksumLength;
  const secret: Uint8Array =
    pepper.length > blockBytes ? new Uint8Array(Bun.SHA256.hash(pepper).buffer) : pepper;
  const inner = new Uint8Array(blockBytes + keyLength);
  const outer = new Uint8Array(blockBytes + digestBytes);
  for (let index = 0; index < blockBytes; index++) {
    inner[index] = (secret[index] ?? 0) ^ 0x36;
    outer[index] = (secret[index] ?? 0) ^ 0x5c;
  }
  const text = inner.subarray(blockBytes);
  const digest = outer.subarray(blockBytes);
  const encoder = new TextEncoder();
  return (key) => {
    const { written } = encoder.encodeInto(key, text);
    // Letters of other alphabets take more bytes than one: no key holds any.
    if (written !== keyLength) return "";
    Bun.SHA256.hash(inner, digest);
    return Bun.SHA256.hash(outer, "base64");
  };
}

/** The part of a key by which its owner recognises it. */
export function prefixOf(key: string): string {
  return key.slice(0, (prefixIn(key) ?? "").length + 6);
}

function prefixIn(text: string): string | undefined {
  return Object.values(prefixes).find((prefix) => text.startsWith(prefix));
}

function checksum(secret: string): string {
  let value = Bun.hash.crc32(secret);
  let text = "";
  for (let index = 0; index < checksumLength; index++) {
    text = alphabet[value % 62] + text;
    value = Math.floor(value / 62);
  }
  return text;
}
