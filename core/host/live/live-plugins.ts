import { mkdirSync, mkdtempSync, realpathSync, statSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename } from "node:path";
import type { DatasetDefinition } from "../../contract/dataset.ts";
import { removeOrphans } from "../../lib/orphans.ts";
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

/** How long a folder has to stay as it is before it is read: a copy takes its time to arrive. */
const settleMs = 100;
/** How often is looked for changes that the system does not tell of, as on network folders. */
const lookMs = 5000;
/** The same where it tells of none. */
const lookOftenMs = 500;
/** How long whoever wants folders read now waits for those that go on changing. */
const lookNowMsMax = 10_000;
/** How long the files stay of what is served no more: a call may still be at work with them. */
const keepMs = 300_000;

const prefix = "utilhub-copies-";
/** What the files of a folder are that is not there. */
const gone = "gone";

export interface LivePluginsOptions {
  /** The folders of plugin folders. */
  roots: readonly string[];
  /** Whose they are, and what those of others are read in. */
  folders: FolderOptions;
  /** What was loaded from there when the hub started. */
  first: PluginSet;
  /** When that was begun, in milliseconds since 1970: what has changed since is read again. */
  firstAt: number;
  /** The hub's own routes, whose paths no plugin gets. */
  own: LoadedPlugin;
  /** Makes ready a plugin that is to be served. Throws a sentence where it cannot be. */
  prepare(plugin: LoadedPlugin): Promise<void>;
  /** Serves these in place of what was served. */
  serve(set: PluginSet): void;
  /** Lets go of what is served no more. */
  retire(plugins: readonly LoadedPlugin[]): void;
  /** Has their files read where these are now. */
  renew(plugins: readonly LoadedPlugin[]): void;
  /** Whether folders that change are taken up at once, and not only when that is asked for. */
  isWatching: boolean;
  log: Log;
}

/** Where a version of a plugin runs, and where its packages are. */
type Copy = Pick<LoadedPlugin, "dir" | "packages">;

/** The files of a plugin, and what was granted to it, in JSON: that makes it what it is as much as they do. */
type Seen = PluginFiles & { granted: string | undefined };

/** What is known of a plugin folder. */
interface Known {
  folder: PluginFolder;
  /** Whether it was loaded when the hub started, and not looked at since. */
  isFromStart?: boolean;
  isBeingRead?: boolean;
  /** Whether others have what it would answer: it is read again when they have changed. */
  isKeptOut?: boolean;
  /** What its files were when they were read. */
  readAs?: string | undefined;
  /** What they were when they were last looked at. */
  seenAs?: string | undefined;
  /** The newest that keeps the contract. */
  newest?: LoadedPlugin | undefined;
  served?: LoadedPlugin | undefined;
  /** Why the newest files are no plugin. */
  fault?: string | undefined;
}

/**
 * Keeps what is served in step with the plugin folders while the hub runs. Each version of a folder is
 * copied before it is read, and runs from the copy: so it stays whole while its folder is written to, a
 * broken one leaves in place what ran before, and the runtime sees files that it has never imported.
 */
export class LivePlugins {
  /** The folder that all copies are in. */
  readonly copies: string;
  readonly #options: LivePluginsOptions;
  readonly #roots: readonly string[];
  readonly #known = new Map<string, Known>();
  readonly #watch = new FolderWatch(() => this.#hint());
  #set: PluginSet;
  #version = 0;
  /** Whether something has changed since the last look began. */
  #isHinted = false;
  /** Whether the last look found all folders at rest. */
  #isSettled = false;
  /** Why it cannot be looked, as was told last. */
  #fault: string | undefined;
  readonly #readings = new Set<Promise<void>>();
  #timer: Timer | undefined;
  #looking: Promise<void> | undefined;
  #isClosed = false;

  constructor(options: LivePluginsOptions) {
    removeOrphans(tmpdir(), prefix);
    this.copies = mkdtempSync(`${realpathSync(tmpdir())}/${prefix}${process.pid}-`);
    this.#options = options;
    this.#set = options.first;
    const { installed } = options.folders;
    // Else nobody would tell of the first plugin that is installed.
    if (installed !== undefined) mkdirSync(installed, { recursive: true, mode: 0o700 });
    this.#roots = [...options.roots, ...(installed === undefined ? [] : [installed])];
    for (const folder of listPluginFolders(options.roots, options.folders)) {
      const served = options.first.plugins.find(({ dir }) => dir === folder.dir);
      // One that was left out is read again: whether others keep it out is to be known.
      const fault = options.first.broken.find(({ dir }) => dir === folder.dir)?.reason;
      const isFromStart = served !== undefined;
      this.#known.set(folder.dir, { folder, newest: served, served, fault, isFromStart });
    }
    this.#lookIn(0);
  }

