import { startRedis } from "../../../core/testing/redis-server.ts";
import { hubData } from "./hub-data.ts";
import { type Load, load, median } from "./load.ts";
import { hubCommand, startPeer, startServer } from "./server.ts";

const path = "/api/dev/hash/sha256?text=The+quick+brown+fox+jumps+over+the+lazy+dog";
const rounds = 3;
const seconds = 3;
const connections = 128;
const accountsEachRound = 800;

/** Measures calls that are counted in a Redis server, by the hub and by Fastify with its rate limiter. */
export async function benchRedis(): Promise<Record<string, string>> {
  const redis = await startRedis({ by: ["nice", "-n", "-15", "taskset", "-c", "1"] });
  const { env, keys } = await hubData(accountsEachRound * (rounds + 1));
  const servers = {
    hub: await startServer(hubCommand, {
      ...env,
      HUB_REDIS_URL: redis.url,
    }),
    alone: await startServer(hubCommand, env),
    fastify: await startPeer(
      ["fastify.mjs"],
      { ...env, BENCH_REDIS_URL: `${redis.url}/1` },
      { runtime: "node" },
    ),
  };
  const seen: Record<keyof typeof servers, Load[]> = {
    hub: [],
    alone: [],
    fastify: [],
  };
  for (let round = 0; round <= rounds; round++)
    for (const name of ["hub", "alone", "fastify"] as const) {
      const mine = keys.slice(round * accountsEachRound, (round + 1) * accountsEachRound);
      const result = await load(servers[name].url, { path, keys: mine, seconds, connections });
      if (result.failures > 0) throw new Error(`${name} rejected ${result.failures} calls`);
      // The first round warms up.
      if (round > 0) seen[name].push(result);
    }
  for (const server of Object.values(servers)) await server.stop();
  await redis.stop();
  const speed = (name: keyof typeof servers) =>
    median(seen[name].map(({ requestsPerSecond }) => requestsPerSecond));
  const formatResult = (name: keyof typeof servers) =>
    `${Math.round(speed(name))} calls/s, p99 ${median(seen[name].map(({ p99 }) => p99))} ms`;
  const formatRatio = (name: "hub" | "alone") =>
    median(
      seen[name].map(
        ({ requestsPerSecond }, round) =>
          requestsPerSecond / (seen.fastify[round]?.requestsPerSecond ?? Number.NaN),
      ),
    ).toFixed(2);
  return {
    "the hub with Redis": formatResult("hub"),
    "the hub, counting in memory": formatResult("alone"),
    "Fastify with its rate limiter and Redis": formatResult("fastify"),
    "hub / Fastify (at least 2.5)": formatRatio("hub"),
    "hub in memory / Fastify: the limit without Redis": formatRatio("alone"),
  };
}
