import packageJson from "../../package.json" with { type: "json" };
import { openGate } from "./access/open-gate.ts";
import { createBrowserService } from "./browser/browser.ts";
import { webPorts } from "./browser/browser-settings.ts";
import type { Config } from "./config.ts";
import { refreshInProcess } from "./datasets/refresh-in-process.ts";
import { withProblemPages } from "./docs/with-problem-pages.ts";
import { BackgroundWork } from "./doors/background-work.ts";
import { Call } from "./http/call.ts";
import { errorShapesOf } from "./http/error-shape.ts";
import { type Listener, listen } from "./http/serve.ts";
import { createHub } from "./hub.ts";
import type { Pool } from "./jobs/pool.ts";
import { loadAll } from "./load/load-all.ts";
import { loadOwn } from "./load/load-plugin.ts";
import type { LoadedPlugin } from "./load/loaded-plugin.ts";
import { AccessLog } from "./log/access-log.ts";
import { LateFailures } from "./log/late-failures.ts";
import type { Log, LogOutput } from "./log/log.ts";
import { Answers } from "./metrics/answers.ts";
import { collect, exposition } from "./metrics/collect.ts";
import { openDoors } from "./open-doors.ts";
import { own } from "./own-routes.ts";
import { openRecords } from "./store/sqlite.ts";
import { unusedMirrors } from "./upstreams/mirror.ts";

/** How long after its start a hub looks for newer data. */
const firstRefreshMs = 2000;

/** A hub that serves. */
export interface RunningHub {
  port: number;
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
  { log, output, late = new LateFailures({ log, roots: config.pluginRoots }) }: Logging,
): Promise<RunningHub> {
  const accessLog = config.accessLog && output ? new AccessLog(output, config.log) : undefined;
  const records = openRecords(config.data);
  const ownPlugin = await loadOwn(own, `${import.meta.dir}/../../routes`);
  const [gate, { plugins, broken }] = await Promise.all([
    openGate(config, records, log),
    loadAll(config.pluginRoots, { strict: config.strict, own: ownPlugin }),
  ]);
  for (const plugin of plugins) late.add(plugin);
  for (const { name, reason } of broken) log.error(reason, { plugin: name });
  for (const host of unusedMirrors(config.upstreams, plugins))
    log.warn(`HUB_UPSTREAMS names "${host}", which no service asks`);
  const { gatekeeper, now } = gate;
  const startedAt = now();
  const unfinished = new BackgroundWork(log);
  const browsers = createBrowserService(
    {
      ...config.browser,
      folder: `${config.data}/browser`,
      nameServers: config.nameServers,
      offline: config.offline,
      ports: webPorts,
      shotsMax: 100,
    },
    log,
  );
  const { upstreams, doorsOf, datasets } = openDoors(config, {
    plugins,
    records,
    browser: browsers.browser,
    clock: now,
    later: (work) => unfinished.add(work),
    log,
    refreshInProcess: refreshInProcess(config.env),
  });
  const keepsFresh = config.refresh && !config.offline;
  const answers = new Answers();
  let pool: Promise<Pool> | undefined;
  let openedPool: Pool | undefined;
  // Loaded at its first use: many hubs have nothing heavy to do for a long time.
  const openPool = () =>
    import("./jobs/pool.ts").then(({ createPool }) => {
      openedPool = createPool({ ...config.jobs, doorsOf, log, late });
      return openedPool;
    });
  const app = createHub({
    plugins,
    access: gatekeeper,
    doorsOf,
    async runInJob(...job) {
      pool ??= openPool();
      return (await pool).runInJob(...job);
    },
    baseUrl: config.baseUrl,
    log,
    accessLog,
    answers,
    repeats: true,
    timetable: {
      day: { pattern: "0 0 * * *", run: gate.startDay },
      ...(keepsFresh && {
        data: { pattern: "*/5 * * * *", run: () => datasets.refreshDue() },
      }),
    },
    own: {
      plugin: ownPlugin,
      doors: {
        hub: {
          version: packageJson.version,
          commit: config.env.HUB_COMMIT ?? "unknown",
          startedAt,
          plugins,
          broken,
          own: ownPlugin,
          denied: (plugin) => config.denied[plugin] ?? [],
          tiers: config.tiers,
          late: () => late.all(),
          datasets: () =>
            datasets.ids.map((id) => ({
              id,
              service: id.split("/", 1)[0] ?? "",
              built: datasets.current(id)?.about.build_date,
            })),
          upstreams: () => upstreams.states(),
          metricsToken: config.metricsToken,
          metrics: () =>
            exposition(
              collect({
                startedAt,
                version: packageJson.version,
                now: now(),
                answers,
                jobs: openedPool?.stats() ?? [],
                pages: browsers.stats(),
                upstreams: upstreams.states(),
                datasets,
                late: late.all(),
              }),
            ),
          ready: () => ({ store: checkOf(gate.storeFault()) }),
          signup: config.signup,
          baseUrl: () => config.baseUrl,
          signUp: (request, details) =>
            gatekeeper.signUp(new Call(request, listener.server), details),
          exchangeCode: (request, details) =>
            gatekeeper.exchangeCode(new Call(request, listener.server), details),
          whoAmI: async (request) => gatekeeper.whoAmI(new Call(request, listener.server)),
        },
      },
    },
  });
  const listener: Listener = listen(withProblemPages(app), {
    ...config,
    log,
    accessLog,
    shapeOf: errorShapesOf(plugins),
  });
  // Not at once: whoever calls first has the machine for himself.
  if (keepsFresh) setTimeout(() => datasets.refreshDue(), firstRefreshMs).unref();
  const url = config.baseUrl ?? `http://localhost:${listener.port}`;
  greet(log, { url, plugins });
  return {
    port: listener.port,
    async drain() {
      const deadline = Bun.sleep(config.drainMs);
      await listener.drain(config.drainMs);
      await Promise.all([(await pool)?.close(0), browsers.close()]);
      await Promise.race([unfinished.done(), deadline]);
      await gate.close();
      await records.close();
    },
  };
}

function checkOf(detail: string | undefined) {
  return detail === undefined ? { ok: true } : { ok: false, detail };
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
