import { startStandIns } from "../../../tests/standins/server.ts";
import { sampleCalls } from "../../sample-calls.ts";
import { hubData } from "./hub-data.ts";
import { median } from "./load.ts";
import { hubCommand, startServer } from "./server.ts";
import type { Table } from "./table.ts";

const rounds = 5;
/** Number of calls after the first. They reach different job processes, and each process has a first call. */
const more = 6;
const mostMs = 150;

/** Measures each service's first call after a start, compared with later calls. */
export async function benchFirstCalls({ isSmoke }: { isSmoke: boolean }): Promise<Table> {
  const standIns = await startStandIns();
  const seen = new Map<string, [first: number, warm: number][]>();
  for (let round = 0; round < (isSmoke ? 1 : rounds); round++) {
    const { env, keys } = await hubData(1);
    const settings = { ...env, HUB_UPSTREAMS: standIns.setting };
    // An earlier start has downloaded the datasets.
    for (const counts of [false, true]) {
      const hub = await startServer(hubCommand, settings, {
        isPinned: false,
      });
      for (const [service, sample] of Object.entries(sampleCalls)) {
        const call = () => time(`${hub.url}/api/${service}/${sample.path}`, keys[0] ?? "", sample);
        const first = await call();
        let warm = Number.POSITIVE_INFINITY;
        for (let count = 0; count < more; count++) warm = Math.min(warm, await call());
        if (counts) seen.set(service, [...(seen.get(service) ?? []), [first, warm]]);
      }
      await hub.stop();
    }
  }
  standIns.stop();
  return {
    note: `After a start with a used data folder, each service is called in turn, and then ${more} more times; "warm" is the fastest of these. If the difference exceeds ${mostMs} ms, "alone" is the time in which a new process starts, loads the service and does its work without a hub, as a job process must before its first response.`,
    columns: ["call", "first", "warm", `more (at most ${mostMs} ms)`, "alone"],
    rows: [...seen].map(([service, times]) => {
      const firstMs = median(times.map(([first]) => first));
      const warmMs = median(times.map(([, warm]) => warm));
      return [
        `/api/${service}/${sampleCalls[service]?.path.split("?")[0]}`,
        ...[firstMs, warmMs, firstMs - warmMs].map((ms) => `${ms.toFixed(0)} ms`),
        firstMs - warmMs > mostMs ? `${alone(service).toFixed(0)} ms` : "",
      ];
    }),
  };
}

/** Returns the time of a service's first work in a new process. */
function alone(service: string): number {
  const times = Array.from({ length: rounds }, () => {
    const command = [process.execPath, "scripts/lab/bench/alone.ts", service];
    const { exitCode, stdout, stderr } = Bun.spawnSync(command);
    if (exitCode !== 0) throw new Error(stderr.toString());
    return Number(stdout.toString());
  });
  return median(times);
}

async function time(url: string, key: string, { body }: { body?: object }): Promise<number> {
  const begin = performance.now();
  const answer = await fetch(url, {
    headers: { "x-api-key": key, "content-type": "application/json" },
    ...(body && { method: "POST", body: JSON.stringify(body) }),
  });
  await answer.bytes();
  if (!answer.ok) throw new Error(`${url} responded with ${answer.status}`);
  return performance.now() - begin;
}
