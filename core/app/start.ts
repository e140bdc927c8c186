import type { PluginSet } from "../host/plugin/loaded-plugin.ts";
import { type MigrateOptions, migratePlugins } from "../host/schedule/migrate-plugins.ts";
import type { PeriodicJob, Timetable } from "../host/timetable.ts";
import { parseBasePath, withBasePath } from "../platform/http/base-path.ts";
import { LateFailures } from "../platform/log/late-failures.ts";
import type { Log } from "../platform/log/log.ts";
import type { Sibling } from "../platform/processes/sibling.ts";
import { type Listener, listen } from "../server/http/serve.ts";
import type { Admin } from "../site/admin/admin-view.ts";
import { withProblemPages } from "../site/docs/openapi/with-problem-pages.ts";
import { type App, type HubProcess, isKeptFresh, openApp } from "./app.ts";
import { type Config, listPluginRoots } from "./config.ts";
import { logGreeting } from "./greeting.ts";
import { Serving } from "./serving.ts";

/** The time for clients with open connections to send their last request. */
const lastRequestMs = 2000;
/**
 * The time for connections in progress to be accepted before the port closes, with a reserve for busy
 * machines. Clients that are blocked in the meantime retry a second later, when another process must
 * listen.
 */
const lastAcceptMs = 800;
/** The delay before periodic work starts, so that it does not slow the first calls. */
const timetableDelayMs = 2000;

/** A running hub. */
export interface RunningHub {
  port: number;
  /** Runs the scheduled tasks due up to a time and waits for them. The hub does so itself every minute. */
  runDue(now: number): Promise<void>;
  /**
   * Stops accepting requests, finishes pending ones and writes the meter. If another process replaces this
   * one, every open connection gets a last response first.
   */
  drain(options?: { isReplaced?: boolean }): Promise<void>;
}

/** The sections of a hub, and what serves requests with them. */
interface ServingApp {
  app: App;
  serving: Serving;
}

/** Opens the store, loads the plugins and serves. */
export async function startHub(
  config: Config,
  {
    log,
    late = new LateFailures({ log, roots: listPluginRoots(config) }),
    ...rest
  }: Omit<HubProcess, "late"> & Partial<Pick<HubProcess, "late">>,
): Promise<RunningHub> {
  const app = await openApp(config, { log, late, ...rest });
  const serving = new Serving(config, app);
  const first = await serveFirst(config, { app, serving });
  const listener = openListener(config, { app, serving });
  const stopPeriodicJobs = startPeriodicJobs(config, { app, timetable: serving.timetable });
  const { folders, loadedAt } = app.found;
  serving.openLive({ folders, first, firstAt: loadedAt });
  app.incidents.open();
  const url = config.baseUrl ?? `http://localhost:${listener.port}`;
  if (config.place === 1)
    logGreeting(config, { log, output: rest.output, url, plugins: first.plugins });
  if (app.sibling) connectSibling(app.sibling, { app, serving });

  return {
    port: listener.port,
    runDue: (now) => app.tasks.schedule.runDue(now),
    drain: async ({ isReplaced = false } = {}) => {
      if (isReplaced) await releasePort(listener);
      stopPeriodicJobs();
      await drainHub(config.drainMs, { app, listener, serving });
    },
  };
}

/** Runs the plugins' migrations, and serves those that succeed. */
async function serveFirst(
  { strict }: Config,
  { app: { found, log, tasks }, serving }: ServingApp,
): Promise<PluginSet> {
  serving.applyGrants(found.set.plugins);
  const first = await migratePluginSet(found.set, { ...tasks.migrating, strict });
  for (const { name, reason } of first.broken) log.error(reason, { plugin: name });
  serving.serve(first);
  return first;
}

function openListener(config: Config, { app, serving }: ServingApp): Listener {
  const { answers, accessLog, tracing } = app.telemetry;
  const pages = withProblemPages(serving.app, parseBasePath(config.baseUrl));
  return listen(withBasePath(pages, config.baseUrl), {
    ...config,
    log: app.log,
    accessLog,
    tracing,
    refusals: answers.refusals,
    findShape: serving.app.findShape,
  });
}

