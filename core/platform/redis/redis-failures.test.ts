import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { RedisClient } from "bun";
import { json } from "../../testing/mod.ts";
import { type ObservedHub, observedHub, until } from "../../testing/observed-hub.ts";
import {
  lacksPostgres,
  type PostgresServer,
  sharePostgres,
} from "../../testing/postgres-server.ts";
import { lacksRedis, type RedisServer, startRedis } from "../../testing/redis-server.ts";
import { describeFailureClass, redisFailures } from "../health/failure-classes.ts";

/** Starts a hub that counts in a Redis server. */
function countingHub(redis: Pick<RedisServer, "url">, env: Record<string, string> = {}) {
  return observedHub({ HUB_REDIS_URL: redis.url, ...env });
}

type FaultName = keyof typeof redisFailures;

/** Commands that break and repair a server, on a connection without a password. */
type Fault = [name: FaultName, breaking: string[][], mending: string[][]];

const replica = ["REPLICAOF", "127.0.0.1", "1"];
const faults: Fault[] = [
  ["out_of_memory", [["CONFIG", "SET", "maxmemory", "1"]], [["CONFIG", "SET", "maxmemory", "0"]]],
  ["read_only", [replica], [["REPLICAOF", "NO", "ONE"]]],
  [
    "loading",
    [["CONFIG", "SET", "replica-serve-stale-data", "no"], replica],
    [
      ["REPLICAOF", "NO", "ONE"],
      ["CONFIG", "SET", "replica-serve-stale-data", "yes"],
    ],
  ],
];

/** Serves no keys in its first two seconds, during which other tests run. */
let cluster: RedisServer | undefined;
beforeAll(async () => {
  if (lacksRedis) return;
  // After a failure it serves keys again after this time, which is at least 500 ms.
  cluster = await startRedis({
    args: ["--cluster-enabled", "yes", "--cluster-node-timeout", "100"],
  });
  await cluster.sendCommand("CLUSTER", "ADDSLOTSRANGE", "0", "16383");
});
afterAll(() => cluster?.stop());

describe.skipIf(lacksRedis)("hubs whose Redis server returns errors", () => {
  let redis: RedisServer;
  let local: ObservedHub;
  let refusing: ObservedHub;
  let localKey: string;
  let refusingKey: string;

  beforeAll(async () => {
    redis = await startRedis();
    local = await countingHub(redis);
    refusing = await countingHub(redis, { HUB_LIMITS_WHEN_DOWN: "refuse" });
    localKey = await local.key();
    refusingKey = await refusing.key();
  }, 60_000);

  afterAll(async () => {
    await local.stop();
    await refusing.stop();
    await redis.stop();
  });

  /** Checks both hubs from the first call on, and again after a pause, until the server is repaired. */
  async function expectPolicies(name: FaultName, mend: () => Promise<unknown>) {
    expect(await local.call(localKey)).toBe(200);
    expect(await refusing.call(refusingKey)).toBe(503);
    for (const hub of [local, refusing]) await hub.failsWith(name);
    const ready = await local.ready();
    const failure = redisFailures[name];
    expect([ready.status, await json(ready)]).toMatchObject([
      200,
      { redis: "failing", failures: [{ backend: "redis", detail: describeFailureClass(failure) }] },
    ]);
    const unready = await refusing.ready();
    expect([unready.status, await json(unready)]).toMatchObject([
      503,
      { code: "store_unavailable", checks: { store: { detail: describeFailureClass(failure) } } },
    ]);
    expect(await local.metric("hub_redis_up")).toBe("0");
    const labels = `{backend="redis",class="${name}"}`;
    expect(await local.metric(`hub_backend_failing${labels}`)).toBe("1");
    expect(Number(await local.metric(`hub_backend_failures_total${labels}`))).toBeGreaterThan(0);
    await mend();
    for (const hub of [local, refusing]) await hub.failsWith("");
    expect(await local.call(localKey)).toBe(200);
    expect(await refusing.call(refusingKey)).toBe(200);
    expect(await local.metric("hub_redis_up")).toBe("1");
    expect(await local.metric(`hub_backend_failing${labels}`)).toBe("0");
    expect(local.lines).toContainEqual(
      expect.objectContaining({
        level: "error",
        message: describeFailureClass(failure),
        class: name,
      }),
    );
    expect(local.lines.at(-1)?.message).toBe("The Redis server works again");
  }

  test.each(faults)(
    "%s: count locally or reject, as HUB_LIMITS_WHEN_DOWN says",
    async (name, breaking, mending) => {
      const run = async (commands: string[][]) => {
        for (const [command = "", ...args] of commands) await redis.sendCommand(command, ...args);
      };
      await run(breaking);
      await expectPolicies(name, () => run(mending));
    },
    60_000,
  );

  test("not_authorized: count locally or reject, as HUB_LIMITS_WHEN_DOWN says", async () => {
    await redis.sendCommand("CONFIG", "SET", "requirepass", "another");
    await redis.sendCommand("CLIENT", "KILL", "TYPE", "normal").catch(() => {});
    const admin = new RedisClient(redis.url.replace("//", "//:another@"));
    await admin.send("CLIENT", ["KILL", "TYPE", "normal", "SKIPME", "yes"]);
    await expectPolicies("not_authorized", () => admin.send("CONFIG", ["SET", "requirepass", ""]));
    admin.close();
  }, 60_000);

  test("busy: count locally or reject, as HUB_LIMITS_WHEN_DOWN says", async () => {
    await redis.sendCommand("CONFIG", "SET", "busy-reply-threshold", "20");
    const endless = redis.sendCommand("EVAL", "while true do end", "0").catch(() => {});
    await Bun.sleep(0);
    await until(async () =>
      redis.sendCommand("PING").then(
        () => false,
        () => true,
      ),
    );
    await expectPolicies("busy", () => redis.sendCommand("SCRIPT", "KILL"));
    await endless;
  }, 60_000);

  test("unexpected: count locally or reject the affected calls, and serve the others", async () => {
    // The first account of each hub's own database: they share its counter.
    const name = "hub:{1}";
    await redis.sendCommand("DEL", name);
    await redis.sendCommand("LPUSH", name, "no counter");
    const statuses = [await local.call(localKey), await refusing.call(refusingKey)];
    expect(statuses).toEqual([200, 503]);
    expect(await local.metric("hub_redis_up")).toBe("1");
    const labels = '{backend="redis",class="unexpected"}';
    expect(Number(await local.metric(`hub_backend_failures_total${labels}`))).toBeGreaterThan(0);
    await redis.sendCommand("DEL", name);
    expect(await refusing.call(refusingKey)).toBe(200);
  }, 60_000);

  test("evicts_keys: log a warning while everything works", async () => {
    await redis.sendCommand("CONFIG", "SET", "maxmemory-policy", "allkeys-lru");
    await local.failsWith("evicts_keys");
    expect(await json(await local.ready())).toMatchObject({ status: "ready", redis: "ok" });
    expect(local.lines).toContainEqual(
      expect.objectContaining({ level: "warn", class: "evicts_keys" }),
    );
    expect(await local.call(localKey)).toBe(200);
    await redis.sendCommand("CONFIG", "SET", "maxmemory-policy", "noeviction");
    await local.failsWith("");
  }, 60_000);
});

