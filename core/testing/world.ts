import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import type { Browser } from "../contract/browser-door.ts";
import type { DatasetVersion } from "../contract/dataset-version.ts";
import type { Permissions, RunResult } from "../contract/doors.ts";
import { DatasetStore } from "../host/datasets/dataset-store.ts";
import { Datasets } from "../host/datasets/datasets.ts";
import { BackgroundWork } from "../host/doors/background-work.ts";
import { createResolve } from "../host/doors/dns.ts";
import { createDoors, type DoorBackends, type Reach } from "../host/doors/grant.ts";
import type { NameServer } from "../host/doors/name-server.ts";
import { createReach } from "../host/doors/net.ts";
import { seededRandom } from "../host/doors/random.ts";
import { Webhooks } from "../host/doors/webhook.ts";
import type { LoadedPlugin } from "../host/plugin/loaded-plugin.ts";
import { basesOf } from "../host/upstreams/bases.ts";
import { baseOf, type Mirrors, withMirrors } from "../host/upstreams/mirror.ts";
import { policiesOf, Upstreams } from "../host/upstreams/upstreams.ts";
import { type Log, quietLog } from "../platform/log/log.ts";
import { scriptLog } from "../platform/log/output.ts";
import { kvOf } from "../platform/store/kv.ts";
import { openSqlite } from "../platform/store/sqlite.ts";

/** What the dice of tests begin with. */
export const seed = 1;
/** Where hubs keep their datasets: each in a folder of its own, if it has any. */
export const datasetFolder = `${tmpdir()}/utilhub-test-${process.pid}`;
process.once("exit", () => rmSync(datasetFolder, { recursive: true, force: true }));
let hubs = 0;

/** The time in tests that set none. */
export function testClock(): number {
  return Date.UTC(2026, 0, 2, 3, 4, 5);
}

/** What a test may say of the world around its plugin. */
export interface WorldOptions {
  /**
   * Upstreams by host, over those of the plugin's fixtures.ts. Any other host is `*`, or fails the test. They
   * are behind the hub's policies: a second try follows at once, and from the fifth failure in a row
   * a host is left alone until the clock has moved by 30 s.
   */
  net?: Hosts;
  /** Base addresses of servers of the test's own, by the host they play: these are really asked. */
  upstreams?: Mirrors;
  /** Variables. A base address among them is really asked, too. */
  env?: Record<string, string>;
  /** The time, in milliseconds since 1970. Default 2026-01-02T03:04:05Z. */
  clock?: () => number;
  /** Whom to ask for names: see `startNameServer`. Default: there is no network. */
  nameServers?: readonly NameServer[];
  /** What programs answer. Default: the `run` of the plugin's fixtures.ts, or any fails the test. */
  run?: Programs;
  /** Stands in for the browser. Default: that of fixtures.ts; any other page fails the test. */
  browser?: Browser;
  /** The permissions the operator denies the plugin. Default: none. */
  denied?: readonly (keyof Permissions)[];
  /** Who is told what the hub and the plugin log. Default: nobody, or standard error by `HUB_LOG=text`. */
  log?: Log;
}

/** The log of tests that give none. */
export const testLog: Log = process.env.HUB_LOG ? scriptLog() : quietLog;

/** Everything around a plugin in a test: no port, no disk but for datasets, no network. */
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
  } = await fixturesOf(loaded);
  const reach = reachIn(
    { ...usual, ...net },
    { bases: { ...basesOf([loaded], env), ...mirrors }, mirrors, env },
  );
  const records = openSqlite(":memory:");
  const store = kvOf(records, loaded.name, clock);
  await Promise.all(Object.entries(kv).map(([key, value]) => store.set(key, value)));
  const unfinished = new BackgroundWork(log);
  const upstreams = new Upstreams({
    reach,
    policies: policiesOf([loaded]),
    clock,
    // A die of their own: a second try must not change what a handler throws.
    random: seededRandom(seed),
    sleep: async () => {},
  });
  const dir = `${datasetFolder}/${hubs++}`;
  const others = placeFixture(data, dir);
  const later = (work: Promise<unknown>) => unfinished.add(work);
  const datasets = new Datasets({ dir, clock, later });
  const webhooks = new Webhooks({
    clock,
    random: seededRandom(seed),
    later,
    // The next try follows at once.
    after: (_, work) => work(),
  });
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
    run: (run ??
      programs ??
      (() => Promise.reject(new Error("No program may run in this test")))) as never,
  };
  const doorsOf = createDoors({ backends, denied: { [loaded.name]: denied } });
  datasets.servePlugins([loaded], doorsOf);
  return { datasets, doorsOf, unfinished };
}

/** Asks fixtures, and really asks the servers of the test's own. */
function reachIn(
  hosts: Hosts,
  { bases, mirrors, env }: { bases: Mirrors; mirrors: Mirrors; env: Record<string, string> },
): Reach {
  const servers = serversOf(bases, [...Object.values(mirrors), ...Object.values(env)]);
  const really = createReach();
  return withMirrors(async (url, init, allowed) => {
    if (allowed !== "public" && servers.has(url.host)) return really(url, init, allowed);
    const { method, headers, body } = init;
    const answer = hosts[url.host] ?? hosts["*"];
    if (!answer) throw new Error(`No fixture answers ${url}`);
    return answer(new Request(url.href, { method, headers, body } as RequestInit));
  }, bases);
}

/** The hosts that are servers of the test's own: it names their base addresses. */
function serversOf(bases: Mirrors, named: readonly string[]): Set<string> {
  const own = new Set(named.map(baseOf));
  const used = Object.values(bases).filter((base) => own.has(base) || own.has(baseOf(base)));
  return new Set(used.map((base) => new URL(base).host));
}

/** What upstreams answer, by host. */
type Hosts = Record<string, (request: Request) => Response | Promise<Response>>;

/** What a program answers. */
type Programs = (
  program: string,
  args: readonly string[],
  options?: { stdin?: string | Uint8Array },
) => Promise<RunResult>;

/** What a plugin's fixtures.ts may say of the world around the plugin. */
interface Fixtures {
  /** Its upstreams. */
  default: Hosts;
  run?: Programs;
  browser?: Browser;
  /** What its store holds. */
  kv?: Record<string, unknown>;
  /** The files of other plugins' datasets, by the id of each. */
  data?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** Reads a plugin's fixtures.ts: there may be none. Code from outside is never imported here. */
async function fixturesOf({ dir, isOutside }: LoadedPlugin): Promise<Fixtures> {
  const file = `${dir}/fixtures.ts`;
  return !isOutside && (await Bun.file(file).exists()) ? import(file) : { default: {} };
}

/** Puts the datasets of other plugins into a folder. */
function placeFixture(
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
