import { cron } from "@elysiajs/cron";
import { Elysia } from "elysia";
import packageJson from "../../package.json" with { type: "json" };
import { type OpenGate, openGate } from "./access/open-gate.ts";
import type { AdminParts } from "./admin/admin-view.ts";
import { Draining } from "./admin/draining.ts";
import type { AsyncJobs } from "./async/async-jobs.ts";
import { openLongWork } from "./async/open-long-work.ts";
import { type BrowserService, createBrowserService } from "./browser/browser.ts";
import { webPorts } from "./browser/browser-settings.ts";
import { type Config, rootsOf } from "./config.ts";
import { type Datasets, refreshInProcess } from "./datasets/datasets.ts";
import { withProblemPages } from "./docs/with-problem-pages.ts";
import { BackgroundWork } from "./doors/background-work.ts";
import { type Listener, listen } from "./http/serve.ts";
import { Incidents } from "./incidents/incidents.ts";
import { LazyPool } from "./jobs/lazy-pool.ts";
import { loadAll } from "./load/load-all.ts";
import { loadOwn } from "./load/load-plugin.ts";
import type { LoadedPlugin, PluginSet } from "./load/loaded-plugin.ts";
import { AccessLog } from "./log/access-log.ts";
import { LateFailures } from "./log/late-failures.ts";
import type { Log, LogOutput } from "./log/log.ts";
import { Answers } from "./metrics/answers.ts";
import { openNotices } from "./notices/open-notices.ts";
import { openDoors } from "./open-doors.ts";
import { ownRoutes } from "./own-routes.ts";
import { createSandbox } from "./sandbox/sandbox.ts";
import { type MigrateOptions, migratePlugins } from "./schedule/migrate-plugins.ts";
import { Schedule } from "./schedule/schedule.ts";
import { ReadableFolders, Serving } from "./serving.ts";
import type { RecordsWithAdmin } from "./store/admin-records.ts";
import { openRecords } from "./store/sqlite.ts";
import type { TraceSettings } from "./tracing/trace-settings.ts";
import type { Tracing } from "./tracing/tracing.ts";
import { unusedMirrors } from "./upstreams/mirror.ts";

/** How long after its start a hub looks for newer data. */
const firstRefreshMs = 2000;

/** A hub that serves. */
export interface RunningHub {
  port: number;
  /** Runs what plugins have scheduled up to a time, and waits for it. The hub does so itself every minute. */
  runDue(now: number): Promise<void>;
  /** Stops accepting, lets what runs finish, writes the meter. */
  drain(): Promise<void>;
}

/** Where a hub says how it fares. */
export interface Logging {
  log: Log;
  /** Where the lines of the access log go. */
  output?: LogOutput;
  /** Who is told of throws that no call takes: the process hands them on. */
  late?: LateFailures;
}

/** Opens the store, loads the plugins and serves. */
export async function startHub(
  config: Config,
  { log, output, late = new LateFailures({ log, roots: rootsOf(config) }) }: Logging,
): Promise<RunningHub> {
  const sandbox = createSandbox(config.sandbox);
  if (!sandbox.isEnforced) log.warn(`Job processes are not kept inside. ${sandbox.state}`);
  const records = openRecords(config.data);
  const own = await loadOwn(ownRoutes, `${import.meta.dir}/../../routes`);
  const loadedAt = Date.now();
  const { pluginRoots: roots, strict, trusted, installed } = config;
  const folders = { trusted, installed, sandbox, log };
  const [access, loaded] = await Promise.all([
    openGate(config, records, log),
    loadAll(roots, { strict, own, ...folders }),
  ]);
  for (const plugin of loaded.plugins) late.add(plugin);

  const tracing = config.traces && (await openTracing(config.traces, log));
  const background = new BackgroundWork(log);
  const later = (work: Promise<unknown>) => background.add(work);
  const browsers = openBrowsers(config, log);
  const doors = openDoors(config, {
    records,
    browser: browsers.browser,
    clock: access.now,
    later,
    log,
    sandbox,
    tracing,
    refreshInProcess: refreshInProcess(config.env),
  });
  const { doorsOf, datasets, upstreams } = doors;
  const readable = new ReadableFolders(`${config.data}/datasets`);
  const pool = new LazyPool({
    ...config.jobs,
    doorsOf,
    sandbox,
    trusted: readable.trusted,
    readableBy: readable.readableBy,
    tracing,
    log,
    late,
  });
  const tasks = {
    records,
    runInJob: pool.runInJob,
    holder: crypto.randomUUID(),
    origin: config.baseUrl ?? `http://localhost:${config.port}`,
    denied: (plugin: string) => config.denied[plugin] ?? [],
    clock: access.now,
    log,
  };
  const schedule = new Schedule(tasks);
  const webhooks = openNotices(config, { access, doors, records, later, log });
  const answers = new Answers();
  const { holder } = tasks;
  const draining = new Draining();
  const { asyncJobs, longWork } = openLongWork(config, {
    isPaused: () => draining.since !== undefined,
    access,
    records,
    webhooks,
    tracing,
    holder,
    later,
    log,
  });
  const keepsFresh = config.refresh && !config.offline;
  const admin =
    config.adminToken === undefined
      ? undefined
      : await openAdmin(config.adminToken, {
          access,
          datasets,
          records,
          isKeptFresh: keepsFresh,
          later,
        });
  const accessLog = config.accessLog && output ? new AccessLog(output, config.log) : undefined;
  const incidents = new Incidents({
    records: records.incidents,
    holder,
    now: access.now,
    seen: {
      broken: () => serving.broken,
      late: () => late.all(),
      upstreams: () => upstreams.states(),
      storeFault: access.storeFault,
    },
    log,
  });
  const serving: Serving = new Serving(config, {
    access,
    admin,
    asyncJobs,
    browsers,
    datasets,
    doors,
    incidents,
    draining,
    late,
    longWork,
    own,
    pool,
    readable,
    sandbox,
    schedule,
    upstreams,
    webhooks,
    answers,
    startedAt: access.now(),
    accessLog,
    tracing,
    tasks,
    later,
    log,
  });
  serving.equip(loaded.plugins);
  const first = await migrateAll(loaded, { ...tasks, strict });
  tellFaults(config, { ...first, log });
  serving.serve(first);

  const listener = listen(withProblemPages(serving.app), {
    ...config,
    log,
    accessLog,
    tracing,
    refusals: answers.refusals,
    shapeOf: serving.app.shapeOf,
  });
  /** Another hub of the store does it, or this one after its next start. */
  const unlessDraining = (run: () => void) => () => {
    if (draining.since === undefined) run();
  };
  keepTimetable({
    "0 0 * * *": [access.startDay, () => incidents.sweep()],
    "* * * * *": [
      unlessDraining(() => void schedule.runDue()),
      () => admin && writeAudit(admin, log),
    ],
    "*/5 * * * *": keepsFresh ? [unlessDraining(() => void datasets.refreshDue())] : [],
    "*/10 * * * *": [() => void longWork.sweep()],
  });
  // Not at once: whoever calls first has the machine to themselves.
  if (keepsFresh) setTimeout(() => datasets.refreshDue(), firstRefreshMs).unref();
  serving.openLive({ roots, folders, first, firstAt: loadedAt, own, isWatching: config.live });
  const url = config.baseUrl ?? `http://localhost:${listener.port}`;
  incidents.open();
  greet(log, { url, plugins: first.plugins });

  return {
    port: listener.port,
    runDue: (now) => schedule.runDue(now),
    drain: () =>
      drainHub(config.drainMs, {
        access,
        admin,
        asyncJobs,
        background,
        browsers,
        incidents,
        listener,
        pool,
        records,
        schedule,
        serving,
        tracing,
      }),
  };
}

