import type { Access } from "../accounts/access.ts";
import type { CallerTier } from "../contract/caller.ts";
import type { Permissions } from "../contract/doors.ts";
import { HubError } from "../contract/errors.ts";
import { Reply } from "../contract/reply.ts";
import type { BrowserService } from "../host/browser/browser.ts";
import type { PluginDoors } from "../host/doors/grant.ts";
import { grantVariable } from "../host/grants/grants.ts";
import { completeValues } from "../host/handler/complete-values.ts";
import { createPool, type PoolOptions } from "../host/jobs/pool.ts";
import type { RunInJob } from "../host/jobs/run-in-job.ts";
import { loadPlugin } from "../host/load/load-plugin.ts";
import type { AliasChoice } from "../host/load/load-routes.ts";
import type { LoadedPlugin, LoadedRoute } from "../host/plugin/loaded-plugin.ts";
import { runTask } from "../host/schedule/run-task.ts";
import { createHub } from "../server/hub.ts";
import { datasetFolder, seed, testClock, testLog, testWorld, type WorldOptions } from "./world.ts";

/** Accepts any key and counts nothing. For tests. */
export const anyKey: Access = {
  admitFromMemory(call) {
    const { headers } = call.request;
    if (!headers.has("x-api-key") && !headers.has("authorization"))
      return new HubError("missing_api_key", "Pass an API key as X-API-Key or api_key");
    call.admission = {};
    return undefined;
  },
  gateByKey: async () => undefined,
  gateByAddress: () => undefined,
  gateUnknown: async () => undefined,
  gateBody: async () => undefined,
  identify: ({ admission, request: { headers } }) => ({
    id: (admission && (headers.get("x-api-key") ?? headers.get("authorization"))) ?? undefined,
    address: headers.get("x-forwarded-for") ?? "192.0.2.1",
  }),
  charge: () => undefined,
  sign: (_, __, path) => `${path}&hub_signature=test`,
  async refundInFull() {},
  refund() {},
  getStoredAdmission: () => undefined,
  async readmit() {},
  recheck: () => undefined,
  watch: ({ request }) => request.signal,
  unwatch() {},
  settle() {},
};

export { seededRandom } from "../host/doors/random.ts";
export { cases, isFullDepth, sampleCases } from "./cases.ts";
export { isMissing } from "./missing.ts";
export * as onnx from "./onnx.ts";
export { waitMs } from "./patience.ts";
export { startNameServer } from "./stand-in-name-server.ts";

export interface TestHubOptions extends WorldOptions {
  /**
   * The caller's id. Default: "test", or the request's X-API-Key. X-Forwarded-For is trusted, so that
   * requests can come from any address.
   */
  caller?: string;
  /** The caller's tier. Default: unknown. */
  tier?: CallerTier;
  /** The hub's configured base URL. Default: that of each request. */
  baseUrl?: string;
  /**
   * The plugin's granted permissions. Default: those that `plugin add` tests it with, or all that it
   * requests.
   */
  granted?: Permissions | undefined;
  /** Its enabled optional aliases. Default: all. */
  aliases?: AliasChoice;
  /** Runs heavy routes in job processes, which `close()` ends. Default: in the test's process. */
  jobs?: true | Partial<PoolOptions>;
}

/** Returns the JSON body of a response, without a type. */
// biome-ignore lint/suspicious/noExplicitAny: a test asserts the shape it reads
export async function json(response: Response): Promise<any> {
  return response.json();
}

/** Returns the remaining units of a window from the header `RateLimit`: `"minute";r=9;t=60`. */
export function leftOf({ headers }: Response, window: string): number {
  const [, rest = ""] = (headers.get("ratelimit") ?? "").split(`"${window}";r=`);
  return Number.parseInt(rest, 10);
}

/**
 * Opens a real browser. The caller must close it. Returns nothing if the machine has none, which the test
 * run reports.
 */
export async function realBrowser(): Promise<BrowserService | undefined> {
  // Imported lazily, because it unpacks a browser if the system has none.
  const { lacksBrowser, openBrowser } = await import("./test-browser.ts");
  return lacksBrowser ? undefined : openBrowser();
}

