import type { Indexed } from "hub/drawing";
import { type Coverage, inLevels } from "hub/drawing";
import type { Stamps } from "./stamps.ts";

interface Phase {
  image: number;
  /** What its tone adds to an index. */
  base: number;
  /** Pixels it begins after the start of a byte. */
  phase: number;
}

/**
 * The lines of an image, packed as PNG wants them: a filter byte, then indices of `depth` bits.
 * Index 0 is the background; each tone has as many indices after it as there are levels.
 */
export class Sheet {
  readonly lines: Uint8Array;
  readonly #stride: number;
  readonly #depth: Indexed["depth"];
  readonly #packed = new Map<number, Uint8Array>();

  constructor(width: number, height: number, depth: Indexed["depth"]) {
    this.#depth = depth;
    this.#stride = 1 + Math.ceil((width * depth) / 8);
    this.lines = new Uint8Array(this.#stride * height);
  }

  /** Says that a line looks like the one above. */
  repeat(line: number): void {
    // Filter type 2 tells what to add to the line above: nothing but zeros.
    this.lines[line * this.#stride] = 2;
  }

  /** Puts a stamp down with its corner at the pixel `x` of a line. */
  putDown(
    stamps: Stamps,
    { image, tone, x, line }: { image: number; tone: number; x: number; line: number },
  ): void {
    const depth = this.#depth;
    const phase = x & (8 / depth - 1);
    const toned = tone * stamps.levels;
    // Where an index has a byte to itself, its tone is added here and not packed for each tone.
    const add = depth === 8 ? toned : 0;
    const packed = this.#packFor(stamps, { image, base: toned - add, phase });
    const bytes = packed.length / stamps.pixels;
    const corner = line * this.#stride + 1 + ((x * depth) >> 3);
    for (let y = 0; y < stamps.pixels; y++) {
      if (stamps.repeated[y]) continue;
      const start = corner + y * this.#stride;
      for (let byte = 0, from = y * bytes; byte < bytes; byte++, from++)
        if (packed[from]) this.lines[start + byte]! |= packed[from]! + add;
    }
  }

  /** Puts a grey image down over the whole width, in the first tone. */
  putCoverage(
    { width, height, share }: Coverage,
    { top, levels }: { top: number; levels: number },
  ) {
    const image = inLevels(share, levels);
    for (let line = 0; line < height; line++)
      for (let x = 0; x < width; x++) {
        const bit = x * this.#depth;
        const at = (top + line) * this.#stride + 1 + (bit >> 3);
        this.lines[at]! |= image[line * width + x]! << (8 - this.#depth - (bit & 7));
      }
  }

  #packFor(stamps: Stamps, { image, base, phase }: Phase): Uint8Array {
    const key = (image << 12) | (base << 3) | phase;
    let packed = this.#packed.get(key);
    if (!packed) {
      packed = this.#pack(stamps, { image, base, phase });
      this.#packed.set(key, packed);
    }
    return packed;
  }

  /** A stamp's lines, each moved `phase` pixels to the right within its bytes. */
  #pack({ images, pixels }: Stamps, { image, base, phase }: Phase): Uint8Array {
    const depth = this.#depth;
    const bytes = Math.ceil(((pixels + phase) * depth) / 8);
    const packed = new Uint8Array(bytes * pixels);
    const levels = images[image]!;
    for (let y = 0, from = 0; y < pixels; y++)
      for (let x = 0; x < pixels; x++, from++) {
        const level = levels[from]!;
        const bit = (x + phase) * depth;
        if (level) packed[y * bytes + (bit >> 3)]! |= (base + level) << (8 - depth - (bit & 7));
      }
    return packed;
  }
}
