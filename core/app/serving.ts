import { HubError } from "../contract/errors.ts";
import { createShapeFinder } from "../host/handler/error-shape.ts";
import { CurrentApp } from "../host/live/current-app.ts";
import type { LivePlugins, LivePluginsOptions } from "../host/live/live-plugins.ts";
import type { LoadedPlugin, PluginSet } from "../host/plugin/loaded-plugin.ts";
import { migratePlugin } from "../host/schedule/migrate-plugins.ts";
import { Timetable } from "../host/timetable.ts";
import { resolveBaseUrls } from "../host/upstreams/bases.ts";
import { mergePolicies } from "../host/upstreams/upstreams.ts";
import type { OwnNumbers } from "../platform/metrics/exposition.ts";
import { createHub, type HubOptions } from "../server/hub.ts";
import { createAdminView, type ReloadResult } from "../site/admin/admin-view.ts";
import { writeRightCall } from "../site/docs/endpoint/right-call.ts";
import type { CapturedAnswers } from "../site/examples/captured-answers.ts";
import { openOwnDoors } from "../site/open-own-doors.ts";
import { noEvidence } from "../site/view/hub-evidence.ts";
import type { OwnDoors } from "../site/view/own-doors.ts";
import type { App } from "./app.ts";
import { readPluginSettings } from "./check-settings.ts";
import { type Config, readTiers } from "./config.ts";
import { listShownSettings } from "./settings.ts";

/** The delay before live reload starts, so that it does not slow the start. */
const liveDelayMs = 1000;

/** Serves plugins, and replaces them while the hub runs. */
export class Serving {
  /** Forwards requests to the current app. */
  readonly app = new CurrentApp();
  /** Periodic work, registered with the current app. */
  readonly timetable = new Timetable();
  readonly #config: Config;
  readonly #sections: App;
  #opener: Timer | undefined;
  #live: Promise<LivePlugins> | undefined;
  #captured: Promise<CapturedAnswers> | undefined;
  #own: OwnDoors | undefined;
  #openLive: (() => Promise<LivePlugins>) | undefined;

  constructor(config: Config, sections: App) {
    this.#config = config;
    this.#sections = sections;
  }

  /** Grants these plugins their permissions, and revokes those of all others. */
  applyGrants(plugins: readonly LoadedPlugin[]): void {
    this.#sections.doors.serve(plugins);
    this.#sections.jobs.readable.serve(plugins);
  }

