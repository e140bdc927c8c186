import { mkdirSync, mkdtempSync, realpathSync, statSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename } from "node:path";
import type { DatasetDefinition } from "../../contract/dataset.ts";
import { removeOrphans } from "../../lib/orphans.ts";
import { copiesPrefix } from "../../platform/log/copied-paths.ts";
import type { Log } from "../../platform/log/log.ts";
import { grantedTo } from "../grants/grants.ts";
import {
  clashAmong,
  type FolderOptions,
  listPluginFolders,
  type PluginFolder,
} from "../load/load-all.ts";
import { loadPlugin } from "../load/load-plugin.ts";
import type { LoadedPlugin, PluginSet } from "../plugin/loaded-plugin.ts";
import { FolderWatch } from "./folder-watch.ts";
import { copyFiles, listFiles, type PluginFiles } from "./plugin-files.ts";
import { readFromCopy } from "./read-from-copy.ts";

/** Time that a folder must stay unchanged before it is read, because copying files takes time. */
const settleMs = 100;
/** Poll interval for changes that the system doesn't report, such as on network folders. */
const pollMs = 5000;
/** Poll interval if the system reports no changes at all. */
const fastPollMs = 500;
/** Maximum wait of `lookNow` for folders that keep changing. */
const checkNowMsMax = 10_000;
/** Time that the files of replaced plugins are kept, because calls may still use them. */
const keepMs = 300_000;

/** The signature of a folder that doesn't exist. */
const gone = "gone";

export interface LivePluginsOptions {
  /** The folders that contain plugin folders. */
  roots: readonly string[];
  /** How the folders are loaded. */
  folders: FolderOptions;
  /** The plugins that were loaded at start-up. */
  first: PluginSet;
  /** Start of that load, in milliseconds since 1970. Folders that changed later are read again. */
  firstAt: number;
  /** The hub's own routes, which take precedence over plugins. */
  own: LoadedPlugin;
  /** Prepares a plugin for serving. Throws an error with a readable reason. */
  prepare(plugin: LoadedPlugin): Promise<void>;
  /** Replaces the served plugins. */
  serve(set: PluginSet): void;
  /** Releases plugins that are no longer served. */
  retire(plugins: readonly LoadedPlugin[]): void;
  /** Makes job processes read the files of plugins from their new location. */
  renew(plugins: readonly LoadedPlugin[]): void;
  /** Whether changes are applied immediately, and not only on request. */
  isWatching: boolean;
  log: Log;
}

/** The copy that a version of a plugin runs from, and the original folder if its packages are there. */
type Copy = Pick<LoadedPlugin, "dir" | "origin">;

/** The files of a plugin, and its granted permissions as JSON. A change of either creates a new version. */
type FolderState = PluginFiles & { granted: string | undefined };

/** The state of a plugin folder. */
interface TrackedFolder {
  folder: PluginFolder;
  /** Whether it was loaded at start-up and hasn't been checked since. */
  isFromStart?: boolean;
  isReading?: boolean;
  /** Whether it conflicts with other plugins. It is read again when they have changed. */
  hasConflict?: boolean;
  /** The signature of the files when they were read. */
  readSignature?: string | undefined;
  /** The signature of the files at the last check. */
  lastSignature?: string | undefined;
  /** The newest valid version. */
  newest?: LoadedPlugin | undefined;
  served?: LoadedPlugin | undefined;
  /** Why the newest files aren't a valid plugin. */
  fault?: string | undefined;
}

/**
 * Keeps the served plugins in sync with their folders at run time. Each version of a folder is copied before it
 * is read, and runs from the copy. So a version stays intact while its folder is written to. A broken version
 * leaves the previous one in place. Bun, which caches modules by path, imports the new files.
 */
