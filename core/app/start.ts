import packageJson from "../../package.json" with { type: "json" };
import { openGate } from "../accounts/open-gate.ts";
import { loadAll } from "../host/load/load-all.ts";
import { loadOwn } from "../host/load/load-plugin.ts";
import type { LoadedPlugin, PluginSet } from "../host/plugin/loaded-plugin.ts";
import { type MigrateOptions, migratePlugins } from "../host/schedule/migrate-plugins.ts";
import type { PeriodicJob, Timetable } from "../host/timetable.ts";
import { Health } from "../platform/health/health.ts";
import { parseBasePath, withBasePath } from "../platform/http/base-path.ts";
import { LateFailures } from "../platform/log/late-failures.ts";
import type { Log, LogOutput } from "../platform/log/log.ts";
import type { Sibling } from "../platform/processes/sibling.ts";
import { createSandbox } from "../platform/sandbox/sandbox.ts";
import { openRecords } from "../platform/store/open-records.ts";
import { type Listener, listen } from "../server/http/serve.ts";
import type { AdminParts } from "../site/admin/admin-view.ts";
import { withProblemPages } from "../site/docs/with-problem-pages.ts";
import { ownRoutes } from "../site/view/own-routes.ts";
import { checkSettings, listDeprecations } from "./check-settings.ts";
import { type Config, rootsOf } from "./config.ts";
import { type OpenParts, openParts } from "./open-parts.ts";
import { Serving } from "./serving.ts";

/** How long whoever keeps a connection open has for the request that is answered last on it. */
const lastAnswersMs = 2000;
/**
 * How long those connections have that have begun when no more are to come, on a busy machine too. Who is
 * kept out meanwhile calls again a second later: then somebody else must listen.
 */
const lastConnectionsMs = 800;
/** How long after its start a hub begins what it does by the clock: whoever calls first has the machine to themselves. */
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

/** Where a hub says how it fares. */
export interface Logging {
  log: Log;
  /** Where the lines of the access log go. */
  output?: LogOutput;
  /** Who is told of throws that no call takes: the process hands them on. */
  late?: LateFailures;
  /** Where it is one of several processes: what knows the others. */
  sibling?: Sibling | undefined;
}

/** Opens the store, loads the plugins and serves. */
export async function startHub(
  config: Config,
  { log, output, late = new LateFailures({ log, roots: rootsOf(config) }), sibling }: Logging,
): Promise<RunningHub> {
  const sandbox = createSandbox(config.sandbox);
  if (!sandbox.isEnforced) log.warn(`Job processes are not kept inside. ${sandbox.state}`);
  const health = new Health(log, { checkMs: config.healthCheckMs });
  const records = await openRecords(config, health);
  const own = await loadOwn(ownRoutes, `${import.meta.dir}/../../routes`);
  const loadedAt = Date.now();
  const { pluginRoots: roots, strict, trusted, installed, aliases } = config;
  const folders = { trusted, installed, sandbox, log, aliases };
  const [access, found] = await Promise.all([
    openGate(config, { records, health, log }),
    loadAll(roots, { strict, own, ...folders }),
  ]);
  const loaded = checkSettings(config, { ...found, own });
  for (const sentence of listDeprecations(config.env)) log.warn(sentence);
  for (const plugin of loaded.plugins) late.add(plugin);

  const parts = await openParts(config, {
    access,
    own,
    records,
    health,
    sandbox,
    late,
    log,
    output,
    sibling,
    broken: () => serving.broken,
  });
  const serving: Serving = new Serving(config, parts);
  serving.equip(loaded.plugins);
  const first = await migrateAll(loaded, { ...parts.tasks, strict });
  for (const { name, reason } of first.broken) log.error(reason, { plugin: name });
  serving.serve(first);

  const pages = withProblemPages(serving.app, parseBasePath(config.baseUrl));
  const listener = listen(withBasePath(pages, config.baseUrl), {
    ...config,
    log,
    accessLog: parts.accessLog,
    tracing: parts.tracing,
    refusals: parts.answers.refusals,
    shapeOf: serving.app.shapeOf,
  });
  const stopTime = keepTime(parts, serving.timetable);
  serving.openLive({ roots, folders, first, firstAt: loadedAt, own, isWatching: config.live });
  parts.incidents.open();
  const url = config.baseUrl ?? `http://localhost:${listener.port}`;
  if (config.place === 1) greet(log, { url, plugins: first.plugins });
  if (sibling) joinOthers(sibling, { ...parts, serving });

  return {
    port: listener.port,
    runDue: (now) => parts.schedule.runDue(now),
    drain: async ({ isReplaced = false } = {}) => {
      if (isReplaced) {
        listener.leave();
        await Bun.sleep(lastAnswersMs);
        const { stopConnections } = await import("../platform/processes/stop-connections.ts");
        await stopConnections(listener.port, lastConnectionsMs);
      }
      stopTime();
      await drainHub(config.drainMs, { ...parts, listener, serving });
    },
  };
}

/** Does what one of its kind was told by the operator, and lets the others have its numbers. */
function joinOthers(
  sibling: Sibling,
  { access, draining, log, serving }: OpenParts & { serving: Serving },
): void {
  sibling.work = {
    numbers: () => serving.numbers(),
    drain: (isDraining) => (isDraining ? draining.begin(access.now()) : draining.end()),
    reload: () =>
      void serving.reload().catch((cause) => log.error("Cannot read the plugins anew", { cause })),
  };
}

/** Starts the periodic work of a hub. Returns a function that stops it. */
function keepTime(
  { access, admin, datasets, draining, incidents, keepsFresh, log, longWork, schedule }: OpenParts,
  timetable: Timetable,
): () => void {
  /** Another hub of the store does it, or this one after its next start. */
  const unlessDraining = (run: () => void) => () => {
    if (draining.since === undefined) run();
  };
  const runDue = unlessDraining(() => void schedule.runDue());
  const refresh = unlessDraining(() => void datasets.refreshDue());
  const jobs: PeriodicJob[] = [
    { name: "daily reset", pattern: "0 0 * * *", run: access.startDay },
    { name: "incidents", pattern: "0 0 * * *", run: () => incidents.sweep() },
    // Timers stop while a machine sleeps. This finds missed tasks within a minute.
    { name: "missed tasks", pattern: "* * * * *", run: runDue },
    { name: "long work", pattern: "*/10 * * * *", run: () => void longWork.sweep() },
    { name: "erased accounts", pattern: "*/10 * * * *", run: access.sweepErased },
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
function writeAudit({ audit }: AdminParts, log: Log): void {
  audit.flush().catch((cause) => log.error("Cannot write the audit log", { cause }));
}

/** Takes no more, finishes what runs as far as there is time, and closes what that needs: it first. */
async function drainHub(
  drainMs: number,
  ending: OpenParts & { listener: Listener; serving: Serving },
): Promise<void> {
  const { asyncJobs, background, listener, pool, browsers, schedule } = ending;
  const deadline = Bun.sleep(drainMs);
  asyncJobs.close();
  await Promise.all([listener.drain(drainMs), Promise.race([schedule.close(), deadline])]);
  await Promise.all([pool.close(0), browsers.close()]);
  await Promise.race([asyncJobs.done(), deadline]);
  await ending.serving.close();
  await Promise.race([background.done(), deadline]);
  await ending.incidents.close();
  await ending.admin?.audit.flush();
  await ending.access.close();
  await ending.records.close();
  await ending.tracing?.close();
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
