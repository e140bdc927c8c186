import { startStandIns } from "../../tests/standins/server.ts";
import { sampleCalls } from "../sample-calls.ts";
import { hubData } from "./hub-data.ts";
import { median } from "./load.ts";
import { startServer } from "./server.ts";
import type { Table } from "./table.ts";

/** How many calls follow the first: they come to different job processes, each of which has a first. */
const more = 6;

/** What the first call of each service after a start takes beside those that follow. */
export async function benchFirstCalls({ isSmoke }: { isSmoke: boolean }): Promise<Table> {
  const standIns = await startStandIns();
  const upstreams = Object.entries(standIns.upstreams).map(([host, base]) => `${host}=${base}`);
  const seen = new Map<string, [first: number, warm: number][]>();
  for (let round = 0; round < (isSmoke ? 1 : 5); round++) {
    const { env, keys } = await hubData(1);
    const hub = await startServer(
      [process.execPath, "core/main.ts"],
      { ...env, HUB_UPSTREAMS: upstreams.join() },
      { isPinned: false },
    );
    for (const [service, { path, body }] of Object.entries(sampleCalls)) {
      const call = async () => {
        const begin = performance.now();
        const answer = await fetch(`${hub.url}/api/${service}/${path}`, {
          headers: { "x-api-key": keys[0] ?? "", "content-type": "application/json" },
          ...(body && { method: "POST", body: JSON.stringify(body) }),
        });
        await answer.bytes();
        if (!answer.ok) throw new Error(`/api/${service}/${path} answered ${answer.status}`);
        return performance.now() - begin;
      };
      const first = await call();
      let warm = Number.POSITIVE_INFINITY;
      for (let count = 0; count < more; count++) warm = Math.min(warm, await call());
      seen.set(service, [...(seen.get(service) ?? []), [first, warm]]);
    }
    await hub.stop();
  }
  standIns.stop();
  return {
    note: `One after the other, each service is called after a start, and then ${more} times again: the lowest counts.`,
    columns: ["call", "first", "warm", "more (at most 150 ms)"],
    rows: [...seen].map(([service, times]) => {
      const firstMs = median(times.map(([first]) => first));
      const warmMs = median(times.map(([, warm]) => warm));
      return [
        `/api/${service}/${sampleCalls[service]?.path.split("?")[0]}`,
        ...[firstMs, warmMs, firstMs - warmMs].map((ms) => `${ms.toFixed(0)} ms`),
      ];
    }),
  };
}