export class LivePlugins {
  /** The folder of all copies. */
  readonly copies: string;
  readonly #options: LivePluginsOptions;
  readonly #roots: readonly string[];
  readonly #tracked = new Map<string, TrackedFolder>();
  readonly #watch = new FolderWatch(() => this.#onChange());
  #set: PluginSet;
  #version = 0;
  /** Whether something has changed since the last check started. */
  #hasChanged = false;
  /** Whether no folder was changing at the last check. */
  #isSettled = false;
  /** The last reported reason why checking fails. */
  #fault: string | undefined;
  readonly #readings = new Set<Promise<void>>();
  #timer: Timer | undefined;
  #checking: Promise<void> | undefined;
  #isClosed = false;

  constructor(options: LivePluginsOptions) {
    removeOrphans(tmpdir(), copiesPrefix);
    this.copies = mkdtempSync(`${realpathSync(tmpdir())}/${copiesPrefix}${process.pid}-`);
    this.#options = options;
    this.#set = options.first;
    const { installed } = options.folders;
    // Without the folder, the first installed plugin wouldn't be noticed.
    if (installed !== undefined) mkdirSync(installed, { recursive: true, mode: 0o700 });
    this.#roots = [...options.roots, ...(installed === undefined ? [] : [installed])];
    for (const folder of listPluginFolders(options.roots, options.folders)) {
      const served = options.first.plugins.find(({ dir }) => dir === folder.dir);
      // Skipped folders are read again to find out whether they conflict with others.
      const fault = options.first.broken.find(({ dir }) => dir === folder.dir)?.reason;
      const isFromStart = served !== undefined;
      this.#tracked.set(folder.dir, { folder, newest: served, served, fault, isFromStart });
    }
    this.#scheduleCheck(0);
  }

