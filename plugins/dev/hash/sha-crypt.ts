import { createHash } from "node:crypto";

interface ShaCryptOptions {
  hash: "sha256" | "sha512";
  /** At most 16 bytes. */
  salt: Uint8Array;
  rounds: number;
}

/** Computes the hash of sha256crypt or sha512crypt: Drepper's "Unix crypt using SHA-256 and SHA-512". */
export function computeShaCrypt(
  password: Uint8Array,
  { hash, salt, rounds }: ShaCryptOptions,
): string {
  const digest = (...parts: Uint8Array[]) => {
    const hasher = createHash(hash);
    for (const part of parts) hasher.update(part);
    return hasher.digest();
  };
  const alternate = digest(password, salt, password);
  const bits: Uint8Array[] = [];
  for (let rest = password.length; rest > 0; rest >>= 1) bits.push(rest & 1 ? alternate : password);
  let result = digest(password, salt, repeat(alternate, password.length), ...bits);
  const secret = repeat(
    digest(...Array.from({ length: password.length }, () => password)),
    password.length,
  );
  const saltLength = 16 + (result[0] ?? 0);
  const seasoning = repeat(digest(...Array.from({ length: saltLength }, () => salt)), salt.length);
  for (let round = 0; round < rounds; round++) {
    const parts = [round % 2 ? secret : result];
    if (round % 3) parts.push(seasoning);
    if (round % 7) parts.push(secret);
    parts.push(round % 2 ? result : secret);
    result = digest(...parts);
  }
  return encode(result, hash === "sha256" ? [0, 10, 20] : [0, 21, 42]);
}

/** Repeats bytes up to a length. */
function repeat(bytes: Uint8Array, length: number): Uint8Array {
  return Uint8Array.from({ length }, (_, index) => bytes[index % bytes.length] ?? 0);
}

const digits = "./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** Writes a digest in the order of crypt: three bytes from three places, which rotate. */
function encode(digest: Uint8Array, places: readonly number[]): string {
  const step = places[1] ?? 0;
  const isShort = digest.length === 32;
  let [first = 0, second = 0, third = 0] = places;
  let text = "";
  for (let group = 0; group < step; group++) {
    text += writeDigits([digest[first], digest[second], digest[third]], 4);
    [first, second, third] = isShort
      ? [third + 1, first + 1, second + 1]
      : [second + 1, third + 1, first + 1];
  }
  const rest = isShort ? [0, digest[31], digest[30]] : [0, 0, digest[63]];
  return text + writeDigits(rest, isShort ? 3 : 2);
}

function writeDigits([high = 0, middle = 0, low = 0]: (number | undefined)[], count: number) {
  let value = (high << 16) | (middle << 8) | low;
  let text = "";
  for (let at = 0; at < count; at++, value >>= 6) text += digits.charAt(value & 63);
  return text;
}
