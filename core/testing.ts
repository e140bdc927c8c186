import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { anyKey } from "./access/any-key.ts";
import type { Kept } from "./datasets/kept.ts";
import { openDatasets } from "./datasets/open.ts";
import { Shelf } from "./datasets/shelf.ts";
import type { Browser } from "./doors/browser-door.ts";
import { createResolve } from "./doors/dns.ts";
import type { Permissions, RunResult } from "./doors/doors.ts";
import { doorkeeper, type Outside, type PluginDoors } from "./doors/grant.ts";
import type { NameServer } from "./doors/name-server.ts";
import { createReach } from "./doors/net.ts";
import { seededRandom } from "./doors/random.ts";
import { Unfinished } from "./doors/unfinished.ts";
import { exampleRequest } from "./example.ts";
import type { Elsewhere } from "./http/endpoint.ts";
import { createHub } from "./hub.ts";
import { createPool, type PoolOptions } from "./jobs/pool.ts";
import { type LoadedPlugin, loadPlugin } from "./load.ts";
import { Reply } from "./plugin.ts";
import { kvOf } from "./store/kv.ts";
import { openSqlite } from "./store/sqlite.ts";
import { basesOf } from "./upstreams/bases.ts";
import { baseOf, type Mirrors, withMirrors } from "./upstreams/mirror.ts";
import { policiesOf, Upstreams } from "./upstreams/upstreams.ts";

export { seededRandom } from "./doors/random.ts";
export { startNameServer } from "./doors/stand-in-name-server.ts";

const seed = 1;
/** Where hubs keep their datasets: each in a folder of its own, if it has any. */
const folder = `${tmpdir()}/utilhub-test-${process.pid}`;
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
let hubs = 0;

type Hosts = Record<string, (request: Request) => Response | Promise<Response>>;

export interface TestHubOptions {
  /**
   * Upstreams by host, over those of the plugin's fixtures.ts. Any other host fails the test. They
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
  /**
   * The `caller.id` of whoever calls: "test" by default, and of one request what it has as X-API-Key.
   * Its X-Forwarded-For is believed, so that it may come from any address.
   */
  caller?: string;
  /** What the operator says that the hub's address is. Default: that of each request. */
  baseUrl?: string;
  /** Whom to ask for names: see `startNameServer`. Default: there is no network. */
  nameServers?: readonly NameServer[];
  /** What programs answer. Default: the `run` of the plugin's fixtures.ts, or any fails the test. */
  run?: (
    program: string,
    args: readonly string[],
    options?: { stdin?: string | Uint8Array },
  ) => Promise<RunResult>;
  /** Stands in for the browser. Default: that of fixtures.ts; any other page fails the test. */
  browser?: Browser;
  /** The permissions the operator denies the plugin. Default: none. */
  denied?: readonly (keyof Permissions)[];
  /** Runs heavy routes in job processes, to be ended by `close()`. Default: in the test's own. */
  jobs?: true | Partial<PoolOptions>;
}

/** A JSON answer, which a test may look into without naming its type. */
// biome-ignore lint/suspicious/noExplicitAny: a test asserts the shape it reads
export async function json(response: Response): Promise<any> {
  return response.json();
}