/** Stops accepting connections, and sends every open one its last response. */
async function releasePort(listener: Listener): Promise<void> {
  listener.stopAccepting();
  await Bun.sleep(lastRequestMs);
  const { stopConnections } = await import("../platform/processes/stop-connections.ts");
  await stopConnections(listener.port, lastAcceptMs);
}

/** Handles operators' commands from other processes, and reports this process's metrics to them. */
function connectSibling(
  sibling: Sibling,
  { app: { accounts, draining, log }, serving }: ServingApp,
): void {
  sibling.work = {
    numbers: () => serving.numbers(),
    drain: (isDraining) => (isDraining ? draining.begin(accounts.now()) : draining.end()),
    reload: () =>
      void serving.reload().catch((cause) => log.error("Cannot reload the plugins", { cause })),
  };
}

/** Starts the periodic work of a hub. Returns a function that stops it. */
function startPeriodicJobs(
  config: Config,
  {
    app: {
      accounts,
      admin,
      doors: { datasets },
      draining,
      incidents,
      log,
      longWork: { longWork },
      tasks: { schedule },
    },
    timetable,
  }: { app: App; timetable: Timetable },
): () => void {
  // Only one of several processes does it.
  const keepsFresh = isKeptFresh(config) && config.place === 1;
  /** Skips work while draining: another hub of the store does it, or this one after its next start. */
  const unlessDraining = (run: () => void) => () => {
    if (draining.since === undefined) run();
  };
  const runDue = unlessDraining(() => void schedule.runDue());
  const refresh = unlessDraining(() => void datasets.refreshDue());
  const jobs: PeriodicJob[] = [
    { name: "daily reset", pattern: "0 0 * * *", run: accounts.startDay },
    { name: "incidents", pattern: "0 0 * * *", run: () => incidents.sweep() },
    // Timers stop while a machine sleeps. This finds missed tasks within a minute.
    { name: "missed tasks", pattern: "* * * * *", run: runDue },
    { name: "long work", pattern: "*/10 * * * *", run: () => void longWork.sweep() },
    { name: "erased accounts", pattern: "*/10 * * * *", run: accounts.sweepErased },
  ];
  if (admin)
    jobs.push({
      name: "operator's records",
      pattern: "* * * * *",
      run: () => writeAdmin(admin, log),
    });
  if (keepsFresh) jobs.push({ name: "datasets", pattern: "*/5 * * * *", run: refresh });
  let stop = () => {};
  const startTimer = setTimeout(() => {
    stop = timetable.start({ jobs, runDue });
    if (keepsFresh) void datasets.refreshDue();
  }, timetableDelayMs).unref();
  return () => {
    clearTimeout(startTimer);
    stop();
  };
}

/** Writes failed logins and requests of the last minute. If that fails, they are kept for the next attempt. */
function writeAdmin({ audit, activity }: Admin, log: Log): void {
  audit.flush().catch((cause) => log.error("Cannot write the audit log", { cause }));
  activity.flush().catch((cause) => log.error("Cannot write the requests of the hour", { cause }));
}

/**
 * Stops accepting work, finishes pending work until the deadline, and closes all sections, the top ones
 * first.
 */
async function drainHub(
  drainMs: number,
  { app, listener, serving }: ServingApp & { listener: Listener },
): Promise<void> {
  const { asyncJobs } = app.longWork;
  const deadline = Bun.sleep(drainMs);
  asyncJobs.close();
  await Promise.all([
    listener.drain(drainMs),
    Promise.race([app.tasks.schedule.close(), deadline]),
  ]);
  await Promise.all([app.jobs.pool.close(0), app.browser.close()]);
  await Promise.race([asyncJobs.done(), deadline]);
  await serving.close();
  await Promise.race([app.background.done(), deadline]);
  await app.incidents.close();
  await app.admin?.audit.flush();
  await app.accounts.close();
  await app.admin?.activity.flush();
  await app.store.records.close();
  await app.telemetry.tracing?.close();
}

/** Runs the plugins' migrations. Excludes plugins whose migration fails. */
async function migratePluginSet(
  { plugins, broken }: PluginSet,
  { strict, ...options }: MigrateOptions & { strict: boolean },
): Promise<PluginSet> {
  const migrated = await migratePlugins(plugins, options);
  const [fault] = migrated.broken;
  if (fault && strict) throw new Error(fault.reason);
  return { plugins: migrated.plugins, broken: [...broken, ...migrated.broken] };
}
