import type { CommonDoors } from "../doors/doors.ts";
import { HubError } from "../errors.ts";
import type { DatasetDefinition, DatasetDoors, Files } from "./dataset.ts";
import { Kept } from "./kept.ts";
import { pauseAfter, pauseMsMax } from "./pause.ts";
import { Shelf } from "./shelf.ts";
import { unavailable } from "./unavailable.ts";

/** A dataset of a plugin, and the doors it is fetched by. */
export interface Subject {
  /** As `currency/rates`. */
  id: string;
  dataset: DatasetDefinition;
  doors: () => Omit<DatasetDoors<never>, "kept">;
}

export interface KeeperOptions {
  /** The folder that all datasets are kept in. */
  dir: string;
  clock(): number;
  later: CommonDoors["later"];
  /** Refreshes a heavy dataset in another process. Default: in this one. */
  apart?: ((id: string) => Promise<void>) | undefined;
}

/** Keeps the datasets of all plugins: fetches, checks and hands them out. */
export class Keeper {
  readonly #options: KeeperOptions;
  readonly #subjects = new Map<string, Subject & { shelf: Shelf; packed: Kept | undefined }>();
  readonly #running = new Map<string, Promise<Kept>>();
  readonly #failures = new Map<string, string>();
  /** Until when, by the clock, no dataset need be asked about again. */
  readonly #quietUntil = new Map<string, number>();

  constructor(subjects: readonly Subject[], options: KeeperOptions) {
    this.#options = options;
    for (const subject of subjects)
      this.#subjects.set(subject.id, {
        ...subject,
        shelf: new Shelf(`${options.dir}/${subject.id}`),
        packed: undefined,
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

  /** What there is of a dataset. Where newer should be out it is fetched behind the answer. */
  find(id: string): Kept | undefined {
    const kept = this.current(id);
    if (this.#isWanted(id, kept)) this.#options.later(this.#attempt(id).catch(() => {}));
    return kept;
  }

  /** The same, and where there is nothing it is fetched at once. Throws `dataset_unavailable`. */
  get(id: string): Kept | Promise<Kept> {
    return this.find(id) ?? this.#first(id);
  }

  /** What is in use: the newer of what was fetched and what came with a package. */
  current(id: string): Kept | undefined {
    const subject = this.#subject(id);
    const fetched = subject.shelf.current();
    const packed = this.#packed(subject);
    return fetched && (!packed || fetched.about.build_date >= packed.about.build_date)
      ? fetched
      : packed;
  }

  /** Fetches a dataset now, whether or not it is due. Throws a sentence where that fails. */
  async refresh(id: string): Promise<{ kept: Kept; isNew: boolean }> {
    const { dataset, doors, shelf } = this.#subject(id);
    const kept = this.current(id);
    const at = this.#options.clock();
    shelf.tried = { at, failures: (shelf.tried?.failures ?? 0) + 1 };
    const files = await dataset.download({ ...doors(), kept } as never);
    if (!(files || kept)) throw new Error("There is nothing to fetch");
    const newest = files && (await this.#put(id, files, "network"));
    shelf.tried = { at, failures: 0 };
    return { kept: newest ?? kept!, isNew: newest !== undefined };
  }

  /** Takes a file of the operator's in place of fetching. Throws a sentence where it is no use. */
  async import(id: string, given: { name: string; bytes: Uint8Array }): Promise<Kept> {
    const { dataset } = this.#subject(id);
    if (!dataset.unpack) throw new Error(`Cannot import "${id}": it can only be fetched`);
    return this.#put(id, await dataset.unpack(given), "file");
  }

  /** Fetches whatever is due. For the clock to call: it never fails. */
  async refreshDue(): Promise<void> {
    for (const id of this.#subjects.keys())
      if (this.#isWanted(id, this.current(id))) await this.#attempt(id).catch(() => {});
  }

  async #put(id: string, files: Files, origin: "network" | "file"): Promise<Kept> {
    const { dataset, shelf } = this.#subject(id);
    const now = this.#options.clock();
    const contents = await dataset.check(files, { now, kept: this.current(id) });
    return shelf.put(files, { ...contents, fetched_at: now, origin });
  }

  #isWanted(id: string, kept: Kept | undefined): boolean {
    if (this.#running.has(id)) return false;
    const { dataset, shelf } = this.#subject(id);
    const now = this.#options.clock();
    if (!dataset.isDue(kept, now)) return false;
    const quietUntil = this.#quietUntil.get(id) ?? 0;
    // Others can only make it later, and a clock that is set back is noticed by the file.
    if (now < quietUntil && now >= quietUntil - pauseMsMax) return false;
    const { tried } = shelf;
    const isOver = !tried || now < tried.at || now - tried.at >= pauseAfter(tried, kept);
    if (!isOver) this.#quietUntil.set(id, tried.at + pauseAfter(tried, kept));
    return isOver;
  }

  /** One attempt at a time, which all who want it share. */
  #attempt(id: string): Promise<Kept> {
    const running = this.#running.get(id) ?? this.#fetched(id);
    if (!this.#running.has(id)) {
      this.#running.set(id, running);
      running.catch(() => {}).finally(() => this.#running.delete(id));
    }
    return running;
  }

  async #fetched(id: string): Promise<Kept> {
    const { dataset, doors } = this.#subject(id);
    try {
      const kept = await this.#elsewhere(id, dataset);
      this.#failures.delete(id);
      return kept;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      // Told once: whoever has no network would find nothing else in the log.
      if (!this.#failures.has(id))
        doors().log.warn(`Cannot refresh the dataset "${id}": ${reason}`);
      this.#failures.set(id, reason);
      throw error;
    }
  }

  async #elsewhere(id: string, { heavy }: DatasetDefinition): Promise<Kept> {
    const { apart } = this.#options;
    if (!heavy || !apart) return (await this.refresh(id)).kept;
    await apart(id);
    const kept = this.current(id);
    if (!kept) throw new Error("It was not there after it had been fetched");
    return kept;
  }

  async #first(id: string): Promise<Kept> {
    if (!this.#running.has(id) && !this.#isWanted(id, undefined))
      throw unavailable(id, this.definition(id), { reason: this.#failures.get(id) });
    try {
      return await this.#attempt(id);
    } catch (cause) {
      throw unavailable(id, this.definition(id), { reason: (cause as Error).message, cause });
    }
  }

  #packed(subject: Subject & { packed: Kept | undefined }): Kept | undefined {
    if (!subject.packed) {
      const embedded = subject.dataset.embedded?.();
      if (embedded)
        subject.packed = new Kept(
          {
            version: `package ${embedded.build_date}`,
            build_date: embedded.build_date,
            ...{ entries: null, fetched_at: null, origin: "package" },
          },
          embedded.paths,
        );
    }
    return subject.packed;
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
