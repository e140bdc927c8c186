import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import type { Files } from "../../contract/dataset.ts";
import { type DatasetFacts, DatasetVersion } from "../../contract/dataset-version.ts";

interface StoredVersion extends DatasetFacts {
  /** The size of each file in bytes. */
  files: Readonly<Record<string, number>>;
}

/** The content of `current.json`: the entry in use, and the previous one. */
interface Index {
  current: StoredVersion;
  previous?: StoredVersion | undefined;
}

/** The last attempts to fetch a dataset. */
export interface Attempts {
  /** In milliseconds since 1970. */
  at: number;
  /** Number of consecutive failures, including the running attempt. */
  failures: number;
}

/** Time for which the state of the folder is cached before other processes' changes are noticed. */
const cacheMs = 1000;

/**
 * The folder of one dataset. Each version has its own subfolder, and `current.json` names the one in use. It
 * is written last and atomically, so that a process that is killed at any moment leaves the previous version
 * in use.
 */
export class DatasetStore {
  readonly #dir: string;
  #cached: { stamp: string; version: DatasetVersion | undefined } | undefined;
  #cachedUntil = 0;

  constructor(dir: string) {
    this.#dir = dir;
  }

  /** Returns the version in use. Falls back to the previous one if files are missing or truncated. */
  current(): DatasetVersion | undefined {
    const now = performance.now();
    if (this.#cached && now < this.#cachedUntil) return this.#cached.version;
    this.#cachedUntil = now + cacheMs;
    const stamp = this.#stamp();
    if (stamp !== this.#cached?.stamp) this.#cached = { stamp, version: this.#read() };
    return this.#cached.version;
  }

  /** Stores a new version and puts it in use. */
  put(files: Files, about: Omit<DatasetFacts, "version">): DatasetVersion {
    const version = getVersion(files);
    const replaced = this.#index()?.current;
    const current: StoredVersion = {
      ...about,
      version,
      files: Object.fromEntries(Object.entries(files).map(([name, { length }]) => [name, length])),
    };
    if (!this.#isWhole(current)) this.#write(version, files);
    const previous = replaced?.version === version ? this.#index()?.previous : replaced;
    this.#writeFile("current.json", JSON.stringify({ current, previous } satisfies Index));
    this.#prune([version, previous?.version]);
    this.invalidateIndex();
    // It was just written, and the cache is cleared.
    return this.current()!;
  }

  /** Clears the cache, because another process has just stored a version. */
  invalidateIndex(): void {
    this.#cachedUntil = 0;
  }

  /** The last attempts to fetch it, by any process. */
  get tried(): Attempts | undefined {
    return this.#json<Attempts>("tried.json");
  }

  set tried(tried: Attempts) {
    mkdirSync(this.#dir, { recursive: true });
    this.#writeFile("tried.json", JSON.stringify(tried));
  }

  #read(): DatasetVersion | undefined {
    const index = this.#index();
    const entry = [index?.current, index?.previous].find((one) => one && this.#isWhole(one));
    if (!entry) return undefined;
    const { files, ...about } = entry;
    const paths = Object.keys(files).map((name) => [name, this.#path(entry.version, name)]);
    return new DatasetVersion(about, Object.fromEntries(paths));
  }

  #isWhole({ version, files }: StoredVersion): boolean {
    return Object.entries(files).every(
      ([name, length]) =>
        statSync(this.#path(version, name), { throwIfNoEntry: false })?.size === length,
    );
  }

  #write(version: string, files: Files): void {
    const draft = `${this.#dir}/draft.${process.pid}`;
    rmSync(draft, { recursive: true, force: true });
    mkdirSync(draft, { recursive: true });
    try {
      for (const [name, bytes] of Object.entries(files)) writeFileSync(`${draft}/${name}`, bytes);
      rmSync(`${this.#dir}/${version}`, { recursive: true, force: true });
      renameSync(draft, `${this.#dir}/${version}`);
    } finally {
      rmSync(draft, { recursive: true, force: true });
    }
  }

  #writeFile(name: string, text: string): void {
    const draft = `${this.#dir}/${name}.${process.pid}`;
    writeFileSync(draft, text);
    renameSync(draft, `${this.#dir}/${name}`);
  }

  #prune(keptVersions: readonly (string | undefined)[]): void {
    for (const entry of readdirSync(this.#dir, { withFileTypes: true }))
      if (
        entry.isDirectory() &&
        !entry.name.startsWith("draft.") &&
        !keptVersions.includes(entry.name)
      )
        rmSync(`${this.#dir}/${entry.name}`, { recursive: true, force: true });
  }

  #index(): Index | undefined {
    return this.#json<Index>("current.json");
  }

  #json<T>(name: string): T | undefined {
    const path = `${this.#dir}/${name}`;
    if (!existsSync(path)) return undefined;
    try {
      return JSON.parse(readFileSync(path, "utf8"));
    } catch {
      return undefined;
    }
  }

  #stamp(): string {
    const stat = statSync(`${this.#dir}/current.json`, { throwIfNoEntry: false });
    return stat ? `${stat.mtimeMs} ${stat.ino}` : "none";
  }

  #path(version: string, name: string): string {
    return `${this.#dir}/${version}/${name}`;
  }
}

function getVersion(files: Files): string {
  let hash = 0n;
  const named = Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1));
  for (const [name, bytes] of named) hash = Bun.hash.wyhash(bytes, Bun.hash.wyhash(name, hash));
  return hash.toString(36);
}
