import type { Call } from "../../accounts/call.ts";
import { isoDate } from "../../accounts/view.ts";
import { HubError } from "../../contract/errors.ts";
import type { Datasets } from "../../host/datasets/datasets.ts";
import type { DatasetRefresh, RecordsWithAdmin } from "../../platform/store/admin-records.ts";
import type { AuditLog, Operator } from "./audit-log.ts";

/** Heartbeat interval of a running fetch, and the time after which other hubs consider it lost. */
const beatMs = 1000;
const seenMs = 30_000;

interface AdminDatasetsOptions {
  audit: AuditLog;
  datasets: Datasets;
  records: Pick<RecordsWithAdmin, "admin">;
  /** Whether due datasets are fetched on a schedule. */
  isKeptFresh: boolean;
  now(): number;
  getOperator(call: Call): Operator;
  /** Registers background work. */
  later(work: Promise<unknown>): void;
}

/** Lists datasets for operators and fetches them on demand. */
export class AdminDatasets {
  readonly #options: AdminDatasetsOptions;

  constructor(options: AdminDatasetsOptions) {
    this.#options = options;
  }

  /** Lists all datasets with their age and the time of the next fetch. */
  async list() {
    const { datasets, isKeptFresh, now } = this.#options;
    const refreshes = await this.#refreshes();
    const models = datasets.models();
    return datasets.ids.map((id) => {
      const { title, licence, attribution, homepage } = datasets.definition(id);
      const version = datasets.current(id);
      const dueAt = isKeptFresh ? datasets.dueAt(id) : undefined;
      return {
        id,
        title,
        licence,
        attribution,
        homepage,
        version: version?.about.version ?? null,
        build_date: version?.about.build_date ?? null,
        age_seconds: version
          ? Math.max(0, Math.round((now() - Date.parse(version.about.build_date)) / 1000))
          : null,
        entries: version?.about.entries ?? null,
        bytes: version ? datasets.bytes(id) : null,
        origin: version?.about.origin ?? null,
        fetched_at:
          version && version.about.fetched_at !== null ? isoDate(version.about.fetched_at) : null,
        next_refresh_at: dueAt === undefined ? null : isoDate(dueAt),
        last_failure: datasets.failure(id) ?? null,
        models: models.filter(({ dataset }) => dataset === id),
        refresh: refreshes.get(id) ?? null,
      };
    });
  }

  /** Returns the state of the last fetch that an operator requested, if any. */
  async findRefresh(id: string) {
    this.#check(id);
    return (await this.#refreshes()).get(id);
  }

  /** Starts to fetch a dataset, unless a hub of this store already does. Returns the state of the fetch. */
  async refresh(call: Call, id: string) {
    this.#check(id);
    const { audit, datasets, records, now, getOperator, later } = this.#options;
    const time = now();
    const refresh: DatasetRefresh = {
      dataset: id,
      id: crypto.randomUUID(),
      state: "running",
      phase: "waiting",
      beganAt: time,
      seenAt: time,
      endedAt: null,
      failure: null,
      isNew: null,
    };
    const before = { version: datasets.current(id)?.about.version ?? null };
    await audit.act(getOperator(call), { action: "dataset.refresh", subject: id, before }, () =>
      records.admin
        .beginRefresh(refresh, time - seenMs)
        .then((isFirst) => isFirst && later(this.#run(refresh))),
    );
    return this.findRefresh(id);
  }

  async #run(refresh: DatasetRefresh): Promise<void> {
    const { datasets, now } = this.#options;
    const id = refresh.dataset;
    const before = datasets.current(id)?.about.version;
    const beat = setInterval(() => {
      void this.#saveState({ ...refresh, phase: datasets.phase(id) ?? "waiting", seenAt: now() });
    }, beatMs);
    const ended = await datasets.refreshNow(id).then(
      ({ about }) => ({ state: "succeeded" as const, isNew: about.version === before ? 0 : 1 }),
      (error: Error) => ({ state: "failed" as const, failure: error.message }),
    );
    clearInterval(beat);
    await this.#saveState({ ...refresh, ...ended, phase: "ended", seenAt: now(), endedAt: now() });
  }

  /** Saves the state of a fetch. Failures are ignored: the next heartbeat saves it, or the fetch counts as lost. */
  async #saveState(refresh: DatasetRefresh): Promise<void> {
    await this.#options.records.admin.updateRefresh(refresh).catch(() => {});
  }

  async #refreshes() {
    const { records, datasets, now } = this.#options;
    const time = now();
    const all = await records.admin.refreshes();
    return new Map(
      all.map(({ dataset, state, phase, beganAt, seenAt, endedAt, failure, isNew }) => {
        const isLost = state === "running" && time - seenAt > seenMs;
        const isRunning = state === "running" && !isLost;
        const view = {
          state: isLost ? ("lost" as const) : state,
          phase: (isRunning && datasets.phase(dataset)) || phase,
          began_at: isoDate(beganAt),
          ended_at: endedAt === null ? null : isoDate(endedAt),
          elapsed_ms: (endedAt ?? (isLost ? seenAt : time)) - beganAt,
          is_new: isNew === null ? null : isNew === 1,
          failure: isLost ? "The hub that fetched it has stopped" : failure,
        };
        return [dataset, view] as const;
      }),
    );
  }

  #check(id: string): void {
    if (!this.#options.datasets.ids.includes(id))
      throw new HubError("not_found", `There is no dataset ${JSON.stringify(id)}`);
  }
}
