import packageJson from "../../package.json" with { type: "json" };
import type { LoadedPlugin, PluginSet } from "../host/plugin/loaded-plugin.ts";
import { type MigrateOptions, migratePlugins } from "../host/schedule/migrate-plugins.ts";
import type { PeriodicJob, Timetable } from "../host/timetable.ts";
import { parseBasePath, withBasePath } from "../platform/http/base-path.ts";
import { LateFailures } from "../platform/log/late-failures.ts";
import type { Log } from "../platform/log/log.ts";
import type { Sibling } from "../platform/processes/sibling.ts";
import { type Listener, listen } from "../server/http/serve.ts";
import type { Admin } from "../site/admin/admin-view.ts";
import { withProblemPages } from "../site/docs/with-problem-pages.ts";
import { type App, type HubProcess, isKeptFresh, openApp } from "./app.ts";
import { type Config, rootsOf } from "./config.ts";
import { Serving } from "./serving.ts";

/** How long clients with open connections have to send their last request. */
const lastAnswersMs = 2000;
/**
 * How long those connections have that have begun when no more are to come, on a busy machine too. Who is
 * kept out meanwhile calls again a second later: then somebody else must listen.
 */
const lastConnectionsMs = 800;
/** The delay before periodic work starts, so that it does not slow the first calls. */
const timetableAfterMs = 2000;

/** A hub that serves. */
export interface RunningHub {
  port: number;
  /** Runs what plugins have scheduled up to a time, and waits for it. The hub does so itself every minute. */
  runDue(now: number): Promise<void>;
  /**
   * Stops accepting, lets what runs finish, writes the meter. Where another process serves in its place,
   * every connection gets a last answer first.
   */
  drain(options?: { isReplaced?: boolean }): Promise<void>;
}

/** The sections of a hub, and what serves calls with them. */
interface ServingApp {
  app: App;
  serving: Serving;
}

/** Opens the store, loads the plugins and serves. */
export async function startHub(
  config: Config,
  {
    log,
    late = new LateFailures({ log, roots: rootsOf(config) }),
    ...rest
  }: Omit<HubProcess, "late"> & Partial<Pick<HubProcess, "late">>,
): Promise<RunningHub> {
  const app = await openApp(config, { log, late, ...rest });
  const serving = new Serving(config, app);
  const first = await serveFirst(config, { app, serving });
  const listener = openListener(config, { app, serving });
  const stopTime = keepTime(config, { app, timetable: serving.timetable });
  const { folders, loadedAt } = app.found;
  serving.openLive({ folders, first, firstAt: loadedAt });
  app.incidents.open();
  const url = config.baseUrl ?? `http://localhost:${listener.port}`;
  if (config.place === 1) greet(log, { url, plugins: first.plugins });
  if (app.sibling) joinOthers(app.sibling, { app, serving });

  return {
    port: listener.port,
    runDue: (now) => app.tasks.schedule.runDue(now),
    drain: async ({ isReplaced = false } = {}) => {
      if (isReplaced) await leavePort(listener);
      stopTime();
      await drainHub(config.drainMs, { app, listener, serving });
    },
  };
}

/** Migrates the plugins that were found, and serves those where that succeeds. */
async function serveFirst(
  { strict }: Config,
  { app: { found, log, tasks }, serving }: ServingApp,
): Promise<PluginSet> {
  serving.equip(found.set.plugins);
  const first = await migrateAll(found.set, { ...tasks.migrating, strict });
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
    shapeOf: serving.app.shapeOf,
  });
}

/** Stops accepting connections, and gives every open one its last answer. */
async function leavePort(listener: Listener): Promise<void> {
  listener.leave();
  await Bun.sleep(lastAnswersMs);
  const { stopConnections } = await import("../platform/processes/stop-connections.ts");
  await stopConnections(listener.port, lastConnectionsMs);
}

/** Does what one of its kind was told by the operator, and lets the others have its numbers. */
function joinOthers(
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
function keepTime(
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
  // One of several processes does it for all.
  const keepsFresh = isKeptFresh(config) && config.place === 1;
  /** Another hub of the store does it, or this one after its next start. */
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
    jobs.push({ name: "audit log", pattern: "* * * * *", run: () => writeAudit(admin, log) });
  if (keepsFresh) jobs.push({ name: "datasets", pattern: "*/5 * * * *", run: refresh });
  let stop = () => {};
  const beginning = setTimeout(() => {
    stop = timetable.start({ jobs, runDue });
    if (keepsFresh) void datasets.refreshDue();
  }, timetableAfterMs).unref();
  return () => {
    clearTimeout(beginning);
    stop();
  };
}

/** Writes the wrong tokens of the last minute. What cannot be written waits for the next. */
function writeAudit({ audit }: Admin, log: Log): void {
  audit.flush().catch((cause) => log.error("Cannot write the audit log", { cause }));
}

/** Takes no more, finishes what runs as far as there is time, and closes what that needs: it first. */
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
  await app.store.records.close();
  await app.telemetry.tracing?.close();
}

/** Brings what plugins keep up to date, and leaves out those where that fails. */
async function migrateAll(
  { plugins, broken }: PluginSet,
  { strict, ...options }: MigrateOptions & { strict: boolean },
): Promise<PluginSet> {
  const migrated = await migratePlugins(plugins, options);
  const [fault] = migrated.broken;
  if (fault && strict) throw new Error(fault.reason);
  return { plugins: migrated.plugins, broken: [...broken, ...migrated.broken] };
}

function greet(
  log: Log,
  { url, plugins }: { url: string; plugins: readonly LoadedPlugin[] },
): void {
  const { version } = packageJson;
  const endpoints = plugins.reduce((sum, { routes }) => sum + routes.length, 0);
  log.info(`utilhub ${version} serves ${endpoints} endpoints at ${url}. Get a key: ${url}/signup`, {
    url,
    version,
    endpoints,
    services: plugins.map(({ name }) => name),
  });
}
