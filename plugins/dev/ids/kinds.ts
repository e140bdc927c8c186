import { base62 } from "../encoding/positional.ts";

/** The alphabet of ULIDs: Crockford's base32. */
export const base32 = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** The epoch of KSUIDs, in seconds since 1970. */
export const ksuidEpoch = 1_400_000_000;

/** Generates ULIDs: 48 bits of milliseconds and 80 random bits, incremented by one within a call. */
export function makeUlids(count: number, sources: Dice): string[] {
  // On overflow the carry goes into the time and keeps them in order. The specification fails instead.
  const first = (BigInt(sources.clock()) << 80n) | randomNumber(10, sources);
  return repeat(count, (index) =>
    encodeNumber(first + BigInt(index), { letters: base32, length: 26 }),
  );
}

/** Generates NanoIDs: 21 characters from a URL-safe alphabet of 64. */
export function makeNanoids(count: number, { random }: Dice): string[] {
  const letters = `${base62}_-`;
  return repeat(count, () =>
    Array.from(random.bytes(21), (byte) => letters.charAt(byte & 63)).join(""),
  );
}

/** Generates ObjectIds: 32 bits of seconds, 40 random bits, and a 24-bit counter. */
export function makeObjectIds(count: number, sources: Dice): string[] {
  const seconds = toHex(Math.floor(sources.clock() / 1000), 4);
  const machine = sources.random.bytes(5).toHex();
  // Starts in the lower half of the counter's range, which leaves room to count.
  const first = Number(randomNumber(3, sources) >> 1n);
  return repeat(count, (index) => seconds + machine + toHex(first + index, 3));
}

/** Generates KSUIDs: 32 bits of seconds and 128 random bits, incremented by one within a call. */
export function makeKsuids(count: number, sources: Dice): string[] {
  const seconds = BigInt(Math.floor(sources.clock() / 1000) - ksuidEpoch);
  const first = (seconds << 128n) | randomNumber(16, sources);
  return repeat(count, (index) =>
    encodeNumber(first + BigInt(index), { letters: base62, length: 27 }),
  );
}

function repeat(count: number, create: (index: number) => string): string[] {
  return Array.from({ length: count }, (_, index) => create(index));
}

function encodeNumber(
  value: bigint,
  { letters, length }: { letters: string; length: number },
): string {
  let text = "";
  for (let rest = value; text.length < length; rest /= BigInt(letters.length))
    text = letters.charAt(Number(rest % BigInt(letters.length))) + text;
  return text;
}

function toHex(value: number, bytes: number): string {
  return value.toString(16).padStart(2 * bytes, "0");
}

/** The sources that make ids unique: the `random` and `clock` of the handler's input. */
export interface Dice {
  random: { bytes(length: number): Uint8Array };
  /** Returns the time in milliseconds since 1970. */
  clock(): number;
}

/** Returns random bytes as one integer. */
export function randomNumber(bytes: number, { random }: Dice): bigint {
  return BigInt(`0x${random.bytes(bytes).toHex()}`);
}
