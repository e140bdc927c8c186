const blockLength = 64;

const initialState = [
  0x7380166f, 0x4914b2b9, 0x172442d7, 0xda8a0600, 0xa96f30bc, 0x163138aa, 0xe38dee4d, 0xb0fb0e4e,
];

/** Computes the SM3 hash: GB/T 32905-2016, or ISO/IEC 10118-3. */
export function sm3(bytes: Uint8Array): Buffer {
  const state = Int32Array.from(initialState);
  const words = new Int32Array(68);
  const full = bytes.length - (bytes.length % blockLength);
  compress(state, words, bytes.subarray(0, full));
  compress(state, words, pad(bytes.subarray(full), bytes.length));
  const digest = Buffer.alloc(32);
  state.forEach((word, index) => {
    digest.writeInt32BE(word, 4 * index);
  });
  return digest;
}

/** Appends a bit, zeros and the length of the message in bits to the last bytes. */
function pad(rest: Uint8Array, messageLength: number): Uint8Array {
  const padded = Buffer.alloc(rest.length + 9 <= blockLength ? blockLength : 2 * blockLength);
  padded.set(rest);
  padded[rest.length] = 0x80;
  padded.writeBigUInt64BE(8n * BigInt(messageLength), padded.length - 8);
  return padded;
}

/** Updates the state with full blocks. Array destructuring would take twenty times as long. */
function compress(state: Int32Array, words: Int32Array, blocks: Uint8Array): void {
  const view = new DataView(blocks.buffer, blocks.byteOffset, blocks.length);
  for (let at = 0; at < blocks.length; at += blockLength) {
    expand(words, view, at);
    let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
    for (let i = 0; i < 64; i++) {
      const word = words[i] ?? 0;
      const rotated = rotate(a, 12);
      const constant = i < 16 ? 0x79cc4519 : 0x7a879d8a;
      const first = rotate((rotated + e + rotate(constant, i)) | 0, 7);
      const choice = i < 16 ? a ^ b ^ c : (a & b) | (a & c) | (b & c);
      const condition = i < 16 ? e ^ f ^ g : (e & f) | (~e & g);
      const left = (choice + d + (first ^ rotated) + (word ^ (words[i + 4] ?? 0))) | 0;
      const right = (condition + h + first + word) | 0;
      d = c;
      c = rotate(b, 9);
      b = a;
      a = left;
      h = g;
      g = rotate(f, 19);
      f = e;
      e = right ^ rotate(right, 9) ^ rotate(right, 17);
    }
    const result = [a, b, c, d, e, f, g, h];
    for (let i = 0; i < 8; i++) state[i] = (state[i] ?? 0) ^ (result[i] ?? 0);
  }
}

/** Expands a block to 68 words. */
function expand(words: Int32Array, view: DataView, at: number): void {
  for (let i = 0; i < 16; i++) words[i] = view.getInt32(at + 4 * i);
  for (let i = 16; i < 68; i++) {
    const mixed = (words[i - 16] ?? 0) ^ (words[i - 9] ?? 0) ^ rotate(words[i - 3] ?? 0, 15);
    const permuted = mixed ^ rotate(mixed, 15) ^ rotate(mixed, 23);
    words[i] = permuted ^ rotate(words[i - 13] ?? 0, 7) ^ (words[i - 6] ?? 0);
  }
}

function rotate(word: number, bits: number): number {
  return (word << bits) | (word >>> (32 - bits));
}
