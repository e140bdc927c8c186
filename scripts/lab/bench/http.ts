import { hubData } from "./hub-data.ts";
import { type Load, load, median } from "./load.ts";
import { type BenchServer, hubCommand, startPeer, startServer } from "./server.ts";
import type { Table } from "./table.ts";

const path = "/api/dev/hash/sha256?text=The+quick+brown+fox+jumps+over+the+lazy+dog";
const seconds = 4;
/** Number of accounts that call in a round, each at most 1,024 times a minute. Enough for 120,000 calls a second. */
const accountsEachRound = 800;
/** With 64 connections the servers are saturated. With 8 the latency of a single call shows. */
const connections = [64, 8] as const;
/** The bounds, as ratios of one run. */
const bounds: Record<string, string> = { contract: "≥ 0.92", hono: "≥ 1.05", fastify: "≥ 2" };

/** Measures a metered JSON call of the hub against servers with equivalent features. Callers are drawn at random. */
export async function benchHttp({ isSmoke }: { isSmoke: boolean }): Promise<Table> {
  const rounds = isSmoke ? 1 : 5;
  const { env, keys } = await hubData(accountsEachRound * (rounds + 1) * connections.length);
  const bun = (file: string) => () => startPeer([file], env);
  const node = (file: string) => () => startPeer([file], env, { runtime: "node" });
  const peers: Record<string, { is: string; start: () => Promise<BenchServer> }> = {
    hub: { is: "utilhub", start: () => startServer(hubCommand, env) },
    bare: { is: "Bun.serve with the work alone", start: bun("bare.ts") },
    contract: { is: "Bun.serve with the hub's contract by hand", start: bun("contract.mjs") },
    limit: {
      is: "Elysia with that contract by hand and schemas both ways",
      start: bun("contract-elysia.mjs"),
    },
    elysia: { is: "Elysia, elysia-rate-limit", start: bun("elysia.mjs") },
    hono: { is: "Hono on Bun, hono-rate-limiter", start: bun("hono.mjs") },
    fastify: { is: "Fastify on Node, @fastify/rate-limit", start: node("fastify.mjs") },
    express: { is: "Express on Node, express-rate-limit", start: node("express.mjs") },
    ...(Bun.which("nginx") && {
      nginx: { is: "nginx, limit_req, before the work alone", start: bun("nginx.mjs") },
    }),
  };
  const servers: [string, BenchServer][] = [];
  for (const [name, { start }] of Object.entries(peers)) servers.push([name, await start()]);
  const seen = new Map<string, Load[]>();
  let from = 0;
  for (let round = 0; round <= rounds; round++)
    for (const count of connections) {
      // All servers get the same callers, which change each round.
      const mine = keys.slice(from, from + accountsEachRound);
      from += accountsEachRound;
      // Each server is first equally often, so that slow moments of the machine affect all of them.
      for (const [name, { url }] of [...servers.slice(round), ...servers.slice(0, round)]) {
        const call = { path, keys: mine, connections: count, seconds: isSmoke ? 1 : seconds };
        const result = await load(url, call);
        if (result.failures > 0) throw new Error(`${name} rejected ${result.failures} calls`);
        const id = `${name} ${count}`;
        // The first round warms up.
        if (round > 0) seen.set(id, [...(seen.get(id) ?? []), result]);
      }
    }
  for (const [, server] of servers) await server.stop();
  const all = (name: string, count: number) => seen.get(`${name} ${count}`) ?? [];
  const middle = (name: string, count: number, of: (load: Load) => number) =>
    median(all(name, count).map(of));
  const computeRatio = (one: string, other: string) =>
    median(
      all(one, 64).map(
        ({ requestsPerSecond }, round) =>
          requestsPerSecond / (all(other, 64)[round]?.requestsPerSecond ?? Number.NaN),
      ),
    );
  const p99 = (name: string) => middle(name, 64, ({ p99 }) => p99);
  const p99Ratio = `${(p99("hub") / p99("hono")).toFixed(2)} of Hono's (≤ 1.1)`;
  const rows = Object.entries(peers).map(([name, { is }]) => {
    const speeds = all(name, 64).map(({ requestsPerSecond }) => Math.round(requestsPerSecond));
    const ratio = computeRatio("hub", name);
    return [
      is,
      `${median(speeds)} (${Math.min(...speeds)}–${Math.max(...speeds)})`,
      `${middle(name, 8, ({ p99 }) => p99).toFixed(2)} ms`,
      `${p99(name).toFixed(2)} ms${name === "hub" ? `, ${p99Ratio}` : ""}`,
      name === "hub" ? "" : `${ratio.toFixed(2)}${bounds[name] ? ` (${bounds[name]})` : ""}`,
    ];
  });
  return {
    note: `One core runs the server, the other wrk. Each call uses a random account, of ${accountsEachRound} per round, after a second of warm-up calls. All servers check the key and the input, and limit each key to 1,024 calls a minute. The hub and the contract by hand also count an exact rolling minute and a day. Elysia with that contract and schemas reaches ${computeRatio("limit", "contract").toFixed(2)} of the contract by hand.`,
    columns: ["server", "calls/s (spread)", "p99, 8 connections", "p99, 64", "the hub is"],
    rows,
  };
}
