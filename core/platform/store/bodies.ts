/** Keeps bodies that are too large for a database, each under a name. */
export interface Bodies {
  /** Keeps bytes under a name, all of them or none. */
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** What was kept; nothing where it is gone, or not as long as it was. */
  get(name: string, size: number): Promise<Uint8Array<ArrayBuffer> | undefined>;
  remove(...names: string[]): Promise<void>;
  /** Removes what was written before a time, whoever has forgotten it. */
  sweep(before: number): Promise<void>;
}
