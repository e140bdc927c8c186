const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/** What each character of the alphabet counts, by its code. */
const digits: number[] = [];
for (const [value, character] of [...alphabet].entries()) digits[character.charCodeAt(0)] = value;
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

/** Whether a text can be a key at all, which a mistyped one is not. */
export function isWellFormedKey(text: string): boolean {
  const end = prefix.length + secretLength;
  if (text.length !== end + checksumLength || !text.startsWith(prefix)) return false;
  let value = 0;
  for (let index = end; index < text.length; index++)
    value = value * 62 + (digits[text.charCodeAt(index)] ?? Number.NaN);
  return value === Bun.hash.crc32(text.slice(prefix.length, end));
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