  /** Stops checking and removes the copies. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#watch.close();
    await Promise.allSettled([this.#checking, ...this.#readings]);
    await rm(this.copies, { recursive: true, force: true });
  }

  /** Applies all changes now and waits until they are served. Throws if the folders can't be checked. */
  async reloadNow(): Promise<PluginSet> {
    const deadline = performance.now() + checkNowMsMax;
    do {
      clearTimeout(this.#timer);
      if (!this.#checking) this.#check();
      await this.#checking;
      await Promise.race([Promise.allSettled(this.#readings), Bun.sleep(checkNowMsMax)]);
      if (this.#fault !== undefined) throw new Error(this.#fault);
      if (this.#isSettled && !this.#hasChanged) break;
      await Bun.sleep(settleMs);
    } while (performance.now() < deadline);
    return this.#set;
  }

  #onChange(): void {
    this.#hasChanged = true;
    if (!this.#checking) this.#scheduleCheck(settleMs);
  }

  #scheduleCheck(ms: number): void {
    if (this.#isClosed || !this.#options.isWatching) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#check(), ms).unref();
  }

  #check(): void {
    this.#hasChanged = false;
    this.#checking = this.#checkAll()
      .catch((cause: Error) => {
        // A network folder may be unavailable for hours. The previous plugins are still served.
        if (this.#fault !== cause.message)
          this.#options.log.error("Cannot check whether plugins have changed", { cause });
        this.#fault = cause.message;
        return pollMs;
      })
      .then((againInMs) => {
        this.#checking = undefined;
        this.#scheduleCheck(this.#hasChanged ? settleMs : againInMs);
      });
  }

  /** Applies all changes. Returns the delay until the next check. */
  async #checkAll(): Promise<number> {
    const { roots, folders: options } = this.#options;
    const folders = listPluginFolders(roots, options);
    // The load order changes when folders appear or disappear.
    for (const folder of folders) {
      const tracked = this.#tracked.get(folder.dir) ?? { folder };
      tracked.folder = folder;
      this.#tracked.set(folder.dir, tracked);
    }
    const present = new Set(folders.map(({ dir }) => dir));
    const watched = new Map(this.#roots.map((root) => [root, statSync(root).ino]));
    let isSettled = true;
    for (const tracked of this.#tracked.values()) {
      const { dir } = tracked.folder;
      const files = present.has(dir) ? tryListFiles(tracked) : undefined;
      if (files && !(files instanceof Error))
        for (const [path, number] of files.folders) watched.set(path, number);
      isSettled = (await this.#checkFolder(tracked, files)) && isSettled;
      // Yields to calls, because checking all folders at once takes some milliseconds.
      await Bun.sleep(0);
      if (this.#isClosed) return pollMs;
    }
    const { isComplete, hasAdded } = this.#options.isWatching
      ? this.#watch.follow(watched)
      : { isComplete: false, hasAdded: false };
    this.#isSettled = isSettled;
    this.#serve();
    this.#fault = undefined;
    // The system doesn't report changes from before a folder was watched.
    if (!isSettled || hasAdded) return settleMs;
    return isComplete ? pollMs : fastPollMs;
  }

  /** Reads a folder if it has changed and is stable. Returns whether it is stable. */
  async #checkFolder(
    tracked: TrackedFolder,
    files: FolderState | Error | undefined,
  ): Promise<boolean> {
    // Further changes are noticed after the read.
    if (tracked.isReading) return true;
    const signature = files instanceof Error ? files.message : (files?.signature ?? gone);
    const isResting = tracked.lastSignature === signature;
    tracked.lastSignature = signature;
    if (tracked.readSignature === signature) return true;
    const isFromStart = tracked.isFromStart === true;
    tracked.isFromStart = false;
    if (isFromStart && files && !(files instanceof Error) && this.#isAsLoaded(tracked, files)) {
      tracked.readSignature = signature;
      await this.#copyFirst(tracked, files);
      return true;
    }
    if (!isResting) return false;
    tracked.readSignature = signature;
    if (files instanceof Error) tracked.fault = files.message;
    else if (files) this.#startRead(tracked, files);
    else tracked.newest = tracked.fault = undefined;
    return true;
  }

  /** Checks whether a folder is unchanged since the hub loaded it. */
  #isAsLoaded({ newest }: TrackedFolder, { changedAt, granted }: FolderState): boolean {
    return changedAt < this.#options.firstAt && granted === JSON.stringify(newest?.granted);
  }

  /** Reads a folder in the background, so that a slow one doesn't delay others. */
  #startRead(tracked: TrackedFolder, files: FolderState): void {
    tracked.isReading = true;
    const reading = this.#read(tracked, files).then((outcome) => {
      tracked.isReading = false;
      this.#readings.delete(reading);
      if (outcome === undefined) tracked.readSignature = undefined;
      else if (outcome instanceof Error)
        Object.assign(tracked, {
          fault: outcome.message,
          newest: withPermissions(tracked.newest, files),
        });
      else Object.assign(tracked, { newest: outcome, fault: undefined });
      this.#onChange();
      if (!this.#isClosed) this.#serve();
    });
    reading.catch((cause) => this.#options.log.error("Cannot reload changed plugins", { cause }));
    this.#readings.add(reading);
  }

  /**
   * Makes a plugin that was loaded from its folder read further files from a copy. It stays the same plugin,
   * because serving another one would rebuild the whole app.
   */
  async #copyFirst({ newest, ...tracked }: TrackedFolder, files: FolderState): Promise<void> {
    try {
      const copy = await this.#copy(tracked, files);
      if (!copy || !newest) return;
      readFromCopy(tracked.folder.dir, copy.dir);
      Object.assign(newest, copy);
      this.#options.renew([newest]);
    } catch (cause) {
      const fields = { plugin: basename(tracked.folder.dir), cause };
      this.#options.log.warn("Cannot copy a plugin: it runs from its own folder", fields);
    }
  }

  /** Reads a copy of a folder. Returns undefined if the folder has changed meanwhile. */
  async #read(
    tracked: TrackedFolder,
    files: FolderState,
  ): Promise<LoadedPlugin | Error | undefined> {
    const { own, prepare, retire } = this.#options;
    tracked.hasConflict = false;
    let copy: Copy | undefined;
    let loaded: LoadedPlugin | undefined;
    try {
      copy = await this.#copy(tracked, files);
      if (!copy) return undefined;
      const { origin } = copy;
      loaded = await loadPlugin(copy.dir, { ...tracked.folder.options, origin });
      const others = this.#set.plugins.filter((plugin) => plugin !== tracked.served);
      const clash = clashAmong(loaded, [own, ...others]);
      tracked.hasConflict = clash !== undefined;
      // Its data must not be migrated while another plugin has its name.
      if (clash) throw clash;
      await prepare(loaded);
      return loaded;
    } catch (error) {
      if (loaded) retire([loaded]);
      if (copy) this.#removeCopy(copy.dir);
      return error as Error;
    }
  }

  /** Copies the files of a folder. Returns undefined if they have changed meanwhile. */
  async #copy(tracked: TrackedFolder, files: FolderState): Promise<Copy | undefined> {
    const { dir } = tracked.folder;
    const name = basename(dir);
    // Each version has its own folder, inside one with the plugin's name, so that stack traces show the name.
    const copy = `${this.copies}/${name}/${this.#version++}/${name}`;
    try {
      const origin = await copyFiles(dir, files, copy);
      if (isUnchanged(tracked, files)) return { dir: copy, origin };
    } catch (cause) {
      if (isUnchanged(tracked, files))
        throw new Error(`Cannot copy the plugin "${name}": ${(cause as Error).message}`, { cause });
    }
    await rm(copy, { recursive: true, force: true });
    return undefined;
  }

  /** Serves the current plugins if they have changed. */
  #serve(): void {
    const before = this.#set;
    const set = this.#choose();
    for (const [dir, { readSignature }] of this.#tracked)
      if (readSignature === gone) this.#tracked.delete(dir);
    const isSame =
      set.plugins.length === before.plugins.length &&
      set.plugins.every((plugin, index) => plugin === before.plugins[index]) &&
      JSON.stringify(set.broken) === JSON.stringify(before.broken);
    if (isSame) return;
    this.#options.serve(set);
    this.#set = set;
    for (const tracked of this.#tracked.values())
      if (tracked.hasConflict) {
        tracked.readSignature = undefined;
        this.#onChange();
      }
    const removed = before.plugins.filter((plugin) => !set.plugins.includes(plugin));
    this.#options.retire(removed);
    for (const { name, plugin, dir } of removed) {
      // The plugin is still served, with other permissions.
      if (set.plugins.some((one) => one.plugin === plugin)) continue;
      for (const folder of [dir, ...this.#roots.map((root) => `${root}/${name}`)])
        this.#removeCopy(folder);
    }
    this.#logChanges(before, set);
  }

  /**
   * Chooses the newest version of each folder that has no conflicts. Running versions take precedence over
   * new ones.
   */
  #choose(): PluginSet {
    const all = [...this.#tracked.values()];
    const chosen = new Map<TrackedFolder, LoadedPlugin>();
    const faults = new Map<TrackedFolder, string>();
    for (const tracked of all.toSorted((one, other) => getRank(one) - getRank(other))) {
      const { newest, served, fault } = tracked;
      if (fault !== undefined) faults.set(tracked, fault);
      for (const version of new Set([newest, newest && served])) {
        if (!version) continue;
        const clash = clashAmong(version, [this.#options.own, ...chosen.values()]);
        if (!clash) {
          chosen.set(tracked, version);
          break;
        }
        if (!faults.has(tracked)) faults.set(tracked, clash.message);
      }
    }
    for (const tracked of all) tracked.served = chosen.get(tracked);
    const sorted = all.toSorted((one, other) => one.folder.place - other.folder.place);
    return {
      plugins: sorted.flatMap((tracked) => chosen.get(tracked) ?? []),
      broken: sorted.flatMap((tracked) => {
        const reason = faults.get(tracked);
        const { dir } = tracked.folder;
        if (reason === undefined) return [];
        return [{ name: basename(dir), dir, reason, isStillServed: chosen.has(tracked) }];
      }),
    };
  }

  /** Logs the changes of each folder. */
  #logChanges(before: PluginSet, now: PluginSet): void {
    const { log } = this.#options;
    for (const { name: plugin, reason, isStillServed } of now.broken) {
      if (before.broken.some((previous) => previous.name === plugin && previous.reason === reason))
        continue;
      log.error(reason, { plugin, still_served: isStillServed });
    }
    const versions = ({ plugins }: PluginSet) => new Map(plugins.map((one) => [one.name, one]));
    const [former, current] = [versions(before), versions(now)];
    for (const [plugin, { routes }] of current) {
      const previous = former.get(plugin);
      // A change of permissions isn't reported.
      if (previous?.plugin === current.get(plugin)?.plugin) continue;
      const endpoints = routes.length;
      log.info(`The plugin "${plugin}" is ${previous ? "replaced" : "added"}`, {
        plugin,
        endpoints,
      });
    }
    for (const plugin of former.keys())
      if (!current.has(plugin)) log.info(`The plugin "${plugin}" is removed`, { plugin });
  }

  /** Removes the modules of a copy from the cache immediately, and its files when no call can use them. */
  #removeCopy(dir: string): void {
    for (const path of Object.keys(require.cache))
      if (path.startsWith(`${dir}/`)) delete require.cache[path];
    if (!dir.startsWith(`${this.copies}/`)) return;
    setTimeout(() => void rm(dir, { recursive: true, force: true }), keepMs).unref();
  }
}

/** Returns the sort key of a folder: running plugins first, and then by load order. */
function getRank({ served, folder }: TrackedFolder): number {
  return (served ? 0 : 1_000_000) + folder.place;
}

/** Lists the files of a folder. Returns undefined if it doesn't exist, and an error if it can't be read. */
function tryListFiles({ folder, newest }: TrackedFolder): FolderState | Error | undefined {
  const { dir, options } = folder;
  try {
    const files = listFiles(dir, newest && getBuiltFiles(newest));
    if (options.installedIn === undefined) return { ...files, granted: undefined };
    const granted = JSON.stringify(grantedTo(options.installedIn, basename(dir)));
    return { ...files, granted, signature: `${files.signature} ${granted}` };
  } catch (error) {
    const { code, message } = error as Error & { code?: string };
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    return new Error(`Cannot load plugin "${basename(dir)}": ${message}`, { cause: error });
  }
}

/** Returns a running plugin with its current permissions, so that revoked ones no longer apply. */
function withPermissions(
  plugin: LoadedPlugin | undefined,
  { granted }: FolderState,
): LoadedPlugin | undefined {
  if (!plugin || granted === undefined || granted === JSON.stringify(plugin.granted)) return plugin;
  return { ...plugin, granted: JSON.parse(granted) };
}

function isUnchanged(tracked: TrackedFolder, { signature }: FolderState): boolean {
  const files = tryListFiles(tracked);
  return files !== undefined && !(files instanceof Error) && files.signature === signature;
}

const builtFiles = new WeakMap<LoadedPlugin, readonly string[]>();

/** Returns the dataset files that the hub builds from a plugin's packages. */
function getBuiltFiles(plugin: LoadedPlugin): readonly string[] {
  const cached = builtFiles.get(plugin) ?? Object.values(plugin.datasets).flatMap(listBuiltPaths);
  builtFiles.set(plugin, cached);
  return cached;
}

function listBuiltPaths({ embedded }: DatasetDefinition): string[] {
  try {
    const { made, paths } = embedded?.() ?? {};
    return made && paths ? Object.values(paths) : [];
  } catch {
    // Its package isn't installed, which is reported when the data is needed.
    return [];
  }
}
