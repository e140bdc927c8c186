import { HubError } from "../contract/errors.ts";
import { errorShapesOf } from "../host/handler/error-shape.ts";
import { CurrentApp } from "../host/live/current-app.ts";
import type { LivePlugins, LivePluginsOptions } from "../host/live/live-plugins.ts";
import type { OpenDoors } from "../host/open-doors.ts";
import type { LoadedPlugin, PluginSet } from "../host/plugin/loaded-plugin.ts";
import { type MigrateOptions, migratePlugin } from "../host/schedule/migrate-plugins.ts";
import { Timetable } from "../host/timetable.ts";
import { basesOf } from "../host/upstreams/bases.ts";
import type { AccessLog } from "../platform/log/access-log.ts";
import type { Log } from "../platform/log/log.ts";
import type { Metric } from "../platform/metrics/exposition.ts";
import type { LongWork } from "../server/async/long-work.ts";
import { createHub } from "../server/hub.ts";
import type { Tracing } from "../server/tracing/tracing.ts";
import { type AdminParts, createAdminView, type Reloaded } from "../site/admin/admin-view.ts";
import type { CapturedAnswers } from "../site/examples/captured-answers.ts";
import { captureByProcess, ExampleBuilder } from "../site/examples/example-builder.ts";
import {
  ownExamplesFile,
  preparedExamplesFile,
  ResponseExamples,
} from "../site/examples/response-examples.ts";
import type { HubView } from "../site/view/hub-view.ts";
import { findUnknownValue } from "./check-settings.ts";
import { type Config, readTiers, shownSettingNames } from "./config.ts";
import { createHubView, type HubParts } from "./create-hub-view.ts";

/** How long after its start a hub looks after its plugin folders: a start costs no more for it. */
const firstLookMs = 1000;

/** What job processes may read besides code of the hub: it changes with what is served. */
export class ReadableFolders {
  readonly #datasets: string;
  #shared: readonly LoadedPlugin[] = [];
  /** Where the copies of plugins are that changed while the hub ran. */
  copies: string | undefined;

  constructor(datasets: string) {
    this.#datasets = datasets;
  }

  /** Takes these plugins for those that are served. */
  serve(plugins: readonly LoadedPlugin[]): void {
    this.#shared = plugins.filter(({ isolated }) => !isolated);
  }

  /** The folders of the plugins that share processes. */
  readonly trusted = (): string[] => [
    ...this.#shared.map(({ dir }) => dir),
    ...(this.copies === undefined ? [] : [this.copies]),
  ];

  /** What the jobs of a plugin may read besides its folder, or of all those that share processes. */
  readonly readableBy = (plugin: LoadedPlugin | undefined): string[] => [
    plugin ? `${this.#datasets}/${plugin.name}` : this.#datasets,
    ...(plugin ? [plugin] : this.#shared).flatMap(({ packages }) => packages ?? []),
  ];
}

/** What plugins are served by. */
export interface ServingParts
  extends Omit<HubParts, "plugins" | "broken" | "fetch" | "captured" | "examples"> {
  doors: OpenDoors;
  longWork: LongWork;
  readable: ReadableFolders;
  accessLog: AccessLog | undefined;
  tracing: Tracing | undefined;
  tasks: MigrateOptions;
  /** What the operator's endpoints are served with, where there are any. */
  admin: AdminParts | undefined;
  /** Takes work that goes on behind what is answered. */
  later(work: Promise<unknown>): void;
  log: Log;
}

/** Serves plugins, and others in their place while the hub runs. */
export class Serving {
  /** What answers, whatever is served at the moment. */
  readonly app = new CurrentApp();
  /** Periodic work, registered with the app of the moment. */
  readonly timetable = new Timetable();
  readonly #config: Config;
  readonly #parts: ServingParts;
  readonly #examples: ResponseExamples;
  /** Captures the examples that are missing. Not set if the operator or a sibling process does that. */
  readonly #exampleBuilder: ExampleBuilder | undefined;
  #broken: PluginSet["broken"] = [];
  #opener: Timer | undefined;
  #live: Promise<LivePlugins> | undefined;
  #captured: Promise<CapturedAnswers> | undefined;
  #view: HubView | undefined;
  #openLive: (() => Promise<LivePlugins>) | undefined;
  #set: PluginSet = { plugins: [], broken: [] };

