import { existsSync, renameSync } from "node:fs";
import { basename } from "node:path";
import { quietLog } from "../../platform/log/log.ts";
import type { Sandbox } from "../../platform/sandbox/sandbox.ts";
import {
  buildPermissions,
  listPermissionItems,
  type PermissionItem,
} from "../doors/permission-items.ts";
import { changeGrants, type Grant, readGrants, writeGrants } from "../grants/grants.ts";
import { loadAll } from "../load/load-all.ts";
import { loadPlugin } from "../load/load-plugin.ts";
import { clashBetween } from "../load/paths.ts";
import { isPluginFolder } from "../load/plugin-folder.ts";
import type { LoadedPlugin } from "../plugin/loaded-plugin.ts";
import { fetchPackage, type PackageSource, sourceText } from "./fetch-package.ts";
import { changesBetween, computeFolderFingerprint, type Fingerprint } from "./fingerprint.ts";
import { installPackages } from "./install-packages.ts";
import { openStaging, replaceFolder, type Staging } from "./place.ts";
import { type TriedOut, tryOut } from "./try-out.ts";

/** The folders of plugins. */
export interface InstallSettings {
  data: string;
  /** The folder of installed plugins and their grants. */
  installed: string;
  /** Folders with plugin folders. The hub's own `plugins/` comes first. */
  pluginRoots: string[];
  /** Names of plugins outside the hub's own folder that may be imported in its process. */
  trusted: string[];
}

/** A plugin that is ready to be installed. Its permissions aren't granted yet, and its tests haven't run. */
export interface ReadyPlugin {
  loaded: LoadedPlugin;
  version: string;
  source: PackageSource;
  /** The permissions that it requests. */
  requested: PermissionItem[];
  /** The grant of the version that an update replaces. The new version gets the same permissions. */
  before: Grant | undefined;
  /** The recorded hash for its name, even if the folder is missing. */
  recorded: string | undefined;
}

/** The state of an installed plugin's folder. */
export interface Inspection {
  name: string;
  /** The recorded grant. Undefined if the folder was added by hand. */
  grant: Grant | undefined;
  /** One line for each difference from the installed version. */
  changes: string[];
}

/** The steps that start processes. Tests of everything else replace them. */
export interface InstallSteps {
  /** Reads the declarations of a plugin. */
  loadPlugin: typeof loadPlugin;
  /** Runs the examples and tests of a plugin. */
  tryOut: typeof tryOut;
}

/** Maximum number of permissions, because the operator has to review each of them. */
const permissionsMax = 100;

/** Installs, updates and removes the plugins in `HUB_DATA/plugins`. */
export class Installer {
  readonly #config: InstallSettings;
  readonly #sandbox: Sandbox;
  readonly #root: string;
  readonly #steps: InstallSteps;
  #stagingFolder: Staging | undefined;

  constructor(config: InstallSettings, sandbox: Sandbox, steps: Partial<InstallSteps> = {}) {
    this.#config = config;
    this.#sandbox = sandbox;
    this.#steps = { loadPlugin, tryOut, ...steps };
    this.#root = config.installed;
  }

  /** Removes the staging folder. */
  close(): void {
    this.#stagingFolder?.remove();
  }

