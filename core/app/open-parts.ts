import packageJson from "../../package.json" with { type: "json" };
import type { OpenGate } from "../accounts/open-gate.ts";
import { type BrowserService, createBrowserService } from "../host/browser/browser.ts";
import { webPorts } from "../host/browser/browser-settings.ts";
import { type Datasets, refreshInProcess } from "../host/datasets/datasets.ts";
import { BackgroundWork } from "../host/doors/background-work.ts";
import { LazyPool } from "../host/jobs/lazy-pool.ts";
import { openNotices } from "../host/notices/open-notices.ts";
import { openDoors } from "../host/open-doors.ts";
import type { BrokenPlugin, LoadedPlugin } from "../host/plugin/loaded-plugin.ts";
import { Schedule } from "../host/schedule/schedule.ts";
import type { SharedAnswers } from "../host/upstreams/upstreams.ts";
import type { Health } from "../platform/health/health.ts";
import { AccessLog } from "../platform/log/access-log.ts";
import type { LateFailures } from "../platform/log/late-failures.ts";
import type { Log, LogOutput } from "../platform/log/log.ts";
import { Answers } from "../platform/metrics/answers.ts";
import type { Sibling } from "../platform/processes/sibling.ts";
import type { RedisLink } from "../platform/redis/redis-link.ts";
import type { Sandbox } from "../platform/sandbox/sandbox.ts";
import type { RecordsWithAdmin } from "../platform/store/admin-records.ts";
import { openLongWork } from "../server/async/open-long-work.ts";
import type { TraceSettings } from "../server/tracing/trace-settings.ts";
import type { Tracing } from "../server/tracing/tracing.ts";
import type { AdminParts } from "../site/admin/admin-view.ts";
import { Draining } from "../site/admin/draining.ts";
import { Incidents } from "../site/incidents/incidents.ts";
import type { Config } from "./config.ts";
import { ReadableFolders, type ServingParts } from "./serving.ts";

/** What a hub has when it opens the rest. */
interface FirstParts {
  access: OpenGate;
  own: LoadedPlugin;
  records: RecordsWithAdmin;
  health: Health;
  sandbox: Sandbox;
  /** The folders that are left out at the moment. */
  broken: () => readonly BrokenPlugin[];
  late: LateFailures;
  log: Log;
  /** Where the lines of the access log go. */
  output: LogOutput | undefined;
  sibling: Sibling | undefined;
}

/** All that a hub serves with, and ends with. */
export interface OpenParts extends ServingParts {
  background: BackgroundWork;
  records: RecordsWithAdmin;
  /** Whether data is fetched by the clock. */
  keepsFresh: boolean;
}

/** Opens what plugins and calls are served with, in the order in which one needs the other. */
export async function openParts(
  config: Config,
  { access, own, records, health, sandbox, broken, late, log, output, sibling }: FirstParts,
): Promise<OpenParts> {
  const tracing = config.traces && (await openTracing(config.traces, log));
  const background = new BackgroundWork(log);
  const later = (work: Promise<unknown>) => background.add(work);
  const browsers = openBrowsers(config, log);
  const doors = openDoors(config, {
    records,
    health,
    browser: browsers.browser,
    clock: access.now,
    later,
    log,
    sandbox,
    traced: tracing && ((reach) => tracing.reach(reach)),
    answers: access.redis && (await shareAnswers(access.redis.link, access.pepper)),
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
    traced: tracing && ((run) => tracing.jobs(run)),
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
    health,
    webhooks,
    tracing,
    holder,
    later,
    log,
  });
  const isKeptFresh = config.refresh && !config.offline;
  const admin =
    config.adminToken === undefined
      ? undefined
      : await openAdmin(config.adminToken, {
          access,
          datasets,
          records,
          isKeptFresh,
          later,
        });
  const accessLog = config.accessLog && output ? new AccessLog(output, config.log) : undefined;
  const incidents = new Incidents({
    records: records.incidents,
    holder,
    now: access.now,
    seen: {
      broken,
      late: () => late.all(),
      upstreams: () => upstreams.states(),
      storeFault: access.storeFault,
      redisGoneSince: () => (access.redis?.fault() ? access.redis.since() : undefined),
    },
    log,
  });
  return {
    access,
    admin,
    answers,
    accessLog,
    asyncJobs,
    background,
    browsers,
    datasets,
    doors,
    draining,
    health,
    incidents,
    // One of several processes does it for all.
    keepsFresh: isKeptFresh && config.place === 1,
    late,
    later,
    log,
    longWork,
    own,
    pool,
    readable,
    records,
    sandbox,
    schedule,
    sibling,
    startedAt: access.now(),
    tasks,
    tracing,
    upstreams,
    webhooks,
  };
}

/** Lets the operator in by his token. Loaded where there is one. */
async function openAdmin(
  token: string,
  {
    access: { gate, accounts, eraser, meter, now },
    ...parts
  }: {
    access: OpenGate;
    datasets: Datasets;
    records: RecordsWithAdmin;
    isKeptFresh: boolean;
    later(work: Promise<unknown>): void;
  },
): Promise<AdminParts> {
  const { openAdminParts } = await import("../site/admin/open-admin.ts");
  return openAdminParts(token, { gate, accounts, eraser, meter, now, ...parts });
}

/** Shares answers of upstreams with other hubs. Loaded where there is a server for that. */
async function shareAnswers(link: RedisLink, secret: Uint8Array): Promise<SharedAnswers> {
  const { RedisAnswers } = await import("../host/upstreams/redis-answers.ts");
  return new RedisAnswers({ link, secret });
}

/** Traces calls. Loaded where there is a collector, as it is some megabytes. */
async function openTracing(settings: TraceSettings, log: Log): Promise<Tracing> {
  const { Tracing } = await import("../server/tracing/tracing.ts");
  return new Tracing(settings, { version: packageJson.version, log });
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