  constructor(config: Config, parts: ServingParts) {
    this.#config = config;
    this.#parts = parts;
    this.#examples = new ResponseExamples(
      [preparedExamplesFile, ownExamplesFile(config.data)],
      (loaded) => this.#exampleBuilder?.report(loaded),
    );
    if (config.examples && config.place === 1)
      this.#exampleBuilder = new ExampleBuilder({
        examples: this.#examples,
        plugins: () => [...this.#set.plugins, parts.own],
        capture: captureByProcess(config),
        log: parts.log,
      });
  }

  /** Gives these plugins what they need of the world, and others nothing any more. */
  equip(plugins: readonly LoadedPlugin[]): void {
    this.#parts.doors.serve(plugins);
    this.#parts.readable.serve(plugins);
  }

  /** What is left out at the moment. */
  get broken(): PluginSet["broken"] {
    return this.#broken;
  }

  /** Answers by these plugins from now on. What has begun is finished by those that it came to. */
  readonly serve = ({ plugins, broken }: PluginSet): void => {
    this.#set = { plugins, broken };
    const {
      access,
      admin,
      doors,
      pool,
      longWork,
      accessLog,
      tracing,
      answers,
      schedule,
      own,
      log,
    } = this.#parts;
    const { baseUrl } = this.#config;
    const hub = createHubView(this.#config, {
      ...this.#parts,
      plugins,
      broken,
      fetch: this.#fetch,
      captured: this.#captureAnswers,
      examples: this.#examples,
    });
    this.#view = hub;
    const app = createHub({
      plugins,
      access: access.gate,
      doorsOf: doors.doorsOf,
      runInJob: pool.runInJob,
      baseUrl,
      log,
      accessLog,
      tracing,
      answers,
      longWork,
      repeats: true,
      own: { plugin: own, doors: { hub } },
      operator: admin && {
        plugin: admin.plugin,
        admit: (call) => admin.gate.admit(call),
        doors: {
          hub,
          admin: createAdminView(admin, {
            ...this.#parts,
            settings: { env: this.#config.env, shownNames: shownSettingNames },
            hub,
            reload: this.reload,
          }),
        },
      },
    });
    this.#broken = broken;
    this.equip(plugins);
    schedule.serve(plugins);
    this.timetable.serve(app, plugins);
    this.app.put(app, errorShapesOf(plugins));
    this.#exampleBuilder?.schedule();
  };

  /** What this process measures. */
  numbers(): readonly Metric[] {
    return this.#view?.ownMetrics() ?? [];
  }

  /** Answers a request of the hub itself, and tells of it like of one that came over the port. */
  readonly #fetch = (request: Request): Response | Promise<Response> => {
    const { accessLog, tracing } = this.#parts;
    const answer = (request: Request) => this.app.fetch(request);
    const traced = tracing ? tracing.around(answer, { isOwn: true }) : answer;
    return (accessLog ? accessLog.around(traced) : traced)(request);
  };

  /** Takes up what changes in the plugin folders, beginning in a moment; or only when that is asked for. */
  openLive(
    seen: Pick<
      LivePluginsOptions,
      "roots" | "folders" | "first" | "firstAt" | "own" | "isWatching"
    >,
  ): void {
    this.#openLive = async () => {
      const { LivePlugins } = await import("../host/live/live-plugins.ts");
      const { late, later, log, pool, readable } = this.#parts;
      const live = new LivePlugins({
        ...seen,
        prepare: this.#prepare,
        serve: this.serve,
        retire: (plugins) => later(pool.retire(plugins)),
        renew: (plugins) => later(pool.renew(plugins)),
        log,
      });
      readable.copies = live.copies;
      late.addRoot(live.copies);
      return live;
    };
    if (seen.isWatching)
      this.#opener = setTimeout(() => {
        void this.#opened().catch((cause) =>
          this.#parts.log.error("Cannot look after plugin folders", { cause }),
        );
      }, firstLookMs).unref();
  }

  /** Reads the plugin folders anew, and the file of tiers where there is one, and serves what is there. */
  readonly reload = async (): Promise<Reloaded> => {
    const { tiersFile } = this.#config;
    try {
      if (tiersFile !== undefined) await this.#readTiers();
      await (await this.#opened())?.lookNow();
    } catch (cause) {
      throw new HubError("reload_failed", (cause as Error).message, { cause });
    }
    // Pages and doors tell of tiers, too.
    if (tiersFile !== undefined) this.serve(this.#set);
    const { plugins, broken } = this.#set;
    return {
      plugins: plugins.map(({ name }) => name),
      broken: broken.map(({ name, reason }) => ({ name, reason })),
      tiers: this.#config.tiers.map(({ name }) => name),
    };
  };

  async #readTiers(): Promise<void> {
    const tiers = readTiers(this.#config.env);
    this.#parts.access.accounts.useTiers(tiers);
    this.#config.tiers = tiers;
  }

  async #opened(): Promise<LivePlugins | undefined> {
    this.#live ??= this.#openLive?.();
    return this.#live;
  }

  /** Opens what the documentation shows of answers, when somebody reads it first. */
  readonly #captureAnswers = (): Promise<CapturedAnswers> => {
    this.#captured ??= this.#openCaptured();
    return this.#captured;
  };

  async #openCaptured(): Promise<CapturedAnswers> {
    const [{ CapturedAnswers }, { openSqlite }] = await Promise.all([
      import("../site/examples/captured-answers.ts"),
      import("../platform/store/sqlite.ts"),
    ]);
    const { access, doors, log, own, pool } = this.#parts;
    const doorsOf = doors.openAside(openSqlite(":memory:"));
    const withView = (plugin: LoadedPlugin) => ({ ...doorsOf(plugin), hub: this.#view });
    return new CapturedAnswers({
      plugins: () => [own, ...this.#set.plugins],
      doorsOf: (plugin) => (plugin === own ? withView(plugin) : doorsOf(plugin)),
      runInJob: pool.runInJob,
      baseUrl: this.#config.baseUrl ?? "https://hub.example",
      now: access.now,
      // What an example lacks, such as a network, its reader is told.
      log: { ...log, warn() {} },
    });
  }

  /** Lets what is served stay as it is. */
  async close(): Promise<void> {
    clearTimeout(this.#opener);
    const live = await this.#live?.catch(() => undefined);
    await Promise.all([live?.close(), this.#exampleBuilder?.close()]);
  }

  /** Makes ready a plugin that is to be served in place of an older one. Throws where it cannot be. */
  readonly #prepare = async (plugin: LoadedPlugin): Promise<void> => {
    basesOf([plugin], this.#config.env);
    const reason = findUnknownValue(plugin, this.#config.env);
    if (reason !== undefined) throw new Error(reason);
    const fault = await migratePlugin(plugin, this.#parts.tasks);
    if (fault !== undefined) throw new Error(`Cannot load plugin "${plugin.name}": ${fault}`);
  };
}
