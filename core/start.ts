import { accessSync, constants, mkdirSync } from "node:fs";
import packageJson from "../package.json" with { type: "json" };
import { Accounts } from "./access/accounts.ts";
import { callerAddress } from "./access/caller.ts";
import { Gatekeeper } from "./access/gatekeeper.ts";
import { dayOfTime, Meter } from "./access/meter.ts";
import { pepperOf } from "./access/pepper.ts";
import { SteadyClock } from "./access/steady-clock.ts";
import { Call } from "./call.ts";
import type { Config } from "./config.ts";
import { realOutside } from "./doors/outside.ts";
import type { Elsewhere } from "./endpoint.ts";
import { HubError } from "./errors.ts";
import { createHub } from "./hub.ts";
import { loadOwn } from "./load.ts";
import { loadAll } from "./load-all.ts";
import { type HubView, own } from "./own.ts";
import { Reply } from "./plugin.ts";
import { openSqlite } from "./store/sqlite.ts";

/** A hub that serves. */
export interface RunningHub {
  port: number;
  greeting: string;
  /** Stops accepting, lets what runs finish, writes the meter. */
  drain(): Promise<void>;
}

/** Opens the store, loads the plugins and serves. */
export async function startHub(config: Config): Promise<RunningHub> {
  prepare(config.data);
  const records = openSqlite(`${config.data}/hub.sqlite`);
  const meter = new Meter(config.data, {
    onRebuilt: (file, reason) => console.warn(`Made the counter file "${file}" anew: ${reason}`),
  });
  const clock = new SteadyClock({ notBefore: meter.notedTime });
  const accounts = new Accounts({
    records,
    meter,
    tiers: config.tiers,
    pepper: pepperOf(config.data, config.pepper),
  });
  await accounts.refresh();
  if (meter.rebuilt) await restoreCounts();
  const access = new Gatekeeper({
    accounts,
    meter,
    records,
    now: () => clock.now(),
    signup: config.signup,
    addressOf: callerAddress(config.trustedProxies),
  });
  const [{ plugins, broken }, ownPlugin] = await Promise.all([
    loadAll(config.pluginRoots, { strict: config.strict }),
    loadOwn(own, `${import.meta.dir}/../routes`),
  ]);
  for (const { reason } of broken) console.error(reason);

  const outside = realOutside({
    records,
    reach: async () => {
      throw new HubError("capability_unavailable", "This hub reaches no network yet");
    },
    clock: () => clock.now(),
    env: config.env,
  });
  const inline: Elsewhere = async ({ route }, values) => {
    const value = await route.route.handler(values);
    return value instanceof Reply ? value : new Reply(value, undefined, {});
  };

  const startedAt = clock.now();
  const view: HubView = {
    version: packageJson.version,
    commit: config.env.HUB_COMMIT ?? "unknown",
    startedAt,
    plugins,
    broken,
    own: ownPlugin,
    denied: (plugin) => config.denied[plugin] ?? [],
    tiers: config.tiers,
    ready: () => ({ ok: true, checks: { store: { ok: true } } }),
    baseUrl: () => config.baseUrl,
    signUp: (request, details) => access.signUp(new Call(request, server), details),
    whoAmI: async (request) => access.whoAmI(new Call(request, server)),
  };
  const app = createHub({
    plugins,
    access,
    outside,
    elsewhere: inline,
    denied: config.denied,
    own: { plugin: ownPlugin, doors: { hub: view } },
  });
  const server = Bun.serve({
    port: config.port,
    hostname: config.host,
    reusePort: config.reusePort,
    fetch: (request) => app.fetch(request),
  });
  app.server = server as never;
  const flusher = setInterval(() => {
    access.flush().catch((error) => console.error("Cannot write the usage history:", error));
    accounts.refresh().catch((error) => console.error("Cannot read the keys:", error));
  }, 1000);
  const endpoints = plugins.reduce((sum, { routes }) => sum + routes.length, 0);
  const url = config.baseUrl ?? `http://localhost:${server.port}`;

  async function restoreCounts(): Promise<void> {
    const day = dayOfTime(clock.now());
    const holders = accounts.all();
    for (const { account, counters } of holders) {
      const keys = holders
        .filter((holder) => holder.account.id === account.id)
        .map(({ key }) => key.id);
      const usage = await records.usage(keys, { from: day, to: day });
      const count = usage
        .filter((entry) => entry.statusClass !== "5xx")
        .reduce((sum, entry) => sum + entry.count, 0);
      meter.restore(counters, clock.now(), count);
    }
  }

  return {
    port: server.port ?? config.port,
    greeting: [
      `utilhub ${packageJson.version} at ${url}: ${plugins.length} services, ${endpoints} endpoints`,
      ...plugins.map(
        ({ plugin, name, routes }) =>
          `  ${plugin.manifest.title}: ${routes.length} under /api/${name}`,
      ),
      `Get a key: curl -X POST ${url}/api-key -H 'Content-Type: application/json' -d '{"email":"you@example.com"}'`,
    ].join("\n"),
    async drain() {
      clearInterval(flusher);
      await server.stop();
      await access.flush();
      await records.close();
    },
  };
}

function prepare(dir: string): void {
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    accessSync(dir, constants.W_OK);
  } catch (cause) {
    throw new Error(
      `Cannot write to the data folder "${dir}": make it writable or name another in HUB_DATA`,
      { cause },
    );
  }
}
