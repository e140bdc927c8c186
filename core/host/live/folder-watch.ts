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
   * whether the system reports changes of all of them.
   */
  follow(folders: ReadonlyMap<string, number>): boolean {
    const wanted = new Map([...folders].map(([path, inode]) => [`${inode} ${path}`, path]));
    for (const [key, watcher] of this.#watchers)
      if (!wanted.has(key)) {
        watcher.close();
        this.#watchers.delete(key);
      }
    let isComplete = true;
    for (const [key, path] of wanted)
      if (!this.#watchers.has(key)) isComplete = this.#add(key, path) && isComplete;
    return isComplete;
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
