import { existsSync, mkdirSync, renameSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { DatasetDefinition, DatasetDoors, Embedded, Files } from "../../contract/dataset.ts";
import { DatasetVersion, type ModelFacts } from "../../contract/dataset-version.ts";
import type { CommonDoors } from "../../contract/doors.ts";
import { HubError } from "../../contract/errors.ts";
import type { LoadModel } from "../../contract/models-door.ts";
import type { PluginDoors } from "../doors/grant.ts";
import { hasRuntime, loadModel, runtimeId } from "../models/runtime.ts";
import type { LoadedPlugin } from "../plugin/loaded-plugin.ts";
import { type Attempts, DatasetStore } from "./dataset-store.ts";
import type { SharedDatasets } from "./shared-datasets.ts";

/** Pause after an attempt. It grows after each failure. */
const pauseMs = 5 * 60_000;

const pauseMsMax = 6 * 3_600_000;

/** Pause after an attempt if there is no data at all. */
const emptyPauseMs = 60_000;

const hourMs = 3_600_000;
/** Time that a dataset can be due before its data counts as old. */
const overdueMs = 6 * hourMs;
/** How far into the future the next update is searched, and how far in hourly steps. */
const dueHoursMax = 90 * 24;
const dueHoursClose = 72;

/** A dataset of a plugin, with the doors to fetch it. */
interface DatasetSource {
  /** Such as `currency/rates`. */
  id: string;
  dataset: DatasetDefinition;
  doors: () => Omit<DatasetDoors<never>, "kept" | "chosen">;
}

/** The phase of the work on a dataset in this process. */
type DatasetPhase = "making" | "fetching" | "checking";

export interface DatasetsOptions {
  /** The folder of all datasets. */
  dir: string;
  /** The read-only folder of the datasets that an image contains. It has the same structure. */
  bundledDir?: string | undefined;
  clock(): number;
  later: CommonDoors["later"];
  /** Storage that machines share. Default: each machine fetches its own datasets. */
  shared?: SharedDatasets | undefined;
  /** Fetches or builds a heavy dataset in another process. Default: in this one. */
  refreshInProcess?: ((work: "refresh" | "make", id: string) => Promise<void>) | undefined;
}

/** A model of a dataset, and whether the hub can run it. */
export interface InstalledModel extends Omit<ModelFacts, "inputs"> {
  dataset: string;
  state: "ready" | "no_runtime";
}

/** The datasets of all plugins: fetches, checks and provides them. */
export class Datasets {
  readonly #options: DatasetsOptions;
  readonly #entries = new Map<
    string,
    DatasetSource & {
      store: DatasetStore;
      bundle: DatasetStore | undefined;
      packed: DatasetVersion | undefined;
    }
  >();
  readonly #running = new Map<string, Promise<DatasetVersion>>();
  readonly #failures = new Map<string, { reason: string; since: number; at: number }>();
  /** Phases of the running work. */
  readonly #phases = new Map<string, DatasetPhase>();
  /** Times until which datasets don't need a check. */
  readonly #quietUntil = new Map<string, number>();
  /** Times at which building a dataset from a package failed. */
  readonly #buildFailedAt = new Map<string, number>();

  constructor(options: DatasetsOptions) {
    this.#options = options;
  }

  /** Adds a dataset. Replaces another one with the same id. */
  add(source: DatasetSource): void {
    const existing = this.#entries.get(source.id);
    const store = existing?.store ?? new DatasetStore(`${this.#options.dir}/${source.id}`);
    const packed = existing?.dataset === source.dataset ? existing.packed : undefined;
    const { bundledDir } = this.#options;
    const bundle =
      bundledDir === undefined ? undefined : new DatasetStore(`${bundledDir}/${source.id}`);
    this.#entries.set(source.id, { ...source, store, bundle, packed });
  }

  /** Manages the datasets of these plugins, fetched through their doors, and no others. */
  servePlugins(
    plugins: readonly LoadedPlugin[],
    getDoors: (plugin: LoadedPlugin) => PluginDoors,
  ): void {
    const ids = plugins.flatMap(({ name, datasets }) =>
      Object.keys(datasets).map((dataset) => `${name}/${dataset}`),
    );
    for (const id of this.ids) if (!ids.includes(id)) this.#entries.delete(id);
    for (const plugin of plugins)
      for (const [name, dataset] of Object.entries(plugin.datasets))
        this.add({
          id: `${plugin.name}/${name}`,
          dataset,
          doors: () => {
            const { net, env, clock, log } = getDoors(plugin) as PluginDoors &
              Pick<CommonDoors, "clock" | "log">;
            // Doors that the manifest doesn't request don't exist. The types of the manifest reflect that.
            return { net, env, clock, log } as never;
          },
        });
  }

  get ids(): string[] {
    return [...this.#entries.keys()];
  }

  definition(id: string): DatasetDefinition {
    return this.#getEntry(id).dataset;
  }

  /** Returns the last error of a dataset since the hub started. */
  failure(id: string): string | undefined {
    return this.#failures.get(id)?.reason;
  }

  /** Returns what is known of a dataset: its age, whether its refresh is overdue, and its current failure. */
  condition(id: string) {
    const { dataset } = this.#getEntry(id);
    const version = this.current(id);
    // The schedule fetches what is due within minutes.
    const before = this.#options.clock() - overdueMs;
    const newest = Math.max(
      Date.parse(version?.about.build_date ?? ""),
      version?.about.fetched_at ?? 0,
    );
    const isOverdue = version !== undefined && newest < before && dataset.isDue(version, before);
    return { built: version?.about.build_date, isOverdue, failure: this.#failures.get(id) };
  }

  /** Returns the phase of the running work on a dataset, if any. */
  phase(id: string): DatasetPhase | undefined {
    return this.#phases.get(id);
  }

  /** Returns the size of the version in use, in bytes. */
  bytes(id: string): number {
    const paths = Object.values(this.current(id)?.paths ?? {});
    return paths.reduce(
      (sum, path) => sum + (statSync(path, { throwIfNoEntry: false })?.size ?? 0),
      0,
    );
  }

  /** Returns the models of all datasets. */
  models(): InstalledModel[] {
    const canRun = this.ids.includes(runtimeId) && hasRuntime(this.current(runtimeId));
    return this.ids.flatMap((dataset) =>
      (this.current(dataset)?.about.models ?? []).map(
        ({ file, bytes, sha256, licence, quality }) => ({
          ...{ dataset, file, bytes, sha256, licence, quality },
          state: canRun ? ("ready" as const) : ("no_runtime" as const),
        }),
      ),
    );
  }

  /** Returns the time of the next scheduled fetch. Undefined if it is too far in the future. */
  dueAt(id: string): number | undefined {
    const { dataset, store } = this.#getEntry(id);
    const version = this.current(id);
    const now = this.#options.clock();
    const { tried } = store;
    const earliest = tried ? Math.max(now, tried.at + getPauseMs(tried, version)) : now;
    for (let hour = 0; hour <= dueHoursMax; hour += hour < dueHoursClose ? 1 : 24) {
      const at = earliest + hour * hourMs;
      if (dataset.isDue(version, at)) return at;
    }
    return undefined;
  }

  /** Fetches a dataset now, in a separate process if it is heavy. Concurrent calls share one attempt. */
  refreshNow(id: string): Promise<DatasetVersion> {
    return this.#attempt(id, "refresh");
  }

  /** Returns the version in use. Fetches a newer one in the background if it is due. */
  find(id: string): DatasetVersion | undefined {
    const version = this.current(id);
    if (this.#needsBuild(id)) this.#options.later(this.#attempt(id, "make").catch(() => {}));
    else if (this.#shouldRefresh(id, version))
      this.#options.later(this.#attempt(id, "refresh").catch(() => {}));
    return version;
  }

  /** Returns the version in use, or fetches the dataset if there is none. Throws `dataset_unavailable`. */
  get(id: string): DatasetVersion | Promise<DatasetVersion> {
    return this.find(id) ?? this.#getFirst(id);
  }

  /** Returns the version in use: the newest of the fetched one, that of the image and the one from a package. */
  current(id: string): DatasetVersion | undefined {
    const entry = this.#getEntry(id);
    const versions = [entry.store.current(), entry.bundle?.current(), this.#findPacked(entry)];
    return versions.reduce((best, one) =>
      one && (!best || one.about.build_date > best.about.build_date) ? one : best,
    );
  }

  /** Fetches a dataset now, even if it isn't due. Throws an error with a readable reason. */
  async refresh(
    id: string,
    { chosen = [] }: { chosen?: readonly string[] } = {},
  ): Promise<{ kept: DatasetVersion; isNew: boolean }> {
    const { dataset, doors, store } = this.#getEntry(id);
    if (this.#needsBuild(id)) await this.make(id).catch(() => {});
    const at = this.#options.clock();
    store.tried = { at, failures: (store.tried?.failures ?? 0) + 1 };
    const shared = await this.#importShared(id);
    const before = shared ?? this.current(id);
    // The version of another machine may itself be outdated.
    const isCurrent = shared !== undefined && chosen.length === 0 && !dataset.isDue(shared, at);
    // The types of its manifest determine which doors it can use.
    const files = isCurrent
      ? undefined
      : await dataset.download({ ...doors(), kept: before, chosen } as never);
    if (files && dataset.models) await this.refresh(runtimeId);
    const newest = files && (await this.#put(id, files, { origin: "network" }));
    if (newest) await this.#options.shared?.offer(id, newest.about, files);
    const version = newest ?? before;
    if (!version) throw new Error("The publisher has no data");
    store.tried = { at, failures: 0 };
    return { kept: version, isNew: (newest ?? shared) !== undefined };
  }

  /** Builds a dataset from the files of a package, if that hasn't been done. Throws if it fails. */
  async make(id: string): Promise<DatasetVersion> {
    const embedded = this.#getEntry(id).dataset.embedded?.();
    if (embedded?.made && !isBuilt(embedded)) {
      const { build_date, paths, made } = embedded;
      const read: Record<string, Uint8Array> = {};
      for (const [name, path] of Object.entries(made.from))
        read[name] = await Bun.file(path).bytes();
      const files = await made.make(read);
      try {
        // The built files have the names of the paths.
        for (const [name, path] of Object.entries(paths)) writeAtomically(path, files[name]!);
      } catch {
        // The installation folder may be read-only.
        const about = { build_date, entries: null, fetched_at: null };
        this.#getEntry(id).store.put(files, { ...about, origin: "package" });
      }
    }
    const version = this.current(id);
    if (!version) throw new Error("It is missing after the build");
    return version;
  }

  /** Imports a file of the operator. Throws an error with a readable reason. */
  async import(id: string, given: { name: string; bytes: Uint8Array }): Promise<DatasetVersion> {
    const { dataset } = this.#getEntry(id);
    if (!dataset.unpack) throw new Error(`Cannot import "${id}": it can only be fetched`);
    return this.#put(id, await dataset.unpack(given, { kept: this.current(id) }), {
      origin: "file",
    });
  }

  /** Fetches all datasets that are due. Called periodically. Never throws. */
  async refreshDue(): Promise<void> {
    for (const [id, { doors }] of this.#entries) {
      try {
        // Separate, so that concurrent callers wait for the build and not for the network.
        if (this.#needsBuild(id)) await this.#attempt(id, "make").catch(() => {});
        if (this.#shouldRefresh(id, this.current(id))) {
          await this.#attempt(id, "refresh").catch(() => {});
          // The text of a list and its parsed lines are garbage. With those of ten lists, the heap of an idle hub would
          // grow by half, and keep that size.
          Bun.gc(true);
        }
      } catch (cause) {
        // An error in one plugin must not prevent the others' updates.
        doors().log.error(`Cannot check whether the dataset "${id}" is due`, { cause });
      }
    }
  }

  /** Imports the version of another machine, if it is newer and valid. */
  async #importShared(id: string): Promise<DatasetVersion | undefined> {
    const newer = await this.#options.shared?.newer(id, this.current(id));
    if (!newer) return undefined;
    const { offer, files } = newer;
    const fetchedAt = offer.fetched_at ?? undefined;
    return this.#put(id, files, { origin: "network", fetchedAt }).catch(() => undefined);
  }

  async #put(
    id: string,
    files: Files,
    { origin, fetchedAt }: { origin: "network" | "file"; fetchedAt?: number | undefined },
  ): Promise<DatasetVersion> {
    const { dataset, store } = this.#getEntry(id);
    const now = this.#options.clock();
    if (this.#phases.has(id)) this.#phases.set(id, "checking");
    const load = dataset.models && this.#getLoader();
    const contents = await dataset.check(files, { now, kept: this.current(id), load });
    return store.put(files, { ...contents, fetched_at: fetchedAt ?? now, origin });
  }

  /** Returns the function that loads models, if the runtime is there. */
  #getLoader(): LoadModel | undefined {
    const runtime = this.current(runtimeId);
    if (!runtime || !hasRuntime(runtime)) return undefined;
    return async (bytes, use) => {
      const model = await loadModel(runtime, bytes);
      try {
        await use(model.run);
      } finally {
        await model.release();
      }
    };
  }

  #shouldRefresh(id: string, version: DatasetVersion | undefined): boolean {
    if (this.#running.has(id)) return false;
    const { dataset, store } = this.#getEntry(id);
    const now = this.#options.clock();
    if (!dataset.isDue(version, now)) return false;
    const quietUntil = this.#quietUntil.get(id) ?? 0;
    // Other processes can only postpone the attempt. The file reveals whether the clock was set back.
    if (now < quietUntil && now >= quietUntil - pauseMsMax) return false;
    const { tried } = store;
    const mayRetry = !tried || now < tried.at || now - tried.at >= getPauseMs(tried, version);
    if (!mayRetry) this.#quietUntil.set(id, tried.at + getPauseMs(tried, version));
    return mayRetry;
  }

  /** Starts an attempt, or joins the running one. */
  #attempt(id: string, work: "refresh" | "make"): Promise<DatasetVersion> {
    const running = this.#running.get(id) ?? this.#work(id, work);
    if (!this.#running.has(id)) {
      this.#running.set(id, running);
      running.catch(() => {}).finally(() => this.#running.delete(id));
    }
    return running;
  }

  async #work(id: string, work: "refresh" | "make"): Promise<DatasetVersion> {
    const { dataset, doors } = this.#getEntry(id);
    this.#phases.set(id, work === "make" ? "making" : "fetching");
    try {
      const version = await this.#runInJob(id, dataset, work);
      this.#failures.delete(id);
      return version;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      // Logged once, because otherwise the log of a hub without a network would contain nothing else.
      if (!this.#failures.has(id))
        doors().log.warn(`Cannot ${work} the dataset "${id}": ${reason}`);
      const at = this.#options.clock();
      this.#failures.set(id, { reason, since: this.#failures.get(id)?.since ?? at, at });
      if (work === "make") this.#buildFailedAt.set(id, this.#options.clock());
      throw error;
    } finally {
      this.#phases.delete(id);
    }
  }

  async #runInJob(
    id: string,
    { heavy }: DatasetDefinition,
    work: "refresh" | "make",
  ): Promise<DatasetVersion> {
    const { refreshInProcess } = this.#options;
    if (!heavy || !refreshInProcess)
      return work === "make" ? this.make(id) : (await this.refresh(id)).kept;
    await refreshInProcess(work, id);
    this.#getEntry(id).store.invalidateIndex();
    const version = this.current(id);
    if (!version) throw new Error("It is missing after the download");
    return version;
  }

  async #getFirst(id: string): Promise<DatasetVersion> {
    const work = this.#needsBuild(id) ? "make" : "refresh";
    if (work === "refresh" && !this.#running.has(id) && !this.#shouldRefresh(id, undefined))
      throw unavailableError(id, this.definition(id), { reason: this.failure(id) });
    try {
      return await this.#attempt(id, work);
    } catch (cause) {
      throw unavailableError(id, this.definition(id), { reason: (cause as Error).message, cause });
    }
  }

  #findPacked(
    entry: DatasetSource & { packed: DatasetVersion | undefined },
  ): DatasetVersion | undefined {
    if (!entry.packed) {
      const embedded = entry.dataset.embedded?.();
      if (embedded && isBuilt(embedded))
        entry.packed = new DatasetVersion(
          {
            version: `package ${embedded.build_date}`,
            build_date: embedded.build_date,
            entries: null,
            fetched_at: null,
            origin: "package",
          },
          embedded.paths,
        );
    }
    return entry.packed;
  }

  /** Checks whether a package has newer data than the fetched version, and it must be built first. */
  #needsBuild(id: string): boolean {
    const entry = this.#getEntry(id);
    if (entry.packed) return false;
    const embedded = entry.dataset.embedded?.();
    if (!embedded?.made || isBuilt(embedded)) return false;
    const fetched = entry.store.current();
    if (fetched && fetched.about.build_date >= embedded.build_date) return false;
    const buildFailedAt = this.#buildFailedAt.get(id);
    return buildFailedAt === undefined || this.#options.clock() >= buildFailedAt + emptyPauseMs;
  }

  #getEntry(id: string) {
    const entry = this.#entries.get(id);
    if (!entry)
      throw new HubError(
        "capability_unavailable",
        `There is no dataset "${id}" on this hub: its service was skipped`,
      );
    return entry;
  }
}

function isBuilt({ paths, made }: Embedded): boolean {
  return made === undefined || Object.values(paths).every((path) => existsSync(path));
}

/** Writes a file atomically, because another hub may be building it, too. */
function writeAtomically(path: string, bytes: Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true });
  const draft = `${path}.${crypto.randomUUID()}`;
  writeFileSync(draft, bytes);
  renameSync(draft, path);
}

