/** What is known of a dataset that is kept. */
export interface DatasetFacts {
  /** Tells these files from all others. */
  version: string;
  /** The day its newest part is of, as 2026-01-02. */
  build_date: string;
  /** How many there are; null where nobody has counted. */
  entries: number | null;
  /** Where its parts are from, where some may be missing. */
  sources?: readonly string[];
  /** When it was fetched or imported, in milliseconds since 1970; null for what came with a package. */
  fetched_at: number | null;
  origin: "network" | "file" | "package";
}

/** A dataset that is there: what is known of it, and its files. */
export class DatasetVersion {
  readonly about: DatasetFacts;
  readonly #paths: Readonly<Record<string, string>>;

  constructor(about: DatasetFacts, paths: Readonly<Record<string, string>>) {
    this.about = about;
    this.#paths = paths;
  }

  get paths(): Readonly<Record<string, string>> {
    return this.#paths;
  }

  /** Where a file of it is, for engines that open files by themselves. */
  path(file: string): string {
    const path = this.#paths[file];
    if (path === undefined) throw new Error(`The dataset has no file "${file}"`);
    return path;
  }

  /** Reads a file of it. */
  bytes(file: string): Promise<Uint8Array<ArrayBuffer>> {
    return Bun.file(this.path(file)).bytes();
  }

  /** Reads a file of it as text. */
  text(file: string): Promise<string> {
    return Bun.file(this.path(file)).text();
  }
}
