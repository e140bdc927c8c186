import {
  lacksPostgres,
  type PostgresServer,
  startPostgres,
} from "../../../core/testing/postgres-server.ts";
import { lacksRedis, startRedis } from "../../../core/testing/redis-server.ts";
import { callInBackground, type Fault, withHub } from "./fault.ts";

/** Creates a fault: counts in Redis, disturbs it during calls, and undoes that. */
function underRedis(
  whenDown: "local" | "refuse",
  what: string,
  change: (redis: Awaited<ReturnType<typeof startRedis>>) => unknown,
  undo: (redis: Awaited<ReturnType<typeof startRedis>>) => unknown,
): Fault {
  return {
    name: `Redis ${what}, HUB_LIMITS_WHEN_DOWN=${whenDown}`,
    async run() {
      if (lacksRedis) return { held: undefined, figure: "redis-server is not installed" };
      const redis = await startRedis();
      const env = { HUB_REDIS_URL: redis.url, HUB_LIMITS_WHEN_DOWN: whenDown };
      try {
        return await withHub(env, async ({ key, start }) => {
          const { url } = await start();
          const before = callInBackground(url, key);
          while (before.answered() < 200) await Bun.sleep(2);
          const first = await before.end();
          await change(redis);
          const during = callInBackground(url, key);
          await Bun.sleep(2500);
          const meanwhile = await during.end();
          await undo(redis);
          const deadline = performance.now() + 15_000;
          let isBack = false;
          while (!isBack && performance.now() < deadline) {
            const after = callInBackground(url, key, { count: 1 });
            await Bun.sleep(300);
            isBack = Object.keys((await after.end()).answers).join() === "200";
          }
          const allowed = whenDown === "local" ? "200" : "503";
          const others = Object.keys(meanwhile.answers).filter((status) => status !== allowed);
          // A call in progress at the time may still have succeeded.
          const isAsChosen = others.every((status) => status === "200" || status === "503");
          return {
            held: isBack && isAsChosen && meanwhile.slowest < 3000,
            figure: `before p99 ${first.p99} ms; meanwhile ${JSON.stringify(meanwhile.answers).replaceAll('"', "")}, slowest ${meanwhile.slowest} ms; back by itself: ${isBack ? "yes" : "no"}`,
          };
        });
      } finally {
        await redis.stop();
      }
    },
  };
}

/** Creates a fault: stores records in PostgreSQL, disturbs it during calls, and undoes that. */
function underPostgres(
  what: string,
  change: (server: PostgresServer, url: string) => unknown,
  undo: (server: PostgresServer, url: string) => unknown,
): Fault {
  return {
    name: `PostgreSQL ${what}`,
    async run() {
      if (lacksPostgres) return { held: undefined, figure: "postgresql is not installed" };
      const server = await startPostgres();
      try {
        const database = await server.createDatabase();
        return await withHub({ HUB_DATABASE_URL: database }, async ({ key, start }) => {
          const { child, url, ended } = await start();
          const calls = callInBackground(url, key);
          while (calls.answered() < 200) await Bun.sleep(2);
          await change(server, database);
          const begun = performance.now();
          const refused = await signUp(url);
          const refusedMs = Math.round(performance.now() - begun);
          const unready = await waitFor(url, 503);
          await undo(server, database);
          const ready = await waitFor(url, 200);
          const { answers, slowest } = await calls.end();
          const added = await signUp(url);
          child.kill("SIGTERM");
          await ended();
          const [usage] = await server.run(
            database,
            "SELECT sum(count)::integer AS count FROM usage",
          );
          const isAsCounted = usage?.count === answers[200];
          return {
            held:
              refused === 503 &&
              added === 200 &&
              isAsCounted &&
              Object.keys(answers).join() === "200",
            figure: `${answers[200]} calls answered, slowest ${slowest} ms, ${usage?.count} in the usage history; a sign-up meanwhile ${refused} after ${refusedMs} ms; not ready after ${unready} ms, ready again after ${ready} ms`,
          };
        });
      } finally {
        await server.stop();
      }
    },
  };
}

async function signUp(url: string): Promise<number> {
  const answer = await fetch(`${url}/api-key`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: `${crypto.randomUUID()}@example.com` }),
  });
  return answer.status;
}

/** Waits until `/readyz` returns this status. Returns the time in milliseconds. */
async function waitFor(url: string, status: number): Promise<number> {
  const begun = performance.now();
  while ((await fetch(`${url}/readyz`)).status !== status) {
    if (performance.now() - begun > 30_000) throw new Error(`/readyz is not ${status}`);
    await Bun.sleep(20);
  }
  return Math.round(performance.now() - begun);
}

/** Makes a database writable or read-only, and closes all its connections, which are then reopened. */
async function setReadOnly(server: PostgresServer, url: string, state: "on" | "off") {
  const admin = server.urlOf("postgres");
  const name = new URL(url).pathname.slice(1);
  await server.run(admin, `ALTER DATABASE ${name} SET default_transaction_read_only = ${state}`);
  await server.run(
    admin,
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'utilhub'",
  );
}

/** Faults of the servers that a hub depends on. */
export const servers: Fault[] = [
  underPostgres(
    "killed and started again",
    (server) => server.kill(),
    (server) => server.restart(),
  ),
  underPostgres(
    "frozen and woken",
    (server) => server.freeze(),
    (server) => server.resume(),
  ),
  underPostgres(
    "failed over to a read-only standby that is then promoted",
    (server, url) => setReadOnly(server, url, "on"),
    (server, url) => setReadOnly(server, url, "off"),
  ),
  ...(["local", "refuse"] as const).flatMap((whenDown) => [
    underRedis(
      whenDown,
      "killed and started again",
      (redis) => redis.kill(),
      (redis) => redis.start(),
    ),
    underRedis(
      whenDown,
      "frozen and woken",
      (redis) => redis.freeze(),
      (redis) => redis.resume(),
    ),
    underRedis(
      whenDown,
      "full and emptied",
      (redis) => redis.sendCommand("CONFIG", "SET", "maxmemory", "1"),
      (redis) => redis.sendCommand("CONFIG", "SET", "maxmemory", "0"),
    ),
  ]),
];
