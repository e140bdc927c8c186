import { hubData } from "./hub-data.ts";
import { median } from "./load.ts";
import { hubCommand, startServer } from "./server.ts";

const path = "/api/dev/regex/test";
const quick = { pattern: "(?<year>\\d{4})-(?<month>\\d\\d)", text: "From 2025-11 to 2026-01" };
/** Backtracks until its process is killed, 1.5 s later. */
const endless = { pattern: "(a*)*\\1b", text: "a".repeat(40) };
const floodersAtOnce = 8;

/** Measures how long an account waits for a short job while other accounts saturate all job processes. */
export async function benchFairShares(): Promise<Record<string, string>> {
  const { env, keys } = await hubData(8);
  const hub = await startServer(hubCommand, { ...env, HUB_JOBS: "2" });
  const call = async (key: string, body: unknown) => {
    const begin = performance.now();
    const answer = await fetch(hub.url + path, {
      method: "POST",
      body: JSON.stringify(body),
      headers: { "x-api-key": key, "content-type": "application/json" },
    });
    await answer.bytes();
    return { status: answer.status, ms: performance.now() - begin };
  };
  const [light = "", ...flooders] = keys;
  const figures: Record<string, string> = {};
  const measure = async (what: string) => {
    const calls = [];
    for (let count = 0; count < 20; count++) calls.push(await call(light, quick));
    figures[`${what}, one after another`] = formatTimes(calls);
    const together = Array.from({ length: 8 }, () => call(light, quick));
    figures[`${what}, eight at once`] = formatTimes(await Promise.all(together));
  };
  let stopped = false;
  const floods: Promise<void>[] = [];
  const flood = async (key: string) => {
    while (!stopped) await call(key, endless);
  };
  await measure("idle");
  for (const accounts of [1, 2]) {
    const key = flooders[accounts] ?? "";
    floods.push(...Array.from({ length: floodersAtOnce }, () => flood(key)));
    await Bun.sleep(2000);
    await measure(`${accounts} flooding, 8 at once`);
  }
  stopped = true;
  await Promise.all(floods);
  await hub.stop();
  return figures;
}

function formatTimes(calls: readonly { status: number; ms: number }[]): string {
  const times = calls.map(({ ms }) => ms);
  const failed = calls.filter(({ status }) => status !== 200).length;
  return `${median(times).toFixed(0)} ms, at most ${Math.max(...times).toFixed(0)} ms, ${failed} of ${calls.length} failed`;
}