/** Returns the pause between an attempt and the next one. */
function getPauseMs({ failures }: Attempts, version: DatasetVersion | undefined): number {
  return version ? Math.min(pauseMs * 2 ** Math.max(0, failures - 1), pauseMsMax) : emptyPauseMs;
}

/** Returns the error for a missing dataset, with instructions to get it. */
function unavailableError(
  id: string,
  { title, homepage, unpack }: DatasetDefinition,
  { reason, cause }: { reason: string | undefined; cause?: unknown },
): HubError {
  const why = reason ? `${reason}. ` : "";
  const hint = unpack ? `, or import a file with: bun run data import ${id} FILE` : "";
  return new HubError(
    "dataset_unavailable",
    `This hub has no data yet: ${title}. ${why}Allow access to ${homepage} (see HUB_OFFLINE, HUB_DENY and HUB_UPSTREAMS), fetch it with: bun run data refresh ${id}${hint}`,
    { cause, headers: { "retry-after": String(emptyPauseMs / 1000) } },
  );
}

/**
 * Creates a function that fetches or builds a dataset in a child process with the same settings. It throws
 * the process's error output.
 */
export function refreshInProcess(env: Readonly<Record<string, string | undefined>>) {
  return async (work: "refresh" | "make", id: string): Promise<void> => {
    const program = `${import.meta.dir}/../../../scripts/data.ts`;
    const child = Bun.spawn([process.execPath, program, work, id], {
      cwd: `${import.meta.dir}/../../..`,
      env,
      stdio: ["ignore", "ignore", "pipe"],
    });
    const errors = await new Response(child.stderr).text();
    if ((await child.exited) === 0) return;
    // The caller logs the same prefix.
    const reason = errors.trim().replace(`Cannot ${work} "${id}": `, "");
    throw new Error(reason || "The process was killed");
  };
}
