/** A store for bodies that are too large for a database, by name. */
export interface Bodies {
  /** Stores bytes under a name, atomically. */
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** Returns the stored bytes, or nothing if they are missing or have another size. */
  get(name: string, size: number): Promise<Uint8Array<ArrayBuffer> | undefined>;
  remove(...names: string[]): Promise<void>;
  /** Removes everything written before a time, including orphans. */
  sweep(before: number): Promise<void>;
}
