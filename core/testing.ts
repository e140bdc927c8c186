import type { Access } from "./access/access.ts";
import type { RunResult } from "./doors/doors.ts";
import type { Outside, Reach } from "./doors/grant.ts";
import { seededRandom } from "./doors/random.ts";
import type { Elsewhere } from "./endpoint.ts";
import { HubError } from "./errors.ts";
import { exampleRequest } from "./example.ts";
import { createHub } from "./hub.ts";
import { type LoadedPlugin, loadPlugin } from "./load.ts";
import { Reply } from "./plugin.ts";
import { kvOf } from "./store/kv.ts";
import { openSqlite } from "./store/sqlite.ts";

export { seededRandom } from "./doors/random.ts";

type Upstreams = Record<string, (request: Request) => Response | Promise<Response>>;

export interface TestHubOptions {
  /** Upstreams by host, over those of the plugin's fixtures.ts. Any other host fails the test. */
  net?: Upstreams;
  env?: Record<string, string>;
  /** The time, in milliseconds since 1970. Default 2026-01-02T03:04:05Z. */
  clock?: () => number;
  /** What programs answer. Default: any program fails the test. */
  run?: (program: string, args: readonly string[]) => Promise<RunResult>;
}

/** A JSON answer, which a test may look into without naming its type. */
// biome-ignore lint/suspicious/noExplicitAny: a test asserts the shape it reads
export async function json(response: Response): Promise<any> {
  return response.json();
}

/** A hub of one plugin in memory: no port, no disk, no network. Takes the plugin's folder. */
export async function testHub(
  plugin: string | LoadedPlugin,
  { net = {}, env = {}, clock = () => Date.UTC(2026, 0, 2, 3, 4, 5), run }: TestHubOptions = {},
) {
  const loaded = typeof plugin === "string" ? await loadPlugin(plugin) : plugin;
  const upstreams: Upstreams = { ...(await fixtures(loaded.dir)), ...net };
  const reach: Reach = async (url, init) => {
    const answer = upstreams[url.host];
    if (!answer) throw new Error(`No fixture answers ${url}`);
    return answer(new Request(url.href, init as RequestInit));
  };
  const records = openSqlite(":memory:");
  const outside: Outside = {
    reach,
    kv: (name) => kvOf(records, name, clock),
    env,
    clock,
    random: seededRandom(1),
    log: () => ({ info() {}, warn() {}, error: console.error }),
    run: (run ?? (() => Promise.reject(new Error("No program may run in this test")))) as never,
  };
  const app = createHub({
    plugins: [loaded],
    access: openAccess,
    outside,
    elsewhere: here(outside),
  });

  function send(request: Request): Promise<Response> {
    if (new URL(request.url).pathname.startsWith("/api/")) request.headers.set("x-api-key", "test");
    return Promise.resolve(app.fetch(request));
  }
  return {
    ...loaded,
    fetch: (request: Request) => Promise.resolve(app.fetch(request)),
    get: (path: string, headers: Record<string, string> = {}) =>
      send(new Request(`http://localhost${path}`, { headers })),
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
      send(exampleRequest(loaded.routes.find((route) => route.file === file)!)),
  };
}

const openAccess: Access = {
  gate(call) {
    if (call.request.headers.has("x-api-key")) call.admission = { headers: {} };
    return undefined;
  },
  challenge: () => new HubError("missing_api_key", "Pass an API key as X-API-Key or api_key"),
  gateByAddress: () => undefined,
  settle() {},
};
void Reply;
function here(_: Outside): Elsewhere {
  return async ({ route }, values) => {
    const value = await route.route.handler(values);
    return value instanceof Reply ? value : new Reply(value, undefined, {});
  };
}

async function fixtures(dir: string): Promise<Upstreams> {
  const file = `${dir}/fixtures.ts`;
  return (await Bun.file(file).exists()) ? (await import(file)).default : {};
}