  /** Serves these plugins from now on. Calls in progress finish with the plugins that received them. */
  readonly serve = (set: PluginSet): void => {
    const { plugins } = set;
    const { accounts, doors, examples, jobs, log, longWork, tasks, telemetry } = this.#sections;
    const served = this.#sections.plugins;
    const own = openOwnDoors(this.#config, this.#sections, {
      set,
      fetch: this.#fetch,
      captured: this.#captureAnswers,
    });
    this.#own = own;
    const app = createHub({
      ...telemetry,
      plugins,
      access: accounts.gate,
      observer: this.#sections.admin?.activity,
      getDoors: doors.getDoors,
      runInJob: jobs.pool.runInJob,
      baseUrl: this.#config.baseUrl,
      writeRightCall,
      tools: own.tools.mode === "off" ? undefined : own.tools,
      spoolDir: this.#config.data,
      log,
      longWork: longWork.longWork,
      repeats: true,
      own: { plugin: served.own, doors: own },
      operator: this.#createOperator(own),
    });
    served.set = set;
    this.applyGrants(plugins);
    tasks.schedule.serve(plugins);
    this.timetable.serve(app, plugins);
    this.app.setApp(app, createShapeFinder(plugins));
    examples.builder?.schedule();
  };

  /** Returns the operator's endpoints with their private doors. */
  #createOperator(own: OwnDoors): HubOptions["operator"] {
    const { admin } = this.#sections;
    if (!admin) return undefined;
    const view = createAdminView(
      { ...this.#sections, admin },
      {
        settings: { env: this.#config.env, shownNames: listShownSettings() },
        reload: this.reload,
      },
    );
    return {
      plugin: admin.plugin,
      admit: (call, target) => admin.gate.admit(call, target),
      doors: { ...own, admin: view },
    };
  }

  /** Returns the metrics of this process, and the results of its components. */
  numbers(): OwnNumbers {
    return this.#own?.metrics.own() ?? { metrics: [], evidence: noEvidence };
  }

  /** Answers a request of the hub itself. It is logged and traced like one from the network. */
  readonly #fetch = (request: Request): Response | Promise<Response> => {
    const { accessLog, tracing } = this.#sections.telemetry;
    const answer = (request: Request) => this.app.fetch(request);
    const traced = tracing ? tracing.around(answer, { isOwn: true }) : answer;
    return (accessLog ? accessLog.around(traced) : traced)(request);
  };

  /** Reloads plugin folders that change, or only on request if `HUB_LIVE` is off. Starts after a delay. */
  openLive(initial: Pick<LivePluginsOptions, "folders" | "first" | "firstAt">): void {
    const { pluginRoots, live: isWatching } = this.#config;
    const { background, jobs, late, log, plugins } = this.#sections;
    this.#openLive = async () => {
      const { LivePlugins } = await import("../host/live/live-plugins.ts");
      const { pool, readable } = jobs;
      const live = new LivePlugins({
        ...initial,
        roots: pluginRoots,
        own: plugins.own,
        isWatching,
        prepare: this.#prepare,
        serve: this.serve,
        retire: (plugins) => background.add(pool.retire(plugins)),
        renew: (plugins) => background.add(pool.renew(plugins)),
        log,
      });
      readable.copies = live.copies;
      late.addRoot(live.copies);
      return live;
    };
    if (isWatching)
      this.#opener = setTimeout(() => {
        void this.#getLive().catch((cause) =>
          log.error("Cannot watch the plugin folders", { cause }),
        );
      }, liveDelayMs).unref();
  }

  /** Reloads the plugin folders and the tiers file, if there is one. */
  readonly reload = async (): Promise<ReloadResult> => {
    const { tiersFile } = this.#config;
    try {
      if (tiersFile !== undefined) await this.#readTiers();
      await (await this.#getLive())?.reloadNow();
    } catch (cause) {
      throw new HubError("reload_failed", (cause as Error).message, { cause });
    }
    // Pages and doors show tiers, too.
    if (tiersFile !== undefined) this.serve(this.#sections.plugins.set);
    const { plugins, broken } = this.#sections.plugins;
    return {
      plugins: plugins.map(({ name }) => name),
      broken: broken.map(({ name, reason }) => ({ name, reason })),
      tiers: this.#config.tiers.map(({ name }) => name),
    };
  };

  async #readTiers(): Promise<void> {
    const tiers = readTiers(this.#config.env);
    this.#sections.accounts.accounts.useTiers(tiers);
    this.#config.tiers = tiers;
  }

  async #getLive(): Promise<LivePlugins | undefined> {
    this.#live ??= this.#openLive?.();
    return this.#live;
  }

  /** Returns the captured responses for the documentation. Opens them on first use. */
  readonly #captureAnswers = (): Promise<CapturedAnswers> => {
    this.#captured ??= this.#openCaptured();
    return this.#captured;
  };

  async #openCaptured(): Promise<CapturedAnswers> {
    const [{ CapturedAnswers }, { openSqlite }] = await Promise.all([
      import("../site/examples/captured-answers.ts"),
      import("../platform/store/sqlite.ts"),
    ]);
    const { accounts, doors, jobs, log, plugins: served } = this.#sections;
    const { own } = served;
    const getDoors = doors.openAside(openSqlite(":memory:"));
    const withView = (plugin: LoadedPlugin) => ({ ...getDoors(plugin), ...this.#own });
    return new CapturedAnswers({
      plugins: () => [own, ...served.plugins],
      getDoors: (plugin) => (plugin === own ? withView(plugin) : getDoors(plugin)),
      runInJob: jobs.pool.runInJob,
      baseUrl: this.#config.baseUrl ?? "https://hub.example",
      now: accounts.now,
      // The documentation shows what an example lacks, such as a network.
      log: { ...log, warn() {} },
    });
  }

  /** Stops live reload and the capture of examples. */
  async close(): Promise<void> {
    clearTimeout(this.#opener);
    const live = await this.#live?.catch(() => undefined);
    await Promise.all([live?.close(), this.#sections.examples.builder?.close()]);
  }

  /** Prepares a plugin that replaces an older version. Throws if it cannot be served. */
  readonly #prepare = async (plugin: LoadedPlugin): Promise<void> => {
    resolveBaseUrls([plugin], this.#config.env);
    mergePolicies([plugin], this.#config.env);
    readPluginSettings(plugin, this.#config);
    const fault = await migratePlugin(plugin, this.#sections.tasks.migrating);
    if (fault !== undefined) throw new Error(`Cannot load plugin "${plugin.name}": ${fault}`);
  };
}
