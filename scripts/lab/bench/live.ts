import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { startStandIns } from "../../../tests/standins/server.ts";
import { hubData } from "./hub-data.ts";
import { load, median } from "./load.ts";
import { hubCommand, startPeer, startServer } from "./server.ts";

const rounds = 5;
const seconds = 2;
/** A key may call 1,024 times a minute, so each round has its own keys. */
const accountsEachRound = 300;
const paths = {
  convert: "/api/currency/convert?amount=100&from=USD&to=JPY",
  latest: "/api/currency/latest?base=USD",
  "price (cached)": "/api/crypto/price/bitcoin",
  "IP look-up": "/api/ip-geo/lookup/8.8.8.8",
};

/**
 * Measures live data against a server that returns the same JSON with the same contract, and the cost of an unreachable
 * upstream.
 */
export async function benchLive(): Promise<Record<string, string>> {
  const standIns = await startStandIns();
  const { env, keys } = await hubData(accountsEachRound * (rounds + 1) * Object.keys(paths).length);
  const hub = await startServer(hubCommand, {
    ...env,
    HUB_UPSTREAMS: standIns.setting,
  });
  const fetchJson = async (path: string) =>
    (await fetch(hub.url + path, { headers: { "x-api-key": keys[0] ?? "" } })).json();
  const figures: Record<string, string> = {};
  const file = `${mkdtempSync(`${tmpdir()}/utilhub-bench-`)}/bodies.json`;
  const bodies: Record<string, unknown> = {};
  for (const path of Object.values(paths)) bodies[path.split("?")[0]!] = await fetchJson(path);
  await Bun.write(file, JSON.stringify(bodies));
  const peer = (name: string) => startPeer([`${name}.mjs`, file], env);
  const [contract, limit] = [await peer("contract-json"), await peer("contract-elysia")];
  for (const [index, [name, path]] of Object.entries(paths).entries()) {
    const count = accountsEachRound * (rounds + 1);
    const own = keys.slice(index * count, (index + 1) * count);
    const [ours, most] = await ratios(path, { contract, others: [hub, limit], keys: own });
    figures[`${name}, hub / contract by hand (at least 0.9)`] =
      `${ours}, Elysia with the contract and schemas ${most}`;
  }
  await contract.stop();
  await limit.stop();
  const begin = performance.now();
  await fetchJson("/api/currency/timeseries?start_date=1999-01-04&symbols=USD&base=JPY");
  figures["timeseries of 27 years, including the start of a job process"] =
    `${(performance.now() - begin).toFixed(0)} ms`;
  figures["the same with a warm process (at most 60 ms)"] = `${(
    await timed(() =>
      fetchJson("/api/currency/timeseries?start_date=1999-01-04&symbols=USD&base=JPY"),
    )
  ).toFixed(0)} ms`;
  figures["a price while both providers hang, circuit breakers open (at most 50 ms)"] =
    `${(await measureOutage(fetchJson, standIns)).toFixed(1)} ms`;
  await hub.stop();
  standIns.stop();
  return { ...figures, ...(await lookups()) };
}

type Server = Awaited<ReturnType<typeof startServer>>;

/** Returns the speed of other servers relative to the contract server. */
async function ratios(
  path: string,
  { contract, others, keys }: { contract: Server; others: Server[]; keys: string[] },
): Promise<string[]> {
  const seen = others.map((): number[] => []);
  for (let round = 0; round <= rounds; round++) {
    const callers = keys.slice(round * accountsEachRound, (round + 1) * accountsEachRound);
    const speed = async ({ url }: Server) => {
      const { requestsPerSecond, failures } = await load(url, { path, keys: callers, seconds });
      if (failures > 0) throw new Error(`${url}${path} rejected ${failures} calls`);
      return requestsPerSecond;
    };
    const own = await speed(contract);
    for (const [index, other] of others.entries()) {
      const share = (await speed(other)) / own;
      // The first round warms up.
      if (round > 0) seen[index]!.push(share);
    }
  }
  return seen.map((shares) => median(shares).toFixed(2));
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < 9; round++) {
    const begin = performance.now();
    await work();
    times.push(performance.now() - begin);
  }
  return median(times);
}

/**
 * Measures calls for coins without cached data while the upstream is down. The first five calls open the circuit
 * breakers.
 */
async function measureOutage(
  // biome-ignore lint/suspicious/noExplicitAny: it reads what it knows to be there
  ask: (path: string) => Promise<any>,
  standIns: Awaited<ReturnType<typeof startStandIns>>,
): Promise<number> {
  for (const provider of ["coingecko", "coinpaprika"]) standIns.misbehave(provider, "reset");
  const { coins } = await ask("/api/crypto/coins?per_page=40&page=2");
  const ids = coins.map(({ id }: { id: string }) => id);
  for (const id of ids.splice(0, 12)) await ask(`/api/crypto/price/${id}`);
  return timed(() => ask(`/api/crypto/price/${ids.pop()}`));
}

/** Measures look-ups in this process, without HTTP. */
async function lookups(): Promise<Record<string, string>> {
  const { openData } = await import("../../../plugins/ip-geo/open-data.ts");
  const { describeAddress } = await import("../../../plugins/ip-geo/lookup.ts");
  const { readAddress } = await import("../../../plugins/ip-geo/address/address.ts");
  const { loadPlugin } = await import("../../../core/host/load/load-plugin.ts");
  const { Datasets } = await import("../../../core/host/datasets/datasets.ts");
  const plugin = await loadPlugin(`${import.meta.dir}/../../../plugins/ip-geo`);
  const datasets = new Datasets({
    dir: mkdtempSync(`${tmpdir()}/utilhub-bench-`),
    clock: () => Date.UTC(2026, 6, 1),
    later: (work) => void work.catch(() => {}),
  });
  datasets.servePlugins([plugin], () => ({ log: { warn() {} } }) as never);
  const data = {
    find: (name: string) => datasets.current(`ip-geo/${name}`),
    get: (name: string) => datasets.current(`ip-geo/${name}`)!,
  };
  const doors = { data, env: {}, clock: () => Date.UTC(2026, 6, 1) };
  const before = process.memoryUsage().rss;
  const begin = performance.now();
  const { loadSystems } = await import("../../../plugins/ip-geo/open-data.ts");
  await loadSystems(doors);
  const openMs = performance.now() - begin;
  const systemsMb = (process.memoryUsage().rss - before) / 2 ** 20;
  const opened = await openData(32, doors);
  const count = 20_000;
  const asked = Array.from({ length: count }, (_, index) => {
    const value = (index * 2_654_435_761) % 2 ** 32;
    return readAddress(
      `${(value >>> 24) % 223 || 1}.${(value >>> 16) & 255}.${(value >>> 8) & 255}.9`,
    )!;
  });
  // Warms up the compiler and the reader's cache.
  for (const one of asked) describeAddress(one, opened, { lang: "en", explain: false, now: 0 });
  const start = performance.now();
  for (const one of asked) describeAddress(one, opened, { lang: "en", explain: false, now: 0 });
  const microseconds = ((performance.now() - start) * 1000) / count;
  return {
    "look-up in process (at most 15 µs)": `${microseconds.toFixed(1)} µs`,
    "AS list opens in (at most 50 ms, 30 MB)": `${openMs.toFixed(0)} ms, ${systemsMb.toFixed(0)} MB`,
  };
}
