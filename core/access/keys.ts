const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const prefix = "hub_";
const secretLength = 32;
const checksumLength = 6;

/** Makes a key: `hub_`, 32 random characters, 6 that prove them free of typing errors. */
export function makeKey(): string {
  let secret = "";
  while (secret.length < secretLength)
    // 248 is the largest multiple of 62 below 256: above it the first characters would be likelier.
    for (const byte of crypto.getRandomValues(new Uint8Array(secretLength)))
      if (byte < 248 && secret.length < secretLength) secret += alphabet[byte % 62];
  return prefix + secret + checksum(secret);
}

/** Whether a text looks like a key. Nothing else is ever hashed and looked up. */
export function hasKeyForm(text: string): boolean {
  return text.length === prefix.length + secretLength + checksumLength && text.startsWith(prefix);
}

/** Whether a text that looks like a key was mistyped: its checksum says so without a look-up. */
export function isMistyped(text: string): boolean {
  const end = prefix.length + secretLength;
  return text.slice(end) !== checksum(text.slice(prefix.length, end));
}

/** What is kept of a key: an HMAC, so that the database alone lets nobody in. */
export function hashKey(key: string, pepper: Uint8Array): string {
  return new Bun.CryptoHasher("sha256", pepper).update(key).digest("base64");
}

/** The part of a key by which its owner recognises it. */
export function prefixOf(key: string): string {
  return key.slice(0, prefix.length + 6);
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
