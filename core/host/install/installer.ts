import { existsSync, renameSync } from "node:fs";
import { quietLog } from "../../platform/log/log.ts";
import type { Sandbox } from "../../platform/sandbox/sandbox.ts";
import { itemsOf, type PermissionItem, permissionsOf } from "../doors/permission-items.ts";
import { changeGrants, type Grant, readGrants, writeGrants } from "../grants/grants.ts";
import { loadAll } from "../load/load-all.ts";
import { loadPlugin } from "../load/load-plugin.ts";
import { clashBetween } from "../load/paths.ts";
import type { LoadedPlugin } from "../plugin/loaded-plugin.ts";
import { fetchPackage, type PackageSource, sourceText } from "./fetch-package.ts";
import { changesBetween, type Fingerprint, fingerprintOf } from "./fingerprint.ts";
import { installPackages } from "./install-packages.ts";
import { openStaging, putInPlace, type Staging } from "./place.ts";
import { type TriedOut, tryOut } from "./try-out.ts";

/** Where plugins are and where they are installed. */
export interface InstallSettings {
  data: string;
  /** The folder that plugins are installed in, each with what was granted to it. */
  installed: string;
  /** Folders of plugin folders; the hub's own `plugins/` comes first. */
  pluginRoots: string[];
  /** The plugins outside the hub's own folder whose code may be imported in its process. */
  trusted: string[];
}

/** A plugin that lies ready to be installed: nobody has been asked, and none of its tests has run. */
export interface ReadyPlugin {
  loaded: LoadedPlugin;
  version: string;
  source: PackageSource;
  /** Each single thing that it asks for. */
  asked: PermissionItem[];
  /** What it takes the place of, where it is an update: what was granted to that is granted to it. */
  before: Grant | undefined;
  /** The hash of what was recorded under its name, if only of a folder that is gone. */
  recorded: string | undefined;
}

/** What has become of the folder of an installed plugin. */
export interface Inspection {
  name: string;
  /** What was recorded of it: nothing where the folder was put there by hand. */
  grant: Grant | undefined;
  /** A line for each difference to what was installed. */
  changes: string[];
}

/** The steps that start processes. Tests of everything else replace them. */
export interface InstallSteps {
  /** Reads what a plugin declares. */
  loadPlugin: typeof loadPlugin;
  /** Runs the examples and tests of a plugin. */
  tryOut: typeof tryOut;
}

/** Most things that a plugin may ask for, each of which somebody has to read. */
const askedMax = 100;

/** Installs, replaces and removes the plugins below `HUB_DATA/plugins`. */
export class Installer {
  readonly #config: InstallSettings;
  readonly #sandbox: Sandbox;
  readonly #root: string;
  readonly #steps: InstallSteps;
  #opened: Staging | undefined;

  constructor(config: InstallSettings, sandbox: Sandbox, steps: Partial<InstallSteps> = {}) {
    this.#config = config;
    this.#sandbox = sandbox;
    this.#steps = { loadPlugin, tryOut, ...steps };
    this.#root = config.installed;
  }

  /** Removes what was not installed. */
  close(): void {
    this.#opened?.remove();
  }

