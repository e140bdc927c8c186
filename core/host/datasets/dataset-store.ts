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

interface Entry extends DatasetFacts {
  /** The length of each file. */
  files: Readonly<Record<string, number>>;
}

/** What stands in `current.json`: the entry in use, and the one before. */
interface Index {
  current: Entry;
  previous?: Entry | undefined;
}

/** An attempt to fetch a dataset. */
export interface Attempts {
  /** In milliseconds since 1970. */
  at: number;
  /** How many in a row came to nothing, this one included while it goes on. */
  failures: number;
}

/** How long what was found in the folder is believed before another process may have changed it. */
const believedMs = 1000;

/**
 * The place of one dataset in a folder: each version in a folder of its own, and `current.json`, which
 * names the one in use. It is written last and under another name first, so that a process that is
 * killed at any moment leaves the former version in use.
 */
export class DatasetStore {
  readonly #dir: string;
  #found: { stamp: string; kept: DatasetVersion | undefined } | undefined;
  #believedUntil = 0;

  constructor(dir: string) {
    this.#dir = dir;
  }

  /** What is in use. A version with missing or cut files gives way to the one before. */
  current(): DatasetVersion | undefined {
    const now = performance.now();
    if (this.#found && now < this.#believedUntil) return this.#found.kept;
    this.#believedUntil = now + believedMs;
    const stamp = this.#stamp();
    if (stamp !== this.#found?.stamp) this.#found = { stamp, kept: this.#read() };
    return this.#found.kept;
  }

  /** Puts a new version in the place of the one in use. */
  put(files: Files, about: Omit<DatasetFacts, "version">): DatasetVersion {
    const version = versionOf(files);
    const former = this.#index()?.current;
    const current: Entry = {
      ...about,
      version,
      files: Object.fromEntries(Object.entries(files).map(([name, { length }]) => [name, length])),
    };
    if (!this.#isWhole(current)) this.#write(version, files);
    const previous = former?.version === version ? this.#index()?.previous : former;
    this.#writeFile("current.json", JSON.stringify({ current, previous } satisfies Index));
    this.#prune([version, previous?.version]);
    this.lookAgain();
    // It was written just now, and is looked for anew.
    return this.current()!;
  }

  /** Believes nothing of what was found before: another process has just put something there. */
  lookAgain(): void {
    this.#believedUntil = 0;
  }

  /** The last attempt to fetch it, by whichever process. */
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

  #isWhole({ version, files }: Entry): boolean {
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

  #prune(wanted: readonly (string | undefined)[]): void {
    for (const entry of readdirSync(this.#dir, { withFileTypes: true }))
      if (entry.isDirectory() && !entry.name.startsWith("draft.") && !wanted.includes(entry.name))
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

function versionOf(files: Files): string {
  let hash = 0n;
  const named = Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1));
  for (const [name, bytes] of named) hash = Bun.hash.wyhash(bytes, Bun.hash.wyhash(name, hash));
  return hash.toString(36);
}
