import { type OpenGate, openGate } from "../accounts/open-gate.ts";
import type { BrowserService } from "../host/browser/browser.ts";
import { openBrowser } from "../host/browser/open-browser.ts";
import { refreshInProcess } from "../host/datasets/datasets.ts";
import { BackgroundWork } from "../host/doors/background-work.ts";
import { type OpenWebhooks, openNotices } from "../host/notices/open-notices.ts";
import { type OpenDoors, openDoors } from "../host/open-doors.ts";
import { type Jobs, openJobs } from "../host/open-jobs.ts";
import { openTasks, type Tasks } from "../host/open-tasks.ts";
import type { ServedPlugins } from "../host/plugin/served-plugins.ts";
import type { LateFailures } from "../platform/log/late-failures.ts";
import type { Log, LogOutput } from "../platform/log/log.ts";
import type { Sibling } from "../platform/processes/sibling.ts";
import { createSandbox, type Sandbox } from "../platform/sandbox/sandbox.ts";
import { openStore, type Store } from "../platform/store/open-store.ts";
import type { AsyncJobs } from "../server/async/async-jobs.ts";
import type { LongWork } from "../server/async/long-work.ts";
import { openLongWork } from "../server/async/open-long-work.ts";
import { openTelemetry, type Telemetry } from "../server/telemetry.ts";
import type { Admin } from "../site/admin/admin-view.ts";
import { Draining } from "../site/admin/draining.ts";
import { type Examples, openExamples } from "../site/examples/open-examples.ts";
import type { Incidents } from "../site/incidents/incidents.ts";
import { openIncidents } from "../site/incidents/open-incidents.ts";
import type { Config } from "./config.ts";
import { type FoundPlugins, openPlugins } from "./open-plugins.ts";

/** The process that a hub runs in. */
export interface HubProcess {
  log: Log;
  /** The output of the access log. Default: no access log. */
  output?: LogOutput | undefined;
  /** Counts unhandled errors. The process reports them. */
  late: LateFailures;
  /** The connection to the other processes of the hub, if there are any. */
  sibling?: Sibling | undefined;
}

/** A hub in named sections. Each is opened with its settings and sections above it in this list. */
export interface App extends HubProcess {
  sandbox: Sandbox;
  store: Store;
  accounts: OpenGate;
  /** The plugins that are currently served. */
  plugins: ServedPlugins;
  /** The plugins that were found at start. */
  found: FoundPlugins;
  telemetry: Telemetry;
  background: BackgroundWork;
  browser: BrowserService;
  doors: OpenDoors;
  jobs: Jobs;
  tasks: Tasks;
  webhooks: OpenWebhooks;
  draining: Draining;
  longWork: { asyncJobs: AsyncJobs; longWork: LongWork };
  /** The operator's endpoints, if there is an admin token. */
  admin: Admin | undefined;
  examples: Examples;
  incidents: Incidents;
  /** When the hub started, in milliseconds since 1970. */
  startedAt: number;
}

/** Opens all sections of a hub, from the lowest to the highest. Serves nothing yet. */
export async function openApp(config: Config, hub: HubProcess): Promise<App> {
  const { log, late } = hub;
  const sandbox = openSandbox(config, hub);
  const store = await openStore(config, hub);
  const [accounts, { plugins, found }] = await Promise.all([
    openGate(config, { ...store, log }),
    openPlugins(config, { sandbox, log, late }),
  ]);
  const telemetry = await openTelemetry(config, hub);
  const background = new BackgroundWork(log);
  const base = { ...hub, sandbox, store, accounts, plugins, found, telemetry, background };
  const browser = openBrowser(config, base);
  const refreshing = { refreshInProcess: refreshInProcess(config.env) };
  const doors = await openDoors(config, { ...base, browser, ...refreshing });
  const jobs = openJobs(config, { ...base, doors });
  const tasks = openTasks(config, { ...base, jobs });
  const webhooks = openNotices(config, { ...base, doors });
  const draining = new Draining();
  const longWork = openLongWork(config, {
    ...store,
    access: accounts,
    webhooks,
    tracing: telemetry.tracing,
    isPaused: () => draining.since !== undefined,
    later: (work) => background.add(work),
    log,
  });
  const admin = await openAdminSection(config, { ...base, doors });
  const examples = openExamples(config, base);
  const incidents = openIncidents({ ...base, doors });
  return {
    ...base,
    browser,
    doors,
    jobs,
    tasks,
    webhooks,
    draining,
    longWork,
    admin,
    examples,
    incidents,
    startedAt: accounts.now(),
  };
}

function openSandbox(config: Config, { log }: { log: Log }): Sandbox {
  const sandbox = createSandbox(config.sandbox);
  if (!sandbox.isEnforced) log.warn(`Job processes run without a kernel sandbox. ${sandbox.state}`);
  return sandbox;
}

/** Returns whether datasets are refreshed on a schedule, in this process or in another one of the hub. */
export function isKeptFresh({ refresh, offline }: Config): boolean {
  return refresh && !offline;
}

/** Opens the operator's endpoints. Loads them only if there is an admin token or an operator. */
async function openAdminSection(
  config: Config,
  lower: Pick<App, "store" | "accounts" | "plugins" | "background" | "doors">,
): Promise<Admin | undefined> {
  const { adminToken, operators } = config;
  if (adminToken === undefined && operators.size === 0) return undefined;
  const { openAdmin } = await import("../site/admin/open-admin.ts");
  return openAdmin({ adminToken, operators, isKeptFresh: isKeptFresh(config) }, lower);
}
