import { type FSWatcher, watch } from "node:fs";

/** Watches folders with the notifications of the operating system, if available. */
export class FolderWatch {
  readonly #onChange: () => void;
  readonly #watchers = new Map<string, FSWatcher>();

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  /**
   * Sets the watched folders by path and inode, because a recreated folder is a different one. Returns
   * whether the system reports changes of all of them, and whether some weren't watched before.
   */
  follow(folders: ReadonlyMap<string, number>): { isComplete: boolean; hasAdded: boolean } {
    const wanted = new Map([...folders].map(([path, inode]) => [`${inode} ${path}`, path]));
    for (const [key, watcher] of this.#watchers)
      if (!wanted.has(key)) {
        watcher.close();
        this.#watchers.delete(key);
      }
    const added = [...wanted].filter(([key]) => !this.#watchers.has(key));
    const opened = added.filter(([key, path]) => this.#add(key, path));
    return { isComplete: opened.length === added.length, hasAdded: opened.length > 0 };
  }

  close(): void {
    this.follow(new Map());
  }

  #add(key: string, path: string): boolean {
    try {
      const watcher = watch(path, { persistent: false }, this.#onChange);
      // The folder was removed, or the system has run out of watchers. The next check finds out.
      watcher.on("error", this.#onChange);
      this.#watchers.set(key, watcher);
      return true;
    } catch {
      return false;
    }
  }
}
