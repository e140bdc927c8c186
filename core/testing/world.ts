import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import type { Browser } from "../contract/browser-door.ts";
import type { DatasetVersion } from "../contract/dataset-version.ts";
import type { Permissions, RunResult } from "../contract/doors.ts";
import type { Smtp } from "../contract/smtp-door.ts";
import { DatasetStore } from "../host/datasets/dataset-store.ts";
import { Datasets } from "../host/datasets/datasets.ts";
import { BackgroundWork } from "../host/doors/background-work.ts";
import { createResolve } from "../host/doors/dns.ts";
import { createDoors, type DoorBackends, type Reach } from "../host/doors/grant.ts";
import type { NameServer } from "../host/doors/name-server.ts";
import { createReach } from "../host/doors/net.ts";
import { seededRandom } from "../host/doors/random.ts";
import { Webhooks } from "../host/doors/webhook.ts";
import type { RunInJob } from "../host/jobs/run-in-job.ts";
import { createModelRunner } from "../host/jobs/run-models.ts";
import { withModels } from "../host/models/model-plugin.ts";
import { runModelWork } from "../host/models/model-work.ts";
import type { RunModel } from "../host/models/models-door.ts";
import type { LoadedPlugin } from "../host/plugin/loaded-plugin.ts";
import { resolveBaseUrls } from "../host/upstreams/bases.ts";
import { type Mirrors, normaliseBaseUrl, withMirrors } from "../host/upstreams/mirror.ts";
import { mergePolicies, Upstreams } from "../host/upstreams/upstreams.ts";
import { type Log, quietLog } from "../platform/log/log.ts";
import { scriptLog } from "../platform/log/output.ts";
import { createKv } from "../platform/store/kv.ts";
import { openSqlite } from "../platform/store/sqlite.ts";

/** The seed of random numbers in tests. */
export const seed = 1;
/** The folder of the hubs' datasets. Each hub with datasets has its own subfolder. */
export const datasetFolder = `${tmpdir()}/utilhub-test-${process.pid}`;
process.once("exit", () => rmSync(datasetFolder, { recursive: true, force: true }));
let hubs = 0;

/** Returns the default time in tests. */
export function testClock(): number {
  return Date.UTC(2026, 0, 2, 3, 4, 5);
}

/** The environment of a plugin in a test. */
export interface WorldOptions {
  /**
   * Upstreams by host, in addition to those of the plugin's fixtures.ts. `*` handles all other hosts.
   * Without it, a request to them fails the test. The hub's policies apply: retries follow immediately.
   * After five failures in a row, a host is blocked until the clock has advanced by 30 s.
   */
  net?: Hosts;
  /** Base URLs of the test's own servers, by the host that they replace. They receive real requests. */
  upstreams?: Mirrors;
  /** Environment variables. A base URL among them receives real requests, too. */
  env?: Record<string, string>;
  /** Returns the time in milliseconds since 1970. Default: 2026-01-02T03:04:05Z. */
  clock?: () => number;
  /** The name servers to use: see `startNameServer`. Default: no network. */
  nameServers?: readonly NameServer[];
  /**
   * Runs programs. Default: the `run` of the plugin's fixtures.ts. Without it, any program fails the test.
   */
  run?: Programs;
  /** Replaces the browser. Default: that of fixtures.ts. Without it, any page fails the test. */
  browser?: Browser;
  /** Replaces the mail servers. Without it, any question to one fails the test. */
  smtp?: Smtp;
  /** The permissions that the operator denies the plugin. Default: none. */
  denied?: readonly (keyof Permissions)[];
  /** The log of the hub and the plugin. Default: the causes of 500 responses, or everything with `HUB_LOG=text`. */
  log?: Log;
}

/** The default log of tests, on standard error. Callers don't see the cause of a 500. */
export const testLog: Log = process.env.HUB_LOG
  ? scriptLog()
  : {
      ...quietLog,
      error(message, fields) {
        if (fields?.status === 500) scriptLog().error(message, fields);
      },
    };

