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
/** The number of words at the start of every slot, before its capacity. */
export const slotHeaderWords = 4;
/** The number of segments ever created. Missing ones below it were lost. */
const headerSegments = 3;
const secretAt = 4;
const secretWords = 4;

/** A slot of counters: a view of its segment, and the index of its first word. */
export interface Slot {
  readonly words: Int32Array;
  readonly at: number;
}

interface TableOptions {
  /** The path of the files, without the segment number. */
  path: string;
  /** The number of words in a slot, in addition to its first four. */
  capacity: number;
  /** The number of slots per segment. */
  slots: number;
  /** Called when a file was created, with the reason if it replaces an unusable one. */
  onMade(file: string, unusable?: string): void;
}

/**
 * Slots of counters in memory-mapped files that all processes on the machine share. A segment is fully
 * allocated when it is created, and never changes its size. On a full disk, the first write to a hole in
 * the file would kill the process.
 */
export class MappedTable {
  readonly capacity: number;
  readonly #options: TableOptions;
  readonly #segments: Int32Array[] = [];
  /** Identifies the files, to detect that others replace them. */
  readonly #files: string[] = [];

  constructor(options: TableOptions) {
    this.capacity = options.capacity;
    this.#options = options;
    this.#getSegment(0);
    this.#replaceLost();
  }

  /** The header of the first segment. Words 8 to 15 are free for the owner's use. */
  get header(): Int32Array {
    return this.#getSegment(0);
  }

  /** Random secret bytes, created with the first segment. */
  get secret(): Uint8Array {
    const { buffer, byteOffset } = this.#getSegment(0);
    return new Uint8Array(buffer, byteOffset + 4 * secretAt, 4 * secretWords);
  }

  /**
   * Returns the reason why counts would be lost, if they would: a file is missing, replaced, or not
   * writable.
   */
  fault(): string | undefined {
    for (const [number, known] of this.#files.entries()) {
      if (known === undefined) continue;
      const file = this.#getPath(number);
      if (getFileIdentity(file) !== known)
        return `The counter file "${file}" was moved, removed or replaced while the hub ran: put it back, or restart the hub`;
      try {
        accessSync(file, constants.R_OK | constants.W_OK);
      } catch (error) {
        return `The counter file "${file}" cannot be written: ${(error as NodeJS.ErrnoException).code}`;
      }
    }
    return undefined;
  }

  /** Returns a slot by its index, from 0. Creates its segment if necessary. */
  at(index: number): Slot {
    const { slots } = this.#options;
    const words = this.#getSegment(Math.floor(index / slots));
    return { words, at: headerWords + (index % slots) * (slotHeaderWords + this.capacity) };
  }

  /** Returns the number of slots in all segments ever created, including lost files. */
  count(): number {
    let segments = Math.max(this.#segments.length, Atomics.load(this.header, headerSegments));
    while (existsSync(this.#getPath(segments))) segments++;
    return segments * this.#options.slots;
  }

  /** Visits the slots from one to the end of its segment. The slot object is reused for each visit. */
  visitSegment(from: number, visit: (slot: Slot) => void): void {
    const size = slotHeaderWords + this.capacity;
    const slot = { ...this.at(from) };
    const end = headerWords + this.#options.slots * size;
    for (; slot.at < end; slot.at += size) visit(slot);
  }

  /** Recreates files that were lost or truncated while no hub ran. */
  #replaceLost(): void {
    const { slots } = this.#options;
    const size = getSegmentSize(slots, this.capacity);
    for (let number = 1; number < this.count() / slots; number++)
      if (statSync(this.#getPath(number), { throwIfNoEntry: false })?.size !== size)
        this.#getSegment(number);
  }

  #getPath(number: number): string {
    return `${this.#options.path}-${number}.counters`;
  }

  #getSegment(number: number): Int32Array {
    const opened = this.#segments[number];
    if (opened) return opened;
    const file = this.#getPath(number);
    const { slots, onMade } = this.#options;
    const size = getSegmentSize(slots, this.capacity);
    let words = existsSync(file) ? this.#open(file, size) : undefined;
    if (words === undefined) {
      const unusable = existsSync(file);
      if (unusable) renameSync(file, `${file}.unusable`);
      createSegment(file, size, this.capacity);
      words = this.#open(file, size);
      if (words === undefined) throw new Error(`Cannot use the counter file "${file}"`);
      onMade(file, unusable ? "it was short, or not a counter file of this version" : undefined);
    }
    this.#segments[number] = words;
    this.#files[number] = getFileIdentity(file);
    for (let known = Atomics.load(this.header, headerSegments); known <= number; )
      known = Atomics.compareExchange(this.header, headerSegments, known, number + 1);
    return words;
  }

  #open(file: string, size: number): Int32Array | undefined {
    if (statSync(file).size !== size) return undefined;
    const bytes = Bun.mmap(file, { shared: true });
    const words = new Int32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
    const isValid = words[0] === magic && words[1] === layout && words[2] === this.capacity;
    return isValid ? words : undefined;
  }
}

const blockBytes = 64 * 1024;

/** Returns the size of a segment in bytes. */
function getSegmentSize(slots: number, capacity: number): number {
  return 4 * (headerWords + slots * (slotHeaderWords + capacity));
}

/**
 * Creates a segment filled with zeros under a temporary name, then links it unless another process was
 * first.
 */
function createSegment(file: string, size: number, capacity: number): void {
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
    throw new Error(`Cannot create the counter file "${file}": ${reason}`, { cause });
  } finally {
    rmSync(draft, { force: true });
  }
}

type Allocate = (handle: number, from: number, size: number) => number;
let allocateBlocks: Allocate | undefined;

/**
 * Allocates the blocks of a file, filled with zeros. Returns false if that is unsupported or the disk is
 * full, which the subsequent write then shows.
 */
function allocate(handle: number, size: number): boolean {
  allocateBlocks ??= openAllocate();
  return allocateBlocks(handle, 0, size) === 0;
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
  // Writes the same block repeatedly, because a buffer of the whole segment would take that much memory.
  const zeros = new Uint8Array(Math.min(size, blockBytes));
  for (let written = 0; written < size; )
    written += writeAll(handle, zeros.subarray(0, Math.min(size - written, zeros.length)));
}

function writeAll(handle: number, bytes: Uint8Array): number {
  for (let written = 0; written < bytes.length; ) written += writeSync(handle, bytes, written);
  return bytes.length;
}

function getFileIdentity(file: string): string {
  const found = statSync(file, { throwIfNoEntry: false });
  return found ? `${found.dev} ${found.ino} ${found.size}` : "none";
}