/** Creates an in-memory hub with one plugin: no port, disk or network. Takes the plugin or its folder. */
export async function testHub(plugin: string | LoadedPlugin, options: TestHubOptions = {}) {
  const {
    clock = testClock,
    caller = "test",
    tier,
    baseUrl,
    jobs,
    log = testLog,
    aliases = "all",
    granted = readTrialGrant(),
  } = options;
  const found = typeof plugin === "string" ? await loadPlugin(plugin, { aliases }) : plugin;
  const loaded = granted ? { ...found, granted } : found;
  const { datasets, getDoors, useJobs, unfinished } = await testWorld(loaded, options);
  const pool =
    jobs &&
    createPool({
      size: 2,
      queueMax: 64,
      getDoors,
      trusted: () => [loaded.dir],
      readableBy: () => [datasetFolder],
      log,
      pinned: () => ({ now: clock(), seed }),
      ...(jobs !== true && jobs),
    });
  if (pool) useJobs(pool.runInJob);
  const runInJob = pool?.runInJob ?? runInProcess(getDoors);
  const app = createHub({
    plugins: [loaded],
    access: { ...anyKey, identify: (call) => ({ ...anyKey.identify(call), tier }) },
    getDoors,
    runInJob,
    baseUrl,
    log,
  });

  const aliased = loaded.open.filter(({ folder }) => folder === "aliases");
  const patterns = aliased.map(({ path }) => new URLPattern({ pathname: path }));

  function send(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    const isKeyed =
      pathname.startsWith("/api/") || patterns.some((pattern) => pattern.test({ pathname }));
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
    /** Sends the example request of a route. */
    example: (file: string) =>
      send(
        exampleRequest([...loaded.routes, ...loaded.open].find((route) => route.file === file)!),
      ),
    /**
     * Runs a file of `cron/`, `migrations/` or `pages/`, such as `cron/every-night.ts`. Returns the
     * Markdown of a page.
     */
    async run(file: string): Promise<unknown> {
      const task = loaded.tasks?.find(({ run }) => `${run.folder}/${run.file}` === file);
      if (!task) throw new Error(`There is no ${file} to run`);
      return runTask({ plugin: loaded, task }, { runInJob, origin: baseUrl ?? "http://localhost" });
    },
    /** The plugin's datasets. */
    datasets,
    /** Waits for background work. */
    settled: () => unfinished.done(),
    /** Returns the state of the job processes. */
    jobs: () => pool?.stats() ?? [],
    /** Stops the job processes when their jobs are done, or at the deadline. */
    close: async (deadlineMs?: number) => pool?.close(deadlineMs),
  };
}

/** Returns the permissions that `plugin add` grants the plugin while it runs its examples and tests. */
function readTrialGrant(): Permissions | undefined {
  const text = process.env[grantVariable];
  return text === undefined ? undefined : JSON.parse(text);
}

/** Runs heavy handlers in the test's process, so that tests of plugins needn't wait for job processes. */
function runInProcess(getDoors: (plugin: LoadedPlugin) => PluginDoors): RunInJob {
  return async ({ plugin, route }, values, call) => {
    const { signal, caller, origin, publicAddress, progress } = call;
    const doors = { ...getDoors(plugin), signal, caller, origin, publicAddress, progress };
    const complete = await completeValues(route.route, values, call.admit);
    const value = complete && (await route.route.handler({ ...complete, ...doors }));
    return value instanceof Reply ? value : new Reply(value);
  };
}

/** Builds the request of a route's example. */
export function exampleRequest({ method, path, route }: LoadedRoute): Request {
  const { params, query, body } = route.example;
  const filled = path.replace(/:(\w+)/g, (_, key: string) =>
    encodeURIComponent(String(params?.[key])),
  );
  const url = new URL(filled, "http://localhost");
  for (const [key, value] of Object.entries(query ?? {})) url.searchParams.set(key, String(value));
  return new Request(url.href, { method, ...(body && encode(body)) });
}

function encode(body: Record<string, unknown>) {
  const parts = Object.entries(body).flatMap(([key, value]) =>
    [value].flat().map((item) => [key, item] as const),
  );
  if (!parts.some(([, value]) => value instanceof Blob))
    return { body: JSON.stringify(body), headers: { "content-type": "application/json" } };
  const form = new FormData();
  for (const [key, value] of parts) form.append(key, value instanceof Blob ? value : asText(value));
  return { body: form };
}

function asText(value: unknown): string {
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