/** Creates the environment of a plugin in a test: no port, no network, and no disk except for datasets. */
export async function testWorld(
  loaded: LoadedPlugin,
  {
    net = {},
    upstreams: mirrors = {},
    env = {},
    clock = testClock,
    nameServers = [],
    run,
    browser,
    smtp,
    denied = [],
    log = testLog,
  }: WorldOptions,
) {
  const {
    default: usual,
    kv = {},
    data = {},
    run: programs,
    browser: usualBrowser,
  } = await loadFixtures(loaded);
  const reach = createTestReach(
    { ...usual, ...net },
    { bases: { ...resolveBaseUrls([loaded], env), ...mirrors }, mirrors, env },
  );
  const records = openSqlite(":memory:");
  const store = createKv(records, loaded.name, clock);
  await Promise.all(Object.entries(kv).map(([key, value]) => store.set(key, value)));
  const unfinished = new BackgroundWork(log);
  const upstreams = new Upstreams({
    reach,
    policies: mergePolicies([loaded], env),
    clock,
    // A separate random source, so that retries don't change a handler's random numbers.
    random: seededRandom(seed),
    sleep: async () => {},
  });
  const dir = `${datasetFolder}/${hubs++}`;
  const others = writeDatasets(data, dir);
  const later = (work: Promise<unknown>) => unfinished.add(work);
  const datasets = new Datasets({ dir, clock, later });
  const webhooks = new Webhooks({
    clock,
    random: seededRandom(seed),
    later,
    // Retries follow immediately.
    after: (_, work) => work(),
  });
  let runModel: RunModel = (work) => runModelWork(work);
  const backends: DoorBackends = {
    reach: upstreams.reach,
    webhook: (_, webhook, sender) => webhooks.deliver(webhook, sender),
    resolve: createResolve({ servers: nameServers, offline: nameServers.length === 0, clock }),
    kv: () => store,
    data: {
      find: (id) => others[id] ?? datasets.find(id),
      get: (id) => others[id] ?? datasets.get(id),
    },
    env,
    clock,
    random: seededRandom(seed),
    log: () => log,
    later,
    browser:
      browser ??
      usualBrowser ??
      (() => Promise.reject(new Error("No page may be shown in this test"))),
    smtp: smtp ?? (() => Promise.reject(new Error("No mail server may be asked in this test"))),
    runModel: (work, call) => runModel(work, call),
    run: (run ??
      programs ??
      (() => Promise.reject(new Error("No program may run in this test")))) as never,
  };
  const getDoors = createDoors({ backends, denied: { [loaded.name]: denied } });
  datasets.servePlugins(withModels([loaded]), getDoors);
  const useJobs = (run: RunInJob) => {
    runModel = createModelRunner(run);
  };
  return { datasets, getDoors, useJobs, unfinished };
}

/** Routes requests to fixtures, or to the test's own servers. */
function createTestReach(
  hosts: Hosts,
  { bases, mirrors, env }: { bases: Mirrors; mirrors: Mirrors; env: Record<string, string> },
): Reach {
  const servers = findServers(bases, [...Object.values(mirrors), ...Object.values(env)]);
  const really = createReach();
  return withMirrors(async (url, init, allowed) => {
    if (allowed !== "public" && servers.has(url.host)) return really(url, init, allowed);
    const { method, headers, body } = init;
    const answer = hosts[url.host] ?? hosts["*"];
    if (!answer) throw new Error(`No fixture answers ${url}`);
    return answer(new Request(url.href, { method, headers, body } as RequestInit));
  }, bases);
}

/** Returns the hosts of the test's own servers, from their base URLs. */
function findServers(bases: Mirrors, named: readonly string[]): Set<string> {
  const own = new Set(named.map(normaliseBaseUrl));
  const used = Object.values(bases).filter(
    (base) => own.has(base) || own.has(normaliseBaseUrl(base)),
  );
  return new Set(used.map((base) => new URL(base).host));
}

/** Upstream handlers by host. */
type Hosts = Record<string, (request: Request) => Response | Promise<Response>>;

/** Runs a program. */
type Programs = (
  program: string,
  args: readonly string[],
  options?: { stdin?: string | Uint8Array },
) => Promise<RunResult>;

/** The exports of a plugin's fixtures.ts, which define its environment. */
interface Fixtures {
  /** Its upstreams. */
  default: Hosts;
  run?: Programs;
  browser?: Browser;
  /** The entries of its key-value store. */
  kv?: Record<string, unknown>;
  /** The files of other plugins' datasets, by dataset id. */
  data?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** Loads a plugin's fixtures.ts, if it has one. Never imports code of plugins from outside. */
async function loadFixtures({ dir, isOutside }: LoadedPlugin): Promise<Fixtures> {
  const file = `${dir}/fixtures.ts`;
  return !isOutside && (await Bun.file(file).exists()) ? import(file) : { default: {} };
}

/** Writes the datasets of other plugins to a folder. */
function writeDatasets(
  data: NonNullable<Fixtures["data"]>,
  dir: string,
): Readonly<Record<string, DatasetVersion>> {
  const entries = Object.entries(data).map(([id, files]) => {
    const store = new DatasetStore(`${dir}/others/${id}`);
    const bytes = Object.entries(files).map(([name, text]) => [name, Buffer.from(text)] as const);
    const about = { build_date: "2026-01-02", entries: null, fetched_at: 0 };
    return [id, store.put(Object.fromEntries(bytes), { ...about, origin: "file" })] as const;
  });
  return Object.fromEntries(entries);
}
