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
import { openLibc } from "../libc.ts";

const magic = 0x48554243;
const layout = 2;
const headerWords = 16;
/** Words that every slot has before those of its capacity. */
export const slotHeaderWords = 4;
/** How many segments there have been: what is missing below that was lost. */
const headerSegments = 3;
const secretAt = 4;
const secretWords = 4;

/** Where counters lie: a view on a segment, and the index of the slot's first word. */
export interface Slot {
  readonly words: Int32Array;
  readonly at: number;
}

interface TableOptions {
  /** The path of its files, without the segment's number. */
  path: string;
  /** How many words a slot has besides its first four. */
  capacity: number;
  /** Slots a segment. */
  slots: number;
  /** Told when a file was made, and why where another stood in its place. */
  onMade(file: string, unusable?: string): void;
}

/**
 * Slots of counters in memory-mapped files that all processes on the machine share. A segment
 * gets all of its blocks when it is made and never changes size: a hole in a file on a full disk
 * would kill the process at the first write to it.
 */
export class MappedTable {
  readonly capacity: number;
  readonly #options: TableOptions;
  readonly #segments: Int32Array[] = [];
  /** Which files they are, whatever stands under their names later. */
  readonly #files: string[] = [];

  constructor(options: TableOptions) {
    this.capacity = options.capacity;
    this.#options = options;
    this.#segment(0);
    this.#replaceLost();
  }

  /** Words of the first segment's header that are free for the owner's use: 8 to 15. */
  get header(): Int32Array {
    return this.#segment(0);
  }

  /** Random bytes that were made with the first segment and that nobody else knows. */
  get secret(): Uint8Array {
    const { buffer, byteOffset } = this.#segment(0);
    return new Uint8Array(buffer, byteOffset + 4 * secretAt, 4 * secretWords);
  }

  /** Why counts would be lost at the moment: a file is gone, replaced, or may not be written. */
  fault(): string | undefined {
    for (const [number, known] of this.#files.entries()) {
      if (known === undefined) continue;
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

  /** The slot of a number from 0 up. Its segment is made if it is not there. */
  at(index: number): Slot {
    const { slots } = this.#options;
    const words = this.#segment(Math.floor(index / slots));
    return { words, at: headerWords + (index % slots) * (slotHeaderWords + this.capacity) };
  }

  /** How many slots there are in the segments that have been made, those of lost files among them. */
  count(): number {
    let segments = Math.max(this.#segments.length, Atomics.load(this.header, headerSegments));
    while (existsSync(this.#file(segments))) segments++;
    return segments * this.#options.slots;
  }

  /** Visits the slots from one on to the end of its segment. The slot is another one at the next visit. */
  visitSegment(from: number, visit: (slot: Slot) => void): void {
    const size = slotHeaderWords + this.capacity;
    const slot = { ...this.at(from) };
    const end = headerWords + this.#options.slots * size;
    for (; slot.at < end; slot.at += size) visit(slot);
  }

  /** Makes files anew that were lost while no hub ran, or cut off. */
  #replaceLost(): void {
    const { slots } = this.#options;
    const size = sizeOf(slots, this.capacity);
    for (let number = 1; number < this.count() / slots; number++)
      if (statSync(this.#file(number), { throwIfNoEntry: false })?.size !== size)
        this.#segment(number);
  }

  #file(number: number): string {
    return `${this.#options.path}-${number}.counters`;
  }

  #segment(number: number): Int32Array {
    const open = this.#segments[number];
    if (open) return open;
    const file = this.#file(number);
    const { slots, onMade } = this.#options;
    const size = sizeOf(slots, this.capacity);
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
    for (let known = Atomics.load(this.header, headerSegments); known <= number; )
      known = Atomics.compareExchange(this.header, headerSegments, known, number + 1);
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

const blockBytes = 64 * 1024;

/** How many bytes a segment has. */
function sizeOf(slots: number, capacity: number): number {
  return 4 * (headerWords + slots * (slotHeaderWords + capacity));
}

/** Makes a whole segment of zeros beside its place, then links it there unless another process was first. */
function create(file: string, size: number, capacity: number): void {
  const draft = `${file}.${process.pid}`;
  const header = new Int32Array(headerWords);
  header.set([magic, layout, capacity]);
  crypto.getRandomValues(header.subarray(secretAt, secretAt + secretWords));
  try {
    const handle = openSync(draft, "w", 0o600);
    try {
      const written = writeAll(handle, new Uint8Array(header.buffer));
      if (!allocate(handle, size)) writeZeros(handle, size - written);
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

type Allocate = (handle: number, from: number, size: number) => number;
let askSystem: Allocate | undefined;

/** Has the system give a file its blocks, which are zeros. False: it cannot, or has none left, as writing shows. */
function allocate(handle: number, size: number): boolean {
  askSystem ??= openAllocate();
  return askSystem(handle, 0, size) === 0;
}

function openAllocate(): Allocate {
  try {
    const { posix_fallocate } = openLibc({
      posix_fallocate: { args: ["i32", "i64", "i64"], returns: "i32" },
    });
    return posix_fallocate;
  } catch {
    // macOS has no such function.
    return () => -1;
  }
}

function writeZeros(handle: number, size: number): void {
  // Again and again the same pages, as those of a whole segment would be asked of the machine first.
  const zeros = new Uint8Array(Math.min(size, blockBytes));
  for (let written = 0; written < size; )
    written += writeAll(handle, zeros.subarray(0, Math.min(size - written, zeros.length)));
}

function writeAll(handle: number, bytes: Uint8Array): number {
  for (let written = 0; written < bytes.length; ) written += writeSync(handle, bytes, written);
  return bytes.length;
}

function fileAt(file: string): string {
  const found = statSync(file, { throwIfNoEntry: false });
  return found ? `${found.dev} ${found.ino} ${found.size}` : "none";
}