  /** Stops looking, and removes the copies. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#watch.close();
    await Promise.allSettled([this.#looking, ...this.#readings]);
    await rm(this.copies, { recursive: true, force: true });
  }

  /** Takes up what has changed now, and waits until it is served. Throws where it cannot be looked. */
  async lookNow(): Promise<PluginSet> {
    const deadline = performance.now() + lookNowMsMax;
    do {
      clearTimeout(this.#timer);
      if (!this.#looking) this.#look();
      await this.#looking;
      await Promise.race([Promise.allSettled(this.#readings), Bun.sleep(lookNowMsMax)]);
      if (this.#fault !== undefined) throw new Error(this.#fault);
      if (this.#isSettled && !this.#isHinted) break;
      await Bun.sleep(settleMs);
    } while (performance.now() < deadline);
    return this.#set;
  }

  #hint(): void {
    this.#isHinted = true;
    if (!this.#looking) this.#lookIn(settleMs);
  }

  #lookIn(ms: number): void {
    if (this.#isClosed || !this.#options.isWatching) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#look(), ms).unref();
  }

  #look(): void {
    this.#isHinted = false;
    this.#looking = this.#lookAtAll()
      .catch((cause: Error) => {
        // A network folder may be away for hours: what ran before goes on.
        if (this.#fault !== cause.message)
          this.#options.log.error("Cannot check whether plugins have changed", { cause });
        this.#fault = cause.message;
        return lookMs;
      })
      .then((againInMs) => {
        this.#looking = undefined;
        this.#lookIn(this.#isHinted ? settleMs : againInMs);
      });
  }

  /** Takes up what has changed. Answers when to look again. */
  async #lookAtAll(): Promise<number> {
    const { roots, folders: options } = this.#options;
    const folders = listPluginFolders(roots, options);
    // Another place, perhaps, as others come and go.
    for (const folder of folders) {
      const known = this.#known.get(folder.dir) ?? { folder };
      known.folder = folder;
      this.#known.set(folder.dir, known);
    }
    const present = new Set(folders.map(({ dir }) => dir));
    const watched = new Map(this.#roots.map((root) => [root, statSync(root).ino]));
    let isSettled = true;
    for (const known of this.#known.values()) {
      const { dir } = known.folder;
      const files = present.has(dir) ? tryToList(known) : undefined;
      if (files && !(files instanceof Error))
        for (const [path, number] of files.folders) watched.set(path, number);
      isSettled = (await this.#lookAt(known, files)) && isSettled;
      // Calls come first: all folders at once would be some milliseconds.
      await Bun.sleep(0);
      if (this.#isClosed) return lookMs;
    }
    const isTold = this.#options.isWatching && this.#watch.follow(watched);
    this.#isSettled = isSettled;
    this.#serve();
    this.#fault = undefined;
    return isSettled ? (isTold ? lookMs : lookOftenMs) : settleMs;
  }

  /** Has a folder read if it has changed and come to rest. Answers whether it has. */
  async #lookAt(known: Known, files: Seen | Error | undefined): Promise<boolean> {
    // Whether it has changed again is seen when that is done.
    if (known.isBeingRead) return true;
    const signature = files instanceof Error ? files.message : (files?.signature ?? gone);
    const isResting = known.seenAs === signature;
    known.seenAs = signature;
    if (known.readAs === signature) return true;
    const isFromStart = known.isFromStart === true;
    known.isFromStart = false;
    if (isFromStart && files && !(files instanceof Error) && this.#isAsLoaded(known, files)) {
      known.readAs = signature;
      await this.#copyFirst(known, files);
      return true;
    }
    if (!isResting) return false;
    known.readAs = signature;
    if (files instanceof Error) known.fault = files.message;
    else if (files) this.#beginToRead(known, files);
    else known.newest = known.fault = undefined;
    return true;
  }

  /** Whether nothing has changed since the hub loaded a folder. */
  #isAsLoaded({ newest }: Known, { changedAt, granted }: Seen): boolean {
    return changedAt < this.#options.firstAt && granted === JSON.stringify(newest?.granted);
  }

  /** Reads a folder while others are looked at: one that never ends would hold them up. */
  #beginToRead(known: Known, files: Seen): void {
    known.isBeingRead = true;
    const reading = this.#read(known, files).then((outcome) => {
      known.isBeingRead = false;
      this.#readings.delete(reading);
      if (outcome === undefined) known.readAs = undefined;
      else if (outcome instanceof Error)
        Object.assign(known, { fault: outcome.message, newest: asGranted(known.newest, files) });
      else Object.assign(known, { newest: outcome, fault: undefined });
      this.#hint();
      if (!this.#isClosed) this.#serve();
    });
    reading.catch((cause) => this.#options.log.error("Cannot reload changed plugins", { cause }));
    this.#readings.add(reading);
  }

  /**
   * Has what was loaded from where it lies run from a copy, as far as its files are still to be read. It stays the
   * plugin that is served: to serve another would be to build the whole app anew.
   */
  async #copyFirst({ newest, ...known }: Known, files: Seen): Promise<void> {
    try {
      const copy = await this.#copy(known, files);
      if (!copy || !newest) return;
      readFromCopy(known.folder.dir, copy.dir);
      Object.assign(newest, copy);
      this.#options.renew([newest]);
    } catch (cause) {
      const fields = { plugin: basename(known.folder.dir), cause };
      this.#options.log.warn("Cannot copy a plugin: it runs from its own folder", fields);
    }
  }

  /** Reads a copy of a folder; nothing where it went on changing meanwhile. */
  async #read(known: Known, files: Seen): Promise<LoadedPlugin | Error | undefined> {
    const { own, prepare, retire } = this.#options;
    known.isKeptOut = false;
    let copy: Copy | undefined;
    let loaded: LoadedPlugin | undefined;
    try {
      copy = await this.#copy(known, files);
      if (!copy) return undefined;
      const { packages } = copy;
      loaded = await loadPlugin(copy.dir, { ...known.folder.options, packages });
      const others = this.#set.plugins.filter((plugin) => plugin !== known.served);
      const clash = clashAmong(loaded, [own, ...others]);
      known.isKeptOut = clash !== undefined;
      // What it keeps is not touched while another has its name.
      if (clash) throw clash;
      await prepare(loaded);
      return loaded;
    } catch (error) {
      if (loaded) retire([loaded]);
      if (copy) this.#forget(copy.dir);
      return error as Error;
    }
  }

  /** Copies the files of a folder, unless they change meanwhile. */
  async #copy(known: Known, files: Seen): Promise<Copy | undefined> {
    const { dir } = known.folder;
    const name = basename(dir);
    // A folder for each version, and one for each name above: a stack then tells whose file it names.
    const copy = `${this.copies}/${name}/${this.#version++}/${name}`;
    try {
      const packages = await copyFiles(dir, files, copy);
      if (isStill(known, files)) return { dir: copy, packages };
    } catch (cause) {
      if (isStill(known, files))
        throw new Error(`Cannot copy the plugin "${name}": ${(cause as Error).message}`, { cause });
    }
    await rm(copy, { recursive: true, force: true });
    return undefined;
  }

  /** Serves what there is now, if that is not what is served. */
  #serve(): void {
    const before = this.#set;
    const set = this.#choose();
    for (const [dir, { readAs }] of this.#known) if (readAs === gone) this.#known.delete(dir);
    const isSame =
      set.plugins.length === before.plugins.length &&
      set.plugins.every((plugin, index) => plugin === before.plugins[index]) &&
      JSON.stringify(set.broken) === JSON.stringify(before.broken);
    if (isSame) return;
    this.#options.serve(set);
    this.#set = set;
    for (const known of this.#known.values())
      if (known.isKeptOut) {
        known.readAs = undefined;
        this.#hint();
      }
    const left = before.plugins.filter((plugin) => !set.plugins.includes(plugin));
    this.#options.retire(left);
    for (const { name, plugin, dir } of left) {
      // It goes on with what it is granted by now.
      if (set.plugins.some((one) => one.plugin === plugin)) continue;
      for (const folder of [dir, ...this.#roots.map((root) => `${root}/${name}`)])
        this.#forget(folder);
    }
    this.#tell(before, set);
  }

  /** Of each folder the newest version that can stand beside the others: what runs goes before what is new. */
  #choose(): PluginSet {
    const all = [...this.#known.values()];
    const chosen = new Map<Known, LoadedPlugin>();
    const faults = new Map<Known, string>();
    for (const known of all.toSorted((one, other) => rank(one) - rank(other))) {
      const { newest, served, fault } = known;
      if (fault !== undefined) faults.set(known, fault);
      for (const version of new Set([newest, newest && served])) {
        if (!version) continue;
        const clash = clashAmong(version, [this.#options.own, ...chosen.values()]);
        if (!clash) {
          chosen.set(known, version);
          break;
        }
        if (!faults.has(known)) faults.set(known, clash.message);
      }
    }
    for (const known of all) known.served = chosen.get(known);
    const inOrder = all.toSorted((one, other) => one.folder.place - other.folder.place);
    return {
      plugins: inOrder.flatMap((known) => chosen.get(known) ?? []),
      broken: inOrder.flatMap((known) => {
        const reason = faults.get(known);
        const { dir } = known.folder;
        if (reason === undefined) return [];
        return [{ name: basename(dir), dir, reason, isStillServed: chosen.has(known) }];
      }),
    };
  }

  /** Says what has become of which folder. */
  #tell(before: PluginSet, now: PluginSet): void {
    const { log } = this.#options;
    for (const { name: plugin, reason, isStillServed } of now.broken) {
      if (before.broken.some((known) => known.name === plugin && known.reason === reason)) continue;
      log.error(reason, { plugin, still_served: isStillServed });
    }
    const versions = ({ plugins }: PluginSet) => new Map(plugins.map((one) => [one.name, one]));
    const [old, fresh] = [versions(before), versions(now)];
    for (const [plugin, { routes }] of fresh) {
      const known = old.get(plugin);
      // The same with what it is granted by now is nothing new.
      if (known?.plugin === fresh.get(plugin)?.plugin) continue;
      const endpoints = routes.length;
      log.info(`The plugin "${plugin}" is ${known ? "replaced" : "added"}`, { plugin, endpoints });
    }
    for (const plugin of old.keys())
      if (!fresh.has(plugin)) log.info(`The plugin "${plugin}" is removed`, { plugin });
  }

  /** Lets go of the modules of a copy at once, and of its files when nobody can be at work with them. */
  #forget(dir: string): void {
    for (const path of Object.keys(require.cache))
      if (path.startsWith(`${dir}/`)) delete require.cache[path];
    if (!dir.startsWith(`${this.copies}/`)) return;
    setTimeout(() => void rm(dir, { recursive: true, force: true }), keepMs).unref();
  }
}

/** Those that run first, and among them by their place. */
function rank({ served, folder }: Known): number {
  return (served ? 0 : 1_000_000) + folder.place;
}

/** What a folder holds; nothing where there is none any more, and why it cannot be told. */
function tryToList({ folder, newest }: Known): Seen | Error | undefined {
  const { dir, options } = folder;
  try {
    const files = listFiles(dir, newest && madeFilesOf(newest));
    if (options.installedIn === undefined) return { ...files, granted: undefined };
    const granted = JSON.stringify(grantedTo(options.installedIn, basename(dir)));
    return { ...files, granted, signature: `${files.signature} ${granted}` };
  } catch (error) {
    const { code, message } = error as Error & { code?: string };
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    return new Error(`Cannot load plugin "${basename(dir)}": ${message}`, { cause: error });
  }
}

/** What goes on running, with what it is granted by now: a permission that is taken away is gone. */
function asGranted(plugin: LoadedPlugin | undefined, { granted }: Seen): LoadedPlugin | undefined {
  if (!plugin || granted === undefined || granted === JSON.stringify(plugin.granted)) return plugin;
  return { ...plugin, granted: JSON.parse(granted) };
}

function isStill(known: Known, { signature }: Seen): boolean {
  const files = tryToList(known);
  return files !== undefined && !(files instanceof Error) && files.signature === signature;
}

const madeFiles = new WeakMap<LoadedPlugin, readonly string[]>();

/** The files of a plugin's datasets that the hub makes itself, of what their packages hold. */
function madeFilesOf(plugin: LoadedPlugin): readonly string[] {
  const known = madeFiles.get(plugin) ?? Object.values(plugin.datasets).flatMap(madePathsOf);
  madeFiles.set(plugin, known);
  return known;
}

function madePathsOf({ embedded }: DatasetDefinition): string[] {
  try {
    const { made, paths } = embedded?.() ?? {};
    return made && paths ? Object.values(paths) : [];
  } catch {
    // Its package is not installed: whoever wants the data is told.
    return [];
  }
}
