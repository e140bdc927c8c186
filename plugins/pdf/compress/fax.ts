import {
  type Code,
  endCode,
  horizontalCode,
  passCode,
  type RunCodes,
  runCodes,
  verticalCodes,
} from "./fax-codes.ts";

// Positions stay within a row, so `!` is used: a check for each would cost time.

/** An image of one bit per pixel, with rows that start at a byte. */
export interface Bitmap {
  width: number;
  height: number;
  /** A bit of 1 is white here, as in `CCITTFaxDecode` without /BlackIs1. */
  bits: Uint8Array;
}

/** Encodes a bitmap as Group 4 fax (ITU-T T.6), for `CCITTFaxDecode` with /K -1. */
export function encodeFax({ width, height, bits }: Bitmap): Uint8Array {
  const rowBytes = Math.ceil(width / 8);
  const writer = new BitWriter(bits.length >> 2);
  let above = createChanges(width);
  for (let row = 0; row < height; row++) {
    const changes = findChanges(bits.subarray(row * rowBytes, (row + 1) * rowBytes), width);
    encodeRow(writer, { changes, above, width });
    above = changes;
  }
  writer.write(endCode);
  return writer.finish();
}

/** The positions at which a row changes its colour, from white on, then its width several times. */
type Changes = Int32Array;

const padding = 4;

function createChanges(width: number): Changes {
  return new Int32Array(padding).fill(width);
}

function findChanges(row: Uint8Array, width: number): Changes {
  const found: number[] = [];
  let color = 1;
  for (let x = 0; x < width; ) {
    const byte = row[x >> 3]!;
    // Most bytes have one colour.
    if ((x & 7) === 0 && byte === (color ? 0xff : 0)) {
      x += 8;
      continue;
    }
    const bit = (byte >> (7 - (x & 7))) & 1;
    if (bit !== color) {
      found.push(x);
      color = bit;
    }
    x++;
  }
  const changes = new Int32Array(found.length + padding).fill(width);
  changes.set(found);
  return changes;
}

function encodeRow(
  writer: BitWriter,
  { changes, above, width }: { changes: Changes; above: Changes; width: number },
): void {
  // The names a0, b1 … are those of the standard.
  let a0 = -1;
  let isBlack = 0;
  let own = 0;
  let other = 0;
  while (a0 < width) {
    while (own < changes.length - padding && changes[own]! <= a0) own++;
    // The change that ends the current colour has its parity.
    let a1 = own;
    if ((a1 & 1) !== isBlack) a1++;
    while (other > 0 && above[other - 1]! > a0) other--;
    while (other < above.length - padding && (above[other]! <= a0 || (other & 1) !== isBlack))
      other++;
    const a1At = changes[Math.min(a1, changes.length - 1)]!;
    const b1At = above[other]!;
    const b2At = above[Math.min(other + 1, above.length - 1)]!;
    if (b2At < a1At) {
      writer.write(passCode);
      a0 = b2At;
      continue;
    }
    const distance = a1At - b1At;
    if (distance >= -3 && distance <= 3) {
      writer.write(verticalCodes[distance + 3]!);
      a0 = a1At;
      isBlack ^= 1;
      if (a0 >= width) break;
      continue;
    }
    const a2At = changes[Math.min(a1 + 1, changes.length - 1)]!;
    writer.write(horizontalCode);
    writeRun(writer, a1At - Math.max(a0, 0), runCodes[isBlack as 0 | 1]);
    writeRun(writer, a2At - a1At, runCodes[(isBlack ^ 1) as 0 | 1]);
    a0 = a2At;
  }
}

const makeUpMax = 2560;

function writeRun(writer: BitWriter, length: number, { ends, makeUps }: RunCodes): void {
  let rest = length;
  while (rest > makeUpMax + 63) {
    writer.write(makeUps[makeUpMax / 64 - 1]!);
    rest -= makeUpMax;
  }
  if (rest >= 64) writer.write(makeUps[(rest >> 6) - 1]!);
  writer.write(ends[rest & 63]!);
}

class BitWriter {
  #bytes: Uint8Array;
  #length = 0;
  #pending = 0;
  #pendingBits = 0;

  constructor(size: number) {
    this.#bytes = new Uint8Array(Math.max(64, size));
  }

  write({ value, bits }: Code): void {
    for (let bit = bits - 1; bit >= 0; bit--) {
      this.#pending = (this.#pending << 1) | ((value >> bit) & 1);
      if (++this.#pendingBits < 8) continue;
      this.#push(this.#pending);
      this.#pending = 0;
      this.#pendingBits = 0;
    }
  }

  finish(): Uint8Array {
    if (this.#pendingBits > 0) this.#push(this.#pending << (8 - this.#pendingBits));
    return this.#bytes.slice(0, this.#length);
  }

  #push(byte: number): void {
    if (this.#length === this.#bytes.length) {
      const larger = new Uint8Array(this.#bytes.length * 2);
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    this.#bytes[this.#length++] = byte;
  }
}
