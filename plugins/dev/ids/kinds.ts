import { base62 } from "../encoding/positional.ts";

/** Digits of ULIDs: Crockford's base32. */
export const base32 = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** What KSUIDs count their seconds from, in seconds since 1970. */
export const ksuidEpoch = 1_400_000_000;

/** Makes ULIDs: 48 bits of time in milliseconds and 80 random ones, the next each one higher. */
export function makeUlids(count: number, dice: Dice): string[] {
  // Carrying over into the time at an overflow keeps them in order, where the specification fails.
  const first = (BigInt(dice.clock()) << 80n) | randomNumber(10, dice);
  return repeat(count, (index) =>
    writeNumeral(first + BigInt(index), { letters: base32, length: 26 }),
  );
}

/** Makes NanoIDs: 21 of 64 characters that addresses can hold. */
export function makeNanoids(count: number, { random }: Dice): string[] {
  const letters = `${base62}_-`;
  return repeat(count, () =>
    Array.from(random.bytes(21), (byte) => letters.charAt(byte & 63)).join(""),
  );
}

/** Makes ObjectIds: 32 bits of time in seconds, 40 random ones, and a counter of 24. */
export function makeObjectIds(count: number, dice: Dice): string[] {
  const seconds = hex(Math.floor(dice.clock() / 1000), 4);
  const machine = dice.random.bytes(5).toHex();
  // Half of what the counter holds, so that there is room to count.
  const first = Number(randomNumber(3, dice) >> 1n);
  return repeat(count, (index) => seconds + machine + hex(first + index, 3));
}

/** Makes KSUIDs: 32 bits of time in seconds and 128 random ones, the next each one higher. */
export function makeKsuids(count: number, dice: Dice): string[] {
  const seconds = BigInt(Math.floor(dice.clock() / 1000) - ksuidEpoch);
  const first = (seconds << 128n) | randomNumber(16, dice);
  return repeat(count, (index) =>
    writeNumeral(first + BigInt(index), { letters: base62, length: 27 }),
  );
}

function repeat(count: number, make: (index: number) => string): string[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

function writeNumeral(
  value: bigint,
  { letters, length }: { letters: string; length: number },
): string {
  let text = "";
  for (let rest = value; text.length < length; rest /= BigInt(letters.length))
    text = letters.charAt(Number(rest % BigInt(letters.length))) + text;
  return text;
}

function hex(value: number, bytes: number): string {
  return value.toString(16).padStart(2 * bytes, "0");
}

/** What makes one id differ from the next: the `random` and the `clock` of the handler's input. */
export interface Dice {
  random: { bytes(length: number): Uint8Array };
  /** The time, in milliseconds since 1970. */
  clock(): number;
}

/** Dice's bytes as one number. */
export function randomNumber(bytes: number, { random }: Dice): bigint {
  return BigInt(`0x${random.bytes(bytes).toHex()}`);
}
