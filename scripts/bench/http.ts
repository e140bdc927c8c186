import { hubData } from "./hub-data.ts";
import { type Load, load, median } from "./load.ts";
import { startServer } from "./server.ts";

const path = "/api/dev/hash/sha256?text=The+quick+brown+fox+jumps+over+the+lazy+dog";
const rounds = 5;
const seconds = 4;
/** At 1,024 calls a minute each: enough for all rounds at 150,000 calls a second. */
const accountsEachRound = 700;

/** The hub with everything it does for a call, against the bare server and against Fastify. */
export async function benchHttp(): Promise<Record<string, string>> {
  const { env, keys } = await hubData(accountsEachRound * (rounds + 1));
  const bun = process.execPath;
  const servers = {
    bare: await startServer([bun, "scripts/bench/servers/bare.ts"]),
    hub: await startServer([bun, "core/main.ts"], env),
    fastify: await startServer(["node", "scripts/bench/servers/fastify.mjs"]),
  };
  const seen: Record<string, Load[]> = { bare: [], hub: [], fastify: [] };
  for (let round = 0; round <= rounds; round++)
    for (const [name, { url }] of Object.entries(servers)) {
      const mine = keys.slice(round * accountsEachRound, (round + 1) * accountsEachRound);
      const result = await load(url, { path, keys: mine, seconds: round === 0 ? 2 : seconds });
      if (result.failures > 0) throw new Error(`${name} refused ${result.failures} calls`);
      // The first round warms up.
      if (round > 0) seen[name]?.push(result);
    }
  for (const server of Object.values(servers)) await server.stop();
  const speed = (name: string) =>
    median((seen[name] ?? []).map(({ requestsPerSecond }) => requestsPerSecond));
  const ratio = (name: string) =>
    median(
      (seen.hub ?? []).map(
        ({ requestsPerSecond }, round) =>
          requestsPerSecond / (seen[name]?.[round]?.requestsPerSecond ?? Number.NaN),
      ),
    );
  return {
    "bare Bun.serve": `${Math.round(speed("bare"))} calls/s`,
    "the hub": `${Math.round(speed("hub"))} calls/s`,
    "Fastify on Node": `${Math.round(speed("fastify"))} calls/s`,
    "hub / bare (at least 0.65)": ratio("bare").toFixed(2),
    "hub / Fastify (at least 1.7)": ratio("fastify").toFixed(2),
  };
}