  grants(): Record<string, Grant> {
    return readGrants(this.#root);
  }

  /** Downloads a plugin with its packages and reads its declarations in a sandboxed process. */
  async prepare(
    source: PackageSource,
    { name, isUpdate = false }: { name: string; isUpdate?: boolean },
  ): Promise<ReadyPlugin> {
    const record = this.#getRecord(name);
    if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name))
      throw new Error(
        `The name of a plugin must be in kebab-case, because it is part of the path: "${name}" is not, so pass another with --name`,
      );
    if (!isUpdate) this.#checkFree(name);
    const { dir, version } = await fetchPackage(source, { staging: this.#staging.dir, name });
    if (!existsSync(`${dir}/plugin.ts`))
      throw new Error(`Cannot find a plugin.ts in "${sourceText(source)}"`);
    await installPackages(dir, this.#staging.dir);
    const outside = { sandbox: this.#sandbox, log: quietLog };
    const loaded = await this.#steps.loadPlugin(dir, { outside });
    await this.#checkPaths(loaded);
    const requested = listPermissionItems(loaded.plugin.manifest.permissions ?? {});
    if (requested.length > permissionsMax)
      throw new Error(
        `"${name}" must request at most ${permissionsMax} permissions, so that they can be reviewed`,
      );
    return {
      loaded,
      version,
      source,
      before: isUpdate ? record : undefined,
      recorded: record?.hash,
      requested,
    };
  }

  /** Runs the examples and tests of a plugin with the granted permissions. Throws if one fails. */
  async tryOut(
    { loaded: { dir, routes, open }, requested }: ReadyPlugin,
    { granted, runsTests }: { granted: readonly PermissionItem[]; runsTests: boolean },
  ): Promise<TriedOut> {
    const { granted: permissions, refused } = createDecision(requested, granted);
    try {
      return await this.#steps.tryOut(dir, {
        sandbox: this.#sandbox,
        examples: routes.length + open.length,
        granted: permissions,
        runsTests,
      });
    } catch (cause) {
      const missing = listPermissionItems(refused).map(({ kind, what }) =>
        what === true ? kind : `${kind}=${what}`,
      );
      if (missing.length === 0) throw cause;
      const hint = `The tests ran without ${missing.join(", ")}, which you did not grant: grant these permissions, or use --skip-tests`;
      throw new Error([(cause as Error).message, hint].join("\n\n"), { cause });
    }
  }

  /**
   * Installs a prepared plugin with the granted permissions. Throws if another process has changed it
   * meanwhile.
   */
  async install(
    { loaded: { name, dir }, version, source, before, recorded, requested }: ReadyPlugin,
    granted: readonly PermissionItem[],
  ): Promise<void> {
    const fingerprint = await computeFolderFingerprint(dir);
    changeGrants(this.#root, (grants) => {
      if (this.#getRecord(name, grants)?.hash !== recorded) throw changedError(name);
      if (!before) this.#checkFree(name, grants);
      const grant: Grant = {
        version,
        source: sourceText(source),
        ...createDecision(requested, granted),
        ...fingerprint,
        installedAt: new Date().toISOString(),
      };
      // Written first, because a folder without a grant would be served without permissions. If the process
      // is killed in between, there is a grant without a folder, or the old folder with its own permissions
      // at most.
      writeGrants(this.#root, { ...grants, [name]: grant });
      replaceFolder(dir, `${this.#root}/${name}`);
    });
  }

  /** Checks whether the prepared version is already installed and recorded. */
  async isInstalled({ loaded: { name, dir }, before }: ReadyPlugin): Promise<boolean> {
    const folder = `${this.#root}/${name}`;
    if (!existsSync(folder)) return false;
    const [ready, found] = await Promise.all([
      computeFolderFingerprint(dir),
      computeFolderFingerprint(folder),
    ]);
    return ready.hash === found.hash && ready.hash === before?.hash;
  }

  /** Changes only the granted permissions of an installed plugin. */
  regrant(
    { loaded: { name }, before, requested }: ReadyPlugin,
    granted: readonly PermissionItem[],
  ): void {
    changeGrants(this.#root, (grants) => {
      if (!before || this.#getRecord(name, grants)?.hash !== before.hash) throw changedError(name);
      writeGrants(this.#root, {
        ...grants,
        [name]: { ...before, ...createDecision(requested, granted) },
      });
    });
  }

  /** Removes a plugin. Its data in the store remains. */
  remove(name: string): void {
    const folder = `${this.#root}/${name}`;
    changeGrants(this.#root, ({ ...grants }) => {
      if (!this.#getRecord(name, grants) && !this.#isPlugin(folder, name))
        throw unknownPluginError(name, grants);
      if (existsSync(folder)) renameSync(folder, `${this.#staging.dir}/removed`);
      delete grants[name];
      writeGrants(this.#root, grants);
    });
  }

  /** Compares installed folders with their records. */
  async inspect(names: readonly string[] = []): Promise<Inspection[]> {
    const grants = this.grants();
    const found = existsSync(this.#root)
      ? [...new Bun.Glob("*/plugin.ts").scanSync({ cwd: this.#root, followSymlinks: true })]
      : [];
    const known = new Set([
      ...Object.keys(grants),
      ...found.map((file) => file.split("/", 1)[0] ?? ""),
    ]);
    for (const name of names) if (!known.has(name)) throw unknownPluginError(name, grants);
    const selected = names.length > 0 ? names : [...known].sort();
    return Promise.all(
      selected.map((name) => this.#inspectOne(name, this.#getRecord(name, grants))),
    );
  }

  async #inspectOne(name: string, grant: Grant | undefined): Promise<Inspection> {
    const folder = `${this.#root}/${name}`;
    if (!grant)
      return {
        name,
        grant,
        changes: ["not installed with this command: it has no permissions"],
      };
    if (!existsSync(folder)) return { name, grant, changes: ["its folder is missing"] };
    const now = await computeFolderFingerprint(folder).catch(
      (error: Error): Fingerprint | Error => error,
    );
    const changes = now instanceof Error ? [now.message] : changesBetween(grant, now);
    return { name, grant, changes };
  }

  /** Created on demand, because inspecting plugins must not write anything. */
  get #staging(): Staging {
    this.#stagingFolder ??= openStaging(this.#config.data);
    return this.#stagingFolder;
  }

  #getRecord(name: string, grants = this.grants()): Grant | undefined {
    return Object.hasOwn(grants, name) ? grants[name] : undefined;
  }

  #isPlugin(folder: string, name: string): boolean {
    return /^[\w-]+$/.test(name) && existsSync(`${folder}/plugin.ts`);
  }

  /** Throws if a plugin of that name exists in any root. */
  #checkFree(name: string, grants = this.grants()): void {
    const record = this.#getRecord(name, grants);
    const folder = `${this.#root}/${name}`;
    if (record && existsSync(folder))
      throw new Error(`"${name}" is already installed from "${record.source}": use plugin update`);
    for (const root of [...this.#config.pluginRoots, this.#root])
      if (existsSync(`${root}/${name}`) || (isPluginFolder(root) && basename(root) === name))
        throw new Error(`A plugin "${name}" already exists in "${root}"`);
  }

  /** Throws if the paths of a plugin conflict with others, because a hub would skip it. */
  async #checkPaths(loaded: LoadedPlugin): Promise<void> {
    const { plugins } = await loadAll(this.#config.pluginRoots, {
      trusted: this.#config.trusted,
      installed: this.#root,
      // An update replaces the installed version, which doesn't have to be read.
      except: loaded.name,
      sandbox: this.#sandbox,
    });
    for (const other of plugins) {
      const why = clashBetween(loaded, other);
      if (why) throw new Error(`Cannot add "${loaded.name}": ${why}`);
    }
  }
}

function createDecision(requested: readonly PermissionItem[], granted: readonly PermissionItem[]) {
  return {
    granted: buildPermissions(granted),
    refused: buildPermissions(requested.filter((item) => !granted.includes(item))),
  };
}

function changedError(name: string): Error {
  return new Error(`Cannot change "${name}": another process has changed it meanwhile`);
}

function unknownPluginError(name: string, grants: Readonly<Record<string, Grant>>): Error {
  const others = Object.keys(grants).join(", ");
  return new Error(
    `Plugin "${name}" is not installed${others && `: the installed plugins are ${others}`}`,
  );
}