/** Writes the wrong tokens of the last minute. What cannot be written waits for the next. */
function writeAudit({ audit }: AdminParts, log: Log): void {
  audit.flush().catch((cause) => log.error("Cannot write the audit log", { cause }));
}

/** Lets the operator in by his token. Loaded where there is one. */
async function openAdmin(
  token: string,
  {
    access: { gate, accounts, meter, now },
    ...parts
  }: {
    access: OpenGate;
    datasets: Datasets;
    records: RecordsWithAdmin;
    isKeptFresh: boolean;
    later(work: Promise<unknown>): void;
  },
): Promise<AdminParts> {
  const { openAdminParts } = await import("./admin/open-admin.ts");
  return openAdminParts(token, { gate, accounts, meter, now, ...parts });
}

/** Traces calls. Loaded where there is a collector, as it is some megabytes. */
async function openTracing(settings: TraceSettings, log: Log): Promise<Tracing> {
  const { Tracing } = await import("./tracing/tracing.ts");
  return new Tracing(settings, { version: packageJson.version, log });
}

/** What has to end before a hub has ended. */
interface Ending {
  access: OpenGate;
  admin: AdminParts | undefined;
  asyncJobs: AsyncJobs;
  background: BackgroundWork;
  browsers: BrowserService;
  incidents: Incidents;
  listener: Listener;
  pool: LazyPool;
  records: RecordsWithAdmin;
  schedule: Schedule;
  serving: Serving;
  tracing: Tracing | undefined;
}

/** Takes no more, finishes what runs as far as there is time, and closes what that needs: it first. */
async function drainHub(drainMs: number, ending: Ending): Promise<void> {
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

/** Does what is to be done when its time comes, by cron patterns in UTC. */
function keepTimetable(timetable: Readonly<Record<string, readonly (() => void)[]>>): void {
  // By an offset: the name of a time zone would load the tables of all of them.
  for (const [pattern, works] of Object.entries(timetable))
    for (const [index, run] of works.entries())
      new Elysia().use(cron({ name: `${pattern} ${index}`, utcOffset: 0, pattern, run }));
}

/** Says what the operator should know of plugins that were left out and of settings that nobody heeds. */
function tellFaults(
  { upstreams }: Config,
  { plugins, broken, log }: PluginSet & { log: Log },
): void {
  for (const { name, reason } of broken) log.error(reason, { plugin: name });
  for (const host of unusedMirrors(upstreams, plugins))
    log.warn(`HUB_UPSTREAMS names "${host}", which no service asks`);
}

function openBrowsers({ browser, data, nameServers, offline }: Config, log: Log): BrowserService {
  return createBrowserService(
    {
      ...browser,
      folder: `${data}/browser`,
      nameServers,
      offline,
      ports: webPorts,
      shotsMax: 100,
    },
    log,
  );
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
