import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";

const magic = 0x48554243;
const layout = 1;
const headerWords = 16;
/** Words before a slot's ring: whose it is, the day's count, the number of takes so far, spare. */
const slotHeaderWords = 4;

/** Where a subject's counters lie: a view on a segment, and the index of the slot's first word. */
export interface Slot {
  readonly words: Int32Array;
  readonly at: number;
}

interface TableOptions {
  /** The path of its files, without the segment's number. */
  path: string;
  /** How many timestamps each slot's ring holds: a power of two. */
  capacity: number;
  /** Slots a segment. */
  slots: number;
  /** Told when a file was made, and why where another stood in its place. */
  onMade(file: string, unusable?: string): void;
}

/**
 * Slots of counters in memory-mapped files that every hub process on the machine shares. A segment
 * is written out in zeros when it is made and never changes size: a hole in a file on a full disk
 * would kill the process at the first write to it.
 */
export class MappedTable {
  readonly capacity: number;
  readonly #options: TableOptions;
  readonly #segments: Int32Array[] = [];
  /** Which files they are, whatever stands under their names later. */
  readonly #files: string[] = [];
  readonly #slots = new Map<number, Slot>();
  /** The first slot that this process has not seen taken. */
  #seen = 0;

  constructor(options: TableOptions) {
    this.capacity = options.capacity;
    this.#options = options;
    this.#segment(0);
  }

  /** Words of the first segment's header that are free for the owner's use: 8 to 15. */
  get header(): Int32Array {
    return this.#segment(0);
  }

  /** The slot of a subject, whose number must not be 0. Taken for it if it has none. */
  slot(id: number): Slot {
    const known = this.#slots.get(id);
    if (known) return known;
    // Slots are taken in order and never given back, so whatever another process took since lies
    // between the first slot unknown here and the first free one.
    for (;;) {
      const slot = this.#at(this.#seen);
      const owner = Atomics.compareExchange(slot.words, slot.at, 0, id) || id;
      this.#slots.set(owner, slot);
      this.#seen++;
      if (owner === id) return slot;
    }
  }

  /** All slots that are taken. */
  *taken(): Generator<Slot> {
    for (let index = 0; ; index++) {
      if (
        index >= this.#seen &&
        index % this.#options.slots === 0 &&
        !existsSync(this.#file(index / this.#options.slots))
      )
        return;
      const slot = this.#at(index);
      if (Atomics.load(slot.words, slot.at) === 0) return;
      yield slot;
    }
  }

  /** Why counts would be lost at the moment: a file is gone, replaced, or may not be written. */
  fault(): string | undefined {
    for (const [number, known] of this.#files.entries()) {
      const file = this.#file(number);
      if (fileAt(file) !== known)
        return `The counter file "${file}" was moved, removed or replaced while the hub ran: put it back, or start the hub again`;
      try {
        accessSync(file, constants.R_OK | constants.W_OK);
      } catch (error) {
        return `The counter file "${file}" cannot be written: ${(error as NodeJS.ErrnoException).code}`;
      }
    }
    return undefined;
  }

  #at(index: number): Slot {
    const { slots } = this.#options;
    const words = this.#segment(Math.floor(index / slots));
    return { words, at: headerWords + (index % slots) * (slotHeaderWords + this.capacity) };
  }

  #file(number: number): string {
    return `${this.#options.path}-${number}.counters`;
  }

  #segment(number: number): Int32Array {
    const open = this.#segments[number];
    if (open) return open;
    const file = this.#file(number);
    const { slots, onMade } = this.#options;
    const size = 4 * (headerWords + slots * (slotHeaderWords + this.capacity));
    let words = existsSync(file) ? this.#open(file, size) : undefined;
    if (words === undefined) {
      const unusable = existsSync(file);
      if (unusable) renameSync(file, `${file}.unusable`);
      create(file, size, this.capacity);
      words = this.#open(file, size);
      if (words === undefined) throw new Error(`Cannot use the counter file "${file}"`);
      onMade(file, unusable ? "it was short, or not a counter file of this version" : undefined);
    }
    this.#segments[number] = words;
    this.#files[number] = fileAt(file);
    return words;
  }

  #open(file: string, size: number): Int32Array | undefined {
    if (statSync(file).size !== size) return undefined;
    const bytes = Bun.mmap(file, { shared: true });
    const words = new Int32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
    const fits = words[0] === magic && words[1] === layout && words[2] === this.capacity;
    return fits ? words : undefined;
  }
}

/** Writes a whole segment of zeros beside its place, then links it there unless another process was first. */
function create(file: string, size: number, capacity: number): void {
  const draft = `${file}.${process.pid}`;
  const bytes = Buffer.alloc(size);
  new Int32Array(bytes.buffer, bytes.byteOffset, 3).set([magic, layout, capacity]);
  try {
    const handle = openSync(draft, "w", 0o600);
    try {
      for (let written = 0; written < size; ) written += writeSync(handle, bytes, written);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    linkSync(draft, file);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === "EEXIST") return;
    const reason = code === "ENOSPC" ? "the disk is full" : (cause as Error).message;
    throw new Error(`Cannot make the counter file "${file}": ${reason}`, { cause });
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Word offsets inside a slot. */
export const slotDay = 1;
export const slotHead = 2;
export const slotRing = slotHeaderWords;

function fileAt(file: string): string {
  const found = statSync(file, { throwIfNoEntry: false });
  return found ? `${found.dev} ${found.ino} ${found.size}` : "none";
}
