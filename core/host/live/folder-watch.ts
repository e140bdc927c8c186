import { type FSWatcher, watch } from "node:fs";

/** Is told by the system when something changes in some folders, where the system can. */
export class FolderWatch {
  readonly #onChange: () => void;
  readonly #watchers = new Map<string, FSWatcher>();

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  /**
   * Watches these folders, each by its path and its number: one that was made again is another. Answers
   * whether the system tells of all of them.
   */
  follow(folders: ReadonlyMap<string, number>): boolean {
    const wanted = new Map([...folders].map(([path, number]) => [`${number} ${path}`, path]));
    for (const [key, watcher] of this.#watchers)
      if (!wanted.has(key)) {
        watcher.close();
        this.#watchers.delete(key);
      }
    let isWhole = true;
    for (const [key, path] of wanted)
      if (!this.#watchers.has(key)) isWhole = this.#add(key, path) && isWhole;
    return isWhole;
  }

  close(): void {
    this.follow(new Map());
  }

  #add(key: string, path: string): boolean {
    try {
      const watcher = watch(path, { persistent: false }, this.#onChange);
      // It went, or the system has no more of them: looking finds out.
      watcher.on("error", this.#onChange);
      this.#watchers.set(key, watcher);
      return true;
    } catch {
      return false;
    }
  }
}