/** A hub of one plugin in memory: no port, no disk, no network. Takes the plugin's folder. */
export async function testHub(
  plugin: string | LoadedPlugin,
  {
    net = {},
    upstreams: mirrors = {},
    env = {},
    clock = () => Date.UTC(2026, 0, 2, 3, 4, 5),
    caller = "test",
    baseUrl,
    nameServers = [],
    run,
    browser,
    denied = [],
    jobs,
  }: TestHubOptions = {},
) {
  const loaded = typeof plugin === "string" ? await loadPlugin(plugin) : plugin;
  const {
    default: usual,
    kv = {},
    data = {},
    run: programs,
    browser: usualBrowser,
  } = await fixtures(loaded.dir);
  const hosts: Hosts = { ...usual, ...net };
  const bases = { ...basesOf([loaded], env), ...mirrors };
  const servers = serversOf(bases, [...Object.values(mirrors), ...Object.values(env)]);
  const really = createReach();
  const reach = withMirrors(async (url, init, allowed) => {
    if (allowed !== "public" && servers.has(url.host)) return really(url, init, allowed);
    const { method, headers, body } = init;
    const answer = hosts[url.host];
    if (!answer) throw new Error(`No fixture answers ${url}`);
    return answer(new Request(url.href, { method, headers, body } as RequestInit));
  }, bases);
  const records = openSqlite(":memory:");
  const store = kvOf(records, loaded.name, clock);
  await Promise.all(Object.entries(kv).map(([key, value]) => store.set(key, value)));
  const unfinished = new Unfinished();
  const upstreams = new Upstreams({
    reach,
    policies: policiesOf([loaded]),
    clock,
    // A die of their own: a second try must not change what a handler throws.
    random: seededRandom(seed),
    sleep: async () => {},
  });
  const dir = `${folder}/${hubs++}`;
  const others = placed(data, dir);
  const outside: Outside = {
    reach: upstreams.reach,
    resolve: createResolve({ servers: nameServers, offline: nameServers.length === 0, clock }),
    kv: () => store,
    data: {
      find: (id) => others[id] ?? datasets.find(id),
      get: (id) => others[id] ?? datasets.get(id),
    },
    env,
    clock,
    random: seededRandom(seed),
    log: () => ({ info() {}, warn() {}, error: console.error }),
    later: (work) => unfinished.add(work),
    browser:
      browser ??
      usualBrowser ??
      (() => Promise.reject(new Error("No page may be shown in this test"))),
    run: (run ??
      programs ??
      (() => Promise.reject(new Error("No program may run in this test")))) as never,
  };
  const doorsOf = doorkeeper({ outside, denied: { [loaded.name]: denied } });
  const later = outside.later;
  const datasets = openDatasets([loaded], { dir, clock, later, doorsOf });
  const pool =
    jobs &&
    createPool({
      size: 2,
      queueMax: 64,
      doorsOf,
      pinned: () => ({ now: clock(), seed }),
      ...(jobs !== true && jobs),
    });
  const app = createHub({
    plugins: [loaded],
    access: anyKey,
    doorsOf,
    elsewhere: pool?.elsewhere ?? inProcess(doorsOf),
    baseUrl,
  });

  function send(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    const isKeyed =
      pathname.startsWith("/api/") ||
      loaded.open.some(({ folder, path }) => folder === "aliases" && path === pathname);
    if (isKeyed && !request.headers.has("x-api-key") && !request.headers.has("authorization"))
      request.headers.set("x-api-key", caller);
    return Promise.resolve(app.fetch(request));
  }
  return {
    ...loaded,
    fetch: (request: Request) => Promise.resolve(app.fetch(request)),
    get: (path: string, headers: Record<string, string> = {}, signal?: AbortSignal) =>
      send(new Request(`http://localhost${path}`, { headers, ...(signal && { signal }) })),
    post: (path: string, body: unknown, headers: Record<string, string> = {}) =>
      send(
        new Request(`http://localhost${path}`, {
          method: "POST",
          ...(body instanceof FormData || body instanceof Blob
            ? { body, headers }
            : {
                body: typeof body === "string" ? body : JSON.stringify(body),
                headers: { "content-type": "application/json", ...headers },
              }),
        }),
      ),
    /** Sends a route's own example. */
    example: (file: string) =>
      send(
        exampleRequest([...loaded.routes, ...loaded.open].find((route) => route.file === file)!),
      ),
    /** The plugin's datasets. */
    datasets,
    /** Waits for what goes on behind the answers. */
    settled: () => unfinished.done(),
    /** What the job processes are doing. */
    jobs: () => pool?.stats() ?? [],
    /** Ends the job processes, when what runs is done or the time for it is up. */
    close: async (deadlineMs?: number) => pool?.close(deadlineMs),
  };
}

/** The hosts that are servers of the test's own: it names their base addresses. */
function serversOf(bases: Mirrors, named: readonly string[]): Set<string> {
  const own = new Set(named.map(baseOf));
  const used = Object.values(bases).filter((base) => own.has(base) || own.has(baseOf(base)));
  return new Set(used.map((base) => new URL(base).host));
}

/** Runs heavy handlers where they are: a test of a plugin need not wait for a process. */
function inProcess(doorsOf: (plugin: LoadedPlugin) => PluginDoors): Elsewhere {
  return async ({ plugin, route }, values, { signal, caller, origin }) => {
    const doors = { ...doorsOf(plugin), signal, caller, origin };
    const value = await route.route.handler({ ...values, ...doors });
    return value instanceof Reply ? value : new Reply(value);
  };
}

interface Fixtures {
  browser?: Browser;
  run?: TestHubOptions["run"];
  default: Hosts;
  kv?: Record<string, unknown>;
  /** The files of other plugins' datasets, by the id of each. */
  data?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** What a plugin's fixtures.ts says its upstreams and programs answer, and its store and other plugins hold. */
async function fixtures(dir: string): Promise<Fixtures> {
  const file = `${dir}/fixtures.ts`;
  return (await Bun.file(file).exists()) ? import(file) : { default: {} };
}

function placed(data: NonNullable<Fixtures["data"]>, dir: string): Record<string, Kept> {
  const entries = Object.entries(data).map(([id, files]) => {
    const shelf = new Shelf(`${dir}/others/${id}`);
    const bytes = Object.entries(files).map(([name, text]) => [name, Buffer.from(text)] as const);
    const about = { build_date: "2026-01-02", entries: null, fetched_at: 0 };
    return [id, shelf.put(Object.fromEntries(bytes), { ...about, origin: "file" })] as const;
  });
  return Object.fromEntries(entries);
}