describe.skipIf(lacksRedis || lacksPostgres)("data_lost: hubs of one database", () => {
  let redis: RedisServer;
  let postgres: PostgresServer;
  let database: string;
  let hubs: ObservedHub[];

  beforeAll(async () => {
    redis = await startRedis();
    postgres = await sharePostgres();
    database = await postgres.createDatabase();
    const env = {
      HUB_DATABASE_URL: database,
      HUB_KEY_PEPPER: "of all of them",
      HUB_TIERS: "free=1000/5",
    };
    hubs = [await countingHub(redis, env), await countingHub(redis, env)];
  }, 60_000);

  afterAll(async () => {
    for (const { stop } of hubs) await stop();
    await redis.stop();
  });

  test("reject an account whose daily quota is used after FLUSHALL, also at a hub that it never called", async () => {
    const [one, other] = hubs;
    if (!one || !other) throw new Error("There are no hubs");
    const key = await one.key();
    for (let call = 0; call < 5; call++) expect(await one.call(key)).toBe(200);
    const counted = "SELECT coalesce(sum(units), 0)::integer AS units FROM usage";
    await until(async () => (await postgres.run(database, counted))[0]?.units === 5);
    await redis.sendCommand("FLUSHALL");
    // From the first call on at a hub that has the account in memory, without a prior check.
    expect(await one.call(key)).toBe(429);
    const labels = '{backend="redis",class="data_lost"}';
    for (const hub of hubs) {
      await until(async () => (await hub.metric(`hub_backend_failures_total${labels}`)) === "1");
      await hub.failsWith("");
    }
    expect(await other.call(key)).toBe(429);
    expect(one.lines).toContainEqual(
      expect.objectContaining({ level: "warn", class: "data_lost" }),
    );
  }, 60_000);

  test("restore a count that only the database has", async () => {
    const [one, other] = hubs;
    if (!one || !other) throw new Error("There are no hubs");
    const key = await one.key();
    for (let call = 0; call < 5; call++) expect(await one.call(key)).toBe(200);
    const counted = "SELECT coalesce(sum(units), 0)::integer AS units FROM usage";
    await until(async () => (await postgres.run(database, counted))[0]?.units === 10);
    await one.drain();
    await redis.sendCommand("FLUSHALL");
    const labels = '{backend="redis",class="data_lost"}';
    await until(async () => (await other.metric(`hub_backend_failures_total${labels}`)) === "2");
    await other.failsWith("");
    expect(await other.call(key)).toBe(429);
  }, 60_000);
});

test.skipIf(lacksRedis)(
  "cluster_down: a hub counts locally until the cluster serves its keys again",
  async () => {
    if (!cluster) throw new Error("There is no cluster");
    const hub = await countingHub(cluster);
    try {
      await hub.failsWith("");
      const key = await hub.key();
      expect(await hub.call(key)).toBe(200);
      await cluster.sendCommand("CLUSTER", "DELSLOTSRANGE", "0", "16383");
      expect(await hub.call(key)).toBe(200);
      await hub.failsWith("cluster_down");
      await cluster.sendCommand("CLUSTER", "ADDSLOTSRANGE", "0", "16383");
      await hub.failsWith("");
      expect(await hub.call(key)).toBe(200);
    } finally {
      await hub.stop();
    }
  },
  60_000,
);
