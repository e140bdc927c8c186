/** The facts of a model in a dataset. */
export interface ModelFacts {
  file: string;
  bytes: number;
  /** SHA-256 of the file, in hexadecimal. */
  sha256: string;
  /** Names of its inputs. */
  inputs: readonly string[];
  licence: string | null;
  /** Its measured quality, or that which its publisher states. */
  quality: string | null;
}

/** The facts about a dataset version. */
export interface DatasetFacts {
  /** Identifies the files. */
  version: string;
  /** The date of its newest part, such as 2026-01-02. */
  build_date: string;
  /** Number of entries. Null if unknown. */
  entries: number | null;
  /** The sources of its parts, if some can be missing. */
  sources?: readonly string[];
  /** Numbers of entries that can't be used, by reason. */
  skipped?: Readonly<Record<string, number>>;
  /** Time of the download or import, in milliseconds since 1970. Null for data of a package. */
  /** Its models, if it has any. */
  models?: readonly ModelFacts[];
  fetched_at: number | null;
  origin: "network" | "file" | "package";
}

/** A version of a dataset: its facts and files. */
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

  /** Returns the path of a file, for libraries that open files themselves. */
  path(file: string): string {
    const path = this.#paths[file];
    if (path === undefined) throw new Error(`The dataset has no file "${file}"`);
    return path;
  }

  /** Reads a file. */
  bytes(file: string): Promise<Uint8Array<ArrayBuffer>> {
    return Bun.file(this.path(file)).bytes();
  }

  /** Reads a file as text. */
  text(file: string): Promise<string> {
    return Bun.file(this.path(file)).text();
  }
}
