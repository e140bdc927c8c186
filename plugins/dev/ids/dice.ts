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
