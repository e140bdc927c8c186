import { existsSync, mkdirSync, renameSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { DatasetDefinition, DatasetDoors, Embedded, Files } from "../../contract/dataset.ts";
import { DatasetVersion } from "../../contract/dataset-version.ts";
import type { CommonDoors } from "../../contract/doors.ts";
import { HubError } from "../../contract/errors.ts";
import type { PluginDoors } from "../doors/grant.ts";
import type { LoadedPlugin } from "../plugin/loaded-plugin.ts";
import { type Attempts, DatasetStore } from "./dataset-store.ts";
import type { SharedDatasets } from "./shared-datasets.ts";

/** After an attempt nobody tries again during this time, and longer after each that failed. */
const pauseMs = 5 * 60_000;

const pauseMsMax = 6 * 3_600_000;

/** The same where there is no data at all, and somebody waits for it. */
const emptyPauseMs = 60_000;

const hourMs = 3_600_000;
/** How far ahead is looked for when newer should be out, and how far by the hour. */
const dueHoursMax = 90 * 24;
const dueHoursClose = 72;

/** A dataset of a plugin, and the doors it is fetched by. */
interface DatasetSource {
  /** As `currency/rates`. */
  id: string;
  dataset: DatasetDefinition;
  doors: () => Omit<DatasetDoors<never>, "kept">;
}

/** How far the work on a dataset is, as far as this process sees it. */
type DatasetPhase = "making" | "fetching" | "checking";

export interface DatasetsOptions {
  /** The folder that all datasets are kept in. */
  dir: string;
  clock(): number;
  later: CommonDoors["later"];
  /** Where machines have datasets of each other. Default: each fetches its own. */
  shared?: SharedDatasets | undefined;
  /** Fetches or makes a heavy dataset in another process. Default: in this one. */
  refreshInProcess?: ((work: "refresh" | "make", id: string) => Promise<void>) | undefined;
}

/** Keeps the datasets of all plugins: fetches, checks and hands them out. */
export class Datasets {
  readonly #options: DatasetsOptions;
  readonly #subjects = new Map<
    string,
    DatasetSource & { store: DatasetStore; packed: DatasetVersion | undefined }
  >();
  readonly #running = new Map<string, Promise<DatasetVersion>>();
  readonly #failures = new Map<string, string>();
  /** How far the work on those is that run. */
  readonly #phases = new Map<string, DatasetPhase>();
  /** Until when, by the clock, no dataset need be asked about again. */
  readonly #quietUntil = new Map<string, number>();
  /** When those could not be made that come with a package in another form. */
  readonly #unmadeAt = new Map<string, number>();

  constructor(options: DatasetsOptions) {
    this.#options = options;
  }

  /** Takes a dataset into its care, in place of another of its name. */
  add(source: DatasetSource): void {
    const known = this.#subjects.get(source.id);
    const store = known?.store ?? new DatasetStore(`${this.#options.dir}/${source.id}`);
    const packed = known?.dataset === source.dataset ? known.packed : undefined;
    this.#subjects.set(source.id, { ...source, store, packed });
  }

  /**
   * Takes the datasets of these plugins into its care, each to be fetched by its plugin's doors, and no
   * others any more.
   */
  servePlugins(
    plugins: readonly LoadedPlugin[],
    doorsOf: (plugin: LoadedPlugin) => PluginDoors,
  ): void {
    const ids = plugins.flatMap(({ name, datasets }) =>
      Object.keys(datasets).map((dataset) => `${name}/${dataset}`),
    );
    for (const id of this.ids) if (!ids.includes(id)) this.#subjects.delete(id);
    for (const plugin of plugins)
      for (const [name, dataset] of Object.entries(plugin.datasets))
        this.add({
          id: `${plugin.name}/${name}`,
          dataset,
          doors: () => {
            const { net, env, clock, log } = doorsOf(plugin) as PluginDoors &
              Pick<CommonDoors, "clock" | "log">;
            // What the manifest does not ask for is no door at all, which its own types know.
            return { net, env, clock, log } as never;
          },
        });
  }

  get ids(): string[] {
    return [...this.#subjects.keys()];
  }

  definition(id: string): DatasetDefinition {
    return this.#subject(id).dataset;
  }

  /** What last went wrong with a dataset, since the hub started. */
  failure(id: string): string | undefined {
    return this.#failures.get(id);
  }

  /** How far the work on a dataset is. Nothing: there is none. */
  phase(id: string): DatasetPhase | undefined {
    return this.#phases.get(id);
  }

  /** How many bytes the files of what is in use have. */
  bytes(id: string): number {
    const paths = Object.values(this.current(id)?.paths ?? {});
    return paths.reduce(
      (sum, path) => sum + (statSync(path, { throwIfNoEntry: false })?.size ?? 0),
      0,
    );
  }

  /** When the clock fetches it next. Nothing: not within the days that are looked at. */
  dueAt(id: string): number | undefined {
    const { dataset, store } = this.#subject(id);
    const kept = this.current(id);
    const now = this.#options.clock();
    const { tried } = store;
    const earliest = tried ? Math.max(now, tried.at + pauseAfter(tried, kept)) : now;
    for (let hour = 0; hour <= dueHoursMax; hour += hour < dueHoursClose ? 1 : 24) {
      const at = earliest + hour * hourMs;
      if (dataset.isDue(kept, at)) return at;
    }
    return undefined;
  }

  /** Fetches a dataset now, in a process of its own where it is heavy. One attempt serves all who ask. */
  refreshNow(id: string): Promise<DatasetVersion> {
    return this.#attempt(id, "refresh");
  }

  /** What there is of a dataset. Where newer should be out it is fetched behind the answer. */
  find(id: string): DatasetVersion | undefined {
    const kept = this.current(id);
    if (this.#isToMake(id)) this.#options.later(this.#attempt(id, "make").catch(() => {}));
    else if (this.#isWanted(id, kept))
      this.#options.later(this.#attempt(id, "refresh").catch(() => {}));
    return kept;
  }

  /** The same, and where there is nothing it is fetched at once. Throws `dataset_unavailable`. */
  get(id: string): DatasetVersion | Promise<DatasetVersion> {
    return this.find(id) ?? this.#first(id);
  }

  /** What is in use: the newer of what was fetched and what came with a package. */
  current(id: string): DatasetVersion | undefined {
    const subject = this.#subject(id);
    const fetched = subject.store.current();
    const packed = this.#findPacked(subject);
    return fetched && (!packed || fetched.about.build_date >= packed.about.build_date)
      ? fetched
      : packed;
  }

  /** Fetches a dataset now, whether or not it is due. Throws a sentence where that fails. */
  async refresh(id: string): Promise<{ kept: DatasetVersion; isNew: boolean }> {
    const { dataset, doors, store } = this.#subject(id);
    if (this.#isToMake(id)) await this.make(id).catch(() => {});
    const at = this.#options.clock();
    store.tried = { at, failures: (store.tried?.failures ?? 0) + 1 };
    const shared = await this.#takeShared(id);
    const kept = shared ?? this.current(id);
    // What another machine has fetched may be due itself.
    const isEnough = shared !== undefined && !dataset.isDue(shared, at);
    // Which doors it was granted is known to the types of its own manifest alone.
    const files = isEnough ? undefined : await dataset.download({ ...doors(), kept } as never);
    const newest = files && (await this.#put(id, files, { origin: "network" }));
    if (newest) await this.#options.shared?.offer(id, newest.about, files);
    const version = newest ?? kept;
    if (!version) throw new Error("There is nothing to fetch");
    store.tried = { at, failures: 0 };
    return { kept: version, isNew: (newest ?? shared) !== undefined };
  }

  /** Makes what comes with a package in another form, unless it is there. Throws where that fails. */
  async make(id: string): Promise<DatasetVersion> {
    const embedded = this.#subject(id).dataset.embedded?.();
    if (embedded?.made && !isThere(embedded)) {
      const { build_date, paths, made } = embedded;
      const read: Record<string, Uint8Array> = {};
      for (const [name, path] of Object.entries(made.from))
        read[name] = await Bun.file(path).bytes();
      const files = await made.make(read);
      try {
        // What is made has the names that there are paths for.
        for (const [name, path] of Object.entries(paths)) writeWhole(path, files[name]!);
      } catch {
        // Where the hub is installed may be for reading alone.
        const about = { build_date, entries: null, fetched_at: null };
        this.#subject(id).store.put(files, { ...about, origin: "package" });
      }
    }
    const kept = this.current(id);
    if (!kept) throw new Error("It was not there after it had been made");
    return kept;
  }

  /** Takes a file of the operator's in place of fetching. Throws a sentence where it is no use. */
  async import(id: string, given: { name: string; bytes: Uint8Array }): Promise<DatasetVersion> {
    const { dataset } = this.#subject(id);
    if (!dataset.unpack) throw new Error(`Cannot import "${id}": it can only be fetched`);
    return this.#put(id, await dataset.unpack(given), { origin: "file" });
  }

  /** Fetches whatever is due. For the clock to call: it never fails. */
  async refreshDue(): Promise<void> {
    for (const [id, { doors }] of this.#subjects) {
      try {
        // By itself, as whoever asks meanwhile waits for this and not for the network.
        if (this.#isToMake(id)) await this.#attempt(id, "make").catch(() => {});
        if (this.#isWanted(id, this.current(id)))
          await this.#attempt(id, "refresh").catch(() => {});
      } catch (cause) {
        // What one service cannot tell must not keep the others' data from being fetched.
        doors().log.error(`Cannot check whether the dataset "${id}" is due`, { cause });
      }
    }
  }

  /** Takes what another machine has fetched, where that is newer and may be believed. */
  async #takeShared(id: string): Promise<DatasetVersion | undefined> {
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
    const { dataset, store } = this.#subject(id);
    const now = this.#options.clock();
    if (this.#phases.has(id)) this.#phases.set(id, "checking");
    const contents = await dataset.check(files, { now, kept: this.current(id) });
    return store.put(files, { ...contents, fetched_at: fetchedAt ?? now, origin });
  }

  #isWanted(id: string, kept: DatasetVersion | undefined): boolean {
    if (this.#running.has(id)) return false;
    const { dataset, store } = this.#subject(id);
    const now = this.#options.clock();
    if (!dataset.isDue(kept, now)) return false;
    const quietUntil = this.#quietUntil.get(id) ?? 0;
    // Others can only make it later, and a clock that is set back is noticed by the file.
    if (now < quietUntil && now >= quietUntil - pauseMsMax) return false;
    const { tried } = store;
    const isOver = !tried || now < tried.at || now - tried.at >= pauseAfter(tried, kept);
    if (!isOver) this.#quietUntil.set(id, tried.at + pauseAfter(tried, kept));
    return isOver;
  }

  /** One attempt at a time, which all who want it share. */
  #attempt(id: string, work: "refresh" | "make"): Promise<DatasetVersion> {
    const running = this.#running.get(id) ?? this.#work(id, work);
    if (!this.#running.has(id)) {
      this.#running.set(id, running);
      running.catch(() => {}).finally(() => this.#running.delete(id));
    }
    return running;
  }

  async #work(id: string, work: "refresh" | "make"): Promise<DatasetVersion> {
    const { dataset, doors } = this.#subject(id);
    this.#phases.set(id, work === "make" ? "making" : "fetching");
    try {
      const kept = await this.#runInJob(id, dataset, work);
      this.#failures.delete(id);
      return kept;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      // Told once: whoever has no network would find nothing else in the log.
      if (!this.#failures.has(id))
        doors().log.warn(`Cannot ${work} the dataset "${id}": ${reason}`);
      this.#failures.set(id, reason);
      if (work === "make") this.#unmadeAt.set(id, this.#options.clock());
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
    this.#subject(id).store.lookAgain();
    const kept = this.current(id);
    if (!kept) throw new Error("It was not there after it had been fetched");
    return kept;
  }

  async #first(id: string): Promise<DatasetVersion> {
    const work = this.#isToMake(id) ? "make" : "refresh";
    if (work === "refresh" && !this.#running.has(id) && !this.#isWanted(id, undefined))
      throw unavailable(id, this.definition(id), { reason: this.#failures.get(id) });
    try {
      return await this.#attempt(id, work);
    } catch (cause) {
      throw unavailable(id, this.definition(id), { reason: (cause as Error).message, cause });
    }
  }

  #findPacked(
    subject: DatasetSource & { packed: DatasetVersion | undefined },
  ): DatasetVersion | undefined {
    if (!subject.packed) {
      const embedded = subject.dataset.embedded?.();
      if (embedded && isThere(embedded))
        subject.packed = new DatasetVersion(
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
    return subject.packed;
  }

  /** Whether a package has it, and newer than what was fetched, but in another form. */
  #isToMake(id: string): boolean {
    const subject = this.#subject(id);
    if (subject.packed) return false;
    const embedded = subject.dataset.embedded?.();
    if (!embedded?.made || isThere(embedded)) return false;
    const fetched = subject.store.current();
    if (fetched && fetched.about.build_date >= embedded.build_date) return false;
    const unmadeAt = this.#unmadeAt.get(id);
    return unmadeAt === undefined || this.#options.clock() >= unmadeAt + emptyPauseMs;
  }

  #subject(id: string) {
    const subject = this.#subjects.get(id);
    if (!subject)
      throw new HubError(
        "capability_unavailable",
        `There is no dataset "${id}" on this hub: the service that keeps it was left out`,
      );
    return subject;
  }
}

function isThere({ paths, made }: Embedded): boolean {
  return made === undefined || Object.values(paths).every((path) => existsSync(path));
}

/** Under another name first, as another hub may be making it, too. */
function writeWhole(path: string, bytes: Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true });
  const draft = `${path}.${crypto.randomUUID()}`;
  writeFileSync(draft, bytes);
  renameSync(draft, path);
}

/** How long after an attempt the next one is made. */
function pauseAfter({ failures }: Attempts, kept: DatasetVersion | undefined): number {
  return kept ? Math.min(pauseMs * 2 ** Math.max(0, failures - 1), pauseMsMax) : emptyPauseMs;
}

/** The failure of whoever needs a dataset that is not there: it says how to get it. */
function unavailable(
  id: string,
  { title, homepage, unpack }: DatasetDefinition,
  { reason, cause }: { reason: string | undefined; cause?: unknown },
): HubError {
  const why = reason ? `${reason}. ` : "";
  const hint = unpack ? `, or give it a file: bun run data import ${id} FILE` : "";
  return new HubError(
    "dataset_unavailable",
    `This hub has no data yet: ${title}. ${why}Let it reach ${homepage} (HUB_OFFLINE, HUB_DENY and HUB_UPSTREAMS decide), fetch it with: bun run data refresh ${id}${hint}`,
    { cause, headers: { "retry-after": String(emptyPauseMs / 1000) } },
  );
}

/** Fetches or makes a dataset in a process of its own, with the same settings. Throws its last words. */
export function refreshInProcess(env: Readonly<Record<string, string | undefined>>) {
  return async (work: "refresh" | "make", id: string): Promise<void> => {
    const program = `${import.meta.dir}/../../../scripts/data.ts`;
    const child = Bun.spawn([process.execPath, program, work, id], {
      cwd: `${import.meta.dir}/../../..`,
      env,
      stdio: ["ignore", "ignore", "pipe"],
    });
    const words = await new Response(child.stderr).text();
    if ((await child.exited) === 0) return;
    // Who logs it says the same in front of what went wrong.
    const reason = words.trim().replace(`Cannot ${work} "${id}": `, "");
    throw new Error(reason || "It was ended");
  };
}
