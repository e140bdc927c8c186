/** The bytes that one block takes, of which one at least is padding. */
const rate = 136;

/**
 * Keccak-256 of at most 135 bytes, as Ethereum has it: SHA-3's function with the padding it had
 * before FIPS 202.
 */
export function keccak256(input: Uint8Array): Uint8Array {
  const block = new Uint8Array(rate);
  block.set(input);
  block[input.length]! |= 0x01;
  block[rate - 1]! |= 0x80;
  const lanes = new BigUint64Array(25);
  lanes.set(new BigUint64Array(block.buffer));
  permute(lanes);
  return new Uint8Array(lanes.buffer, 0, 32);
}

/** Keccak-f[1600]: the 24 rounds of FIPS 202, section 3.3, over lanes at x + 5 y. */
function permute(state: BigUint64Array): void {
  let register = 1;
  for (let round = 0; round < 24; round++) {
    const columns = [0, 1, 2, 3, 4].map(
      (x) => state[x]! ^ state[x + 5]! ^ state[x + 10]! ^ state[x + 15]! ^ state[x + 20]!,
    );
    for (let lane = 0; lane < 25; lane++)
      state[lane]! ^= columns[(lane + 4) % 5]! ^ rotated(columns[(lane + 1) % 5]!, 1);
    let [x, y] = [1, 0];
    let moving = state[1]!;
    for (let step = 0; step < 24; step++) {
      [x, y] = [y, (2 * x + 3 * y) % 5];
      const target = x + 5 * y;
      const next = state[target]!;
      state[target] = rotated(moving, (((step + 1) * (step + 2)) / 2) % 64);
      moving = next;
    }
    for (let row = 0; row < 25; row += 5) {
      const lanes = state.slice(row, row + 5);
      for (let x = 0; x < 5; x++)
        state[row + x] = lanes[x]! ^ (~lanes[(x + 1) % 5]! & lanes[(x + 2) % 5]!);
    }
    // The round constant: bits of a shift register (FIPS 202, algorithm 5), at 2^j - 1.
    for (let bit = 0; bit < 7; bit++) {
      if (register & 1) state[0]! ^= 1n << BigInt(2 ** bit - 1);
      register = (register << 1) ^ (register & 0x80 ? 0x171 : 0);
    }
  }
}

/** What goes over the 64 bits is cut off where the lane is stored. */
function rotated(lane: bigint, by: number): bigint {
  return (lane << BigInt(by)) | (lane >> BigInt(64 - by));
}