  grants(): Record<string, Grant> {
    return readGrants(this.#root);
  }

  /** Fetches a plugin with its packages and reads what it declares, by a process inside the sandbox. */
  async prepare(
    source: PackageSource,
    { name, isUpdate = false }: { name: string; isUpdate?: boolean },
  ): Promise<ReadyPlugin> {
    const record = this.#recordOf(name);
    if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name))
      throw new Error(
        `The name of a plugin must be in kebab-case, because it is part of the path: "${name}" is not, so pass another with --name`,
      );
    if (!isUpdate) this.#checkFree(name);
    const { dir, version } = await fetchPackage(source, { staging: this.#staging.dir, name });
    if (!existsSync(`${dir}/plugin.ts`))
      throw new Error(`There is no plugin.ts in "${sourceText(source)}"`);
    await installPackages(dir, this.#staging.dir);
    const outside = { sandbox: this.#sandbox, log: quietLog };
    const loaded = await this.#steps.loadPlugin(dir, { outside });
    await this.#checkPaths(loaded);
    const asked = itemsOf(loaded.plugin.manifest.permissions ?? {});
    if (asked.length > askedMax)
      throw new Error(
        `"${name}" must request at most ${askedMax} permissions, so that they can be reviewed`,
      );
    return {
      loaded,
      version,
      source,
      before: isUpdate ? record : undefined,
      recorded: record?.hash,
      asked,
    };
  }

  /** Runs the examples and the tests of a plugin with what it is granted. Throws if one fails. */
  async tryOut(
    { loaded: { dir, routes, open }, asked }: ReadyPlugin,
    { granted, runsTests }: { granted: readonly PermissionItem[]; runsTests: boolean },
  ): Promise<TriedOut> {
    const { granted: permissions, refused } = decisionOf(asked, granted);
    try {
      return await this.#steps.tryOut(dir, {
        sandbox: this.#sandbox,
        examples: routes.length + open.length,
        granted: permissions,
        runsTests,
      });
    } catch (cause) {
      const without = itemsOf(refused).map(({ kind, what }) =>
        what === true ? kind : `${kind}=${what}`,
      );
      if (without.length === 0) throw cause;
      const hint = `The tests ran without ${without.join(", ")}, which you did not grant: grant these permissions, or use --skip-tests`;
      throw new Error([(cause as Error).message, hint].join("\n\n"), { cause });
    }
  }

  /** Puts a plugin in place with what it is granted. Throws where somebody else did so meanwhile. */
  async install(
    { loaded: { name, dir }, version, source, before, recorded, asked }: ReadyPlugin,
    granted: readonly PermissionItem[],
  ): Promise<void> {
    const fingerprint = await fingerprintOf(dir);
    changeGrants(this.#root, (grants) => {
      if (this.#recordOf(name, grants)?.hash !== recorded) throw changedMeanwhile(name);
      if (!before) this.#checkFree(name, grants);
      const grant: Grant = {
        version,
        source: sourceText(source),
        ...decisionOf(asked, granted),
        ...fingerprint,
        installedAt: new Date().toISOString(),
      };
      // First, as a folder that nothing is granted to would be served without: killed in between, there
      // is a record without a folder, or the old folder with no more than it asks for.
      writeGrants(this.#root, { ...grants, [name]: grant });
      putInPlace(dir, `${this.#root}/${name}`);
    });
  }

  /** Whether a plugin is what is in place, and what is recorded. */
  async isInstalled({ loaded: { name, dir }, before }: ReadyPlugin): Promise<boolean> {
    const folder = `${this.#root}/${name}`;
    if (!existsSync(folder)) return false;
    const [ready, there] = await Promise.all([fingerprintOf(dir), fingerprintOf(folder)]);
    return ready.hash === there.hash && ready.hash === before?.hash;
  }

  /** Changes what a plugin that is in place is granted, and nothing else. */
  regrant(
    { loaded: { name }, before, asked }: ReadyPlugin,
    granted: readonly PermissionItem[],
  ): void {
    changeGrants(this.#root, (grants) => {
      if (!before || this.#recordOf(name, grants)?.hash !== before.hash)
        throw changedMeanwhile(name);
      writeGrants(this.#root, { ...grants, [name]: { ...before, ...decisionOf(asked, granted) } });
    });
  }

  /** Takes a plugin away. What it has written in the store of the hub stays. */
  remove(name: string): void {
    const folder = `${this.#root}/${name}`;
    changeGrants(this.#root, ({ ...grants }) => {
      if (!this.#recordOf(name, grants) && !this.#isPlugin(folder, name))
        throw unknownPlugin(name, grants);
      if (existsSync(folder)) renameSync(folder, `${this.#staging.dir}/removed`);
      delete grants[name];
      writeGrants(this.#root, grants);
    });
  }

  /** Compares installed folders with what was recorded of them. */
  async inspect(names: readonly string[] = []): Promise<Inspection[]> {
    const grants = this.grants();
    const there = existsSync(this.#root)
      ? [...new Bun.Glob("*/plugin.ts").scanSync({ cwd: this.#root, followSymlinks: true })]
      : [];
    const known = new Set([
      ...Object.keys(grants),
      ...there.map((file) => file.split("/", 1)[0] ?? ""),
    ]);
    for (const name of names) if (!known.has(name)) throw unknownPlugin(name, grants);
    const sought = names.length > 0 ? names : [...known].sort();
    return Promise.all(sought.map((name) => this.#inspectOne(name, this.#recordOf(name, grants))));
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
    const now = await fingerprintOf(folder).catch((error: Error): Fingerprint | Error => error);
    const changes = now instanceof Error ? [now.message] : changesBetween(grant, now);
    return { name, grant, changes };
  }

  /** Not before it is needed: to look at what there is writes nothing. */
  get #staging(): Staging {
    this.#opened ??= openStaging(this.#config.data);
    return this.#opened;
  }

  #recordOf(name: string, grants = this.grants()): Grant | undefined {
    return Object.hasOwn(grants, name) ? grants[name] : undefined;
  }

  #isPlugin(folder: string, name: string): boolean {
    return /^[\w-]+$/.test(name) && existsSync(`${folder}/plugin.ts`);
  }

  /** Whether nothing of that name is there, in whatever root. */
  #checkFree(name: string, grants = this.grants()): void {
    const record = this.#recordOf(name, grants);
    const folder = `${this.#root}/${name}`;
    if (record && existsSync(folder))
      throw new Error(`"${name}" is already installed from "${record.source}": use plugin update`);
    for (const root of [...this.#config.pluginRoots, this.#root])
      if (existsSync(`${root}/${name}`))
        throw new Error(`A plugin "${name}" already exists in "${root}"`);
  }

  /** A hub would leave out a folder that wants the path of another. */
  async #checkPaths(loaded: LoadedPlugin): Promise<void> {
    const { plugins } = await loadAll(this.#config.pluginRoots, {
      trusted: this.#config.trusted,
      installed: this.#root,
      // An update replaces the version in place, which needn't be read.
      except: loaded.name,
      sandbox: this.#sandbox,
    });
    for (const other of plugins) {
      const why = clashBetween(loaded, other);
      if (why) throw new Error(`Cannot add "${loaded.name}": ${why}`);
    }
  }
}

function decisionOf(asked: readonly PermissionItem[], granted: readonly PermissionItem[]) {
  return {
    granted: permissionsOf(granted),
    refused: permissionsOf(asked.filter((item) => !granted.includes(item))),
  };
}

function changedMeanwhile(name: string): Error {
  return new Error(`Cannot change "${name}": another process has changed it meanwhile`);
}

function unknownPlugin(name: string, grants: Readonly<Record<string, Grant>>): Error {
  const others = Object.keys(grants).join(", ");
  return new Error(
    `Plugin "${name}" is not installed${others && `: the installed plugins are ${others}`}`,
  );
}
