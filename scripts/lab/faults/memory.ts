import { readFileSync } from "node:fs";
import { loadAll } from "../../../core/host/load/load-all.ts";
import type { LoadedRoute } from "../../../core/host/plugin/loaded-plugin.ts";
import { exampleRequest } from "../../../core/testing/mod.ts";
import { startStandIns } from "../../../tests/standins/server.ts";
import { hubCommand } from "../bench/server.ts";
import { type Fault, listDescendants, withHub } from "./fault.ts";

/**
 * Bounds in megabytes. `start` and `job` are aims, the others are a fifth above what was measured. All but
 * `tree` leave out mapped files.
 */
const bounds = { start: 90, main: 240, job: 180, busyJob: 400, tree: 1800 };
const mixedCalls = 6600;
const callers = 4;
const fourCallersMs = 60_000;
/** The time after which freed memory is back at the system. */
const idleMs = 20_000;
/** The time after which a large job process has ended, and a second more. */
const restMs = 6000;

const pages = [
  ...["/", "/gallery", "/signup", "/docs", "/documentation", "/services", "/status", "/account"],
  ...["/documentation/errors", "/llms.txt", "/llms-full.txt", "/openapi.json"],
];

/** The memory of a hub and its other processes during usual work. */
export const memories: Fault[] = [
  {
    name: "memory: examples, pages, IP look-ups and mixed calls",
    run: async ({ isShort }) => {
      const standIns = await startStandIns();
      const { plugins } = await loadAll([`${import.meta.dir}/../../../plugins`], { strict: true });
      const routes = plugins.flatMap((plugin) => plugin.routes);
      try {
        return await withHub({ HUB_UPSTREAMS: standIns.setting }, async ({ key, start }) => {
          const { child, url } = await start({ env: readMemorySettings() });
          const main = () => readMemory(child.pid).anonymous;
          const jobs = { mostMb: 0, atRestMb: 0 };
          const get = (path: string) => send(new Request(url + path), { url, key });
          const callExample = (route: LoadedRoute) => send(exampleRequest(route), { url, key });
          await Bun.sleep(5000);
          const atStart = main();
          const light: LoadedRoute[] = [];
          for (const route of routes) {
            if ((await callExample(route)) < 60 && !route.route.heavy) light.push(route);
          }
          await Bun.sleep(restMs);
          jobs.atRestMb = await findLargestJob(child.pid);
          for (const path of pages) await get(path);
          for (let index = 0; index < 300; index++)
            await get(`/api/ip-geo/lookup/${1 + ((index * 37) % 220)}.${(index * 91) % 255}.7.8`);
          let count = isShort ? mixedCalls - 600 : 0;
          await callTogether(async () => {
            const route = light[count % light.length];
            if (count++ >= mixedCalls || !route) return false;
            await callExample(route);
            return true;
          });
          const after = main();
          await Bun.sleep(idleMs);
          const idle = main();
          const trees: number[] = [];
          const sampling = setInterval(async () => {
            trees.push(await measureTree(child.pid));
            jobs.mostMb = Math.max(jobs.mostMb, await findLargestJob(child.pid));
          }, 500);
          const end = performance.now() + (isShort ? 10_000 : fourCallersMs);
          let next = 0;
          await callTogether(async () => {
            next += 37;
            const route = routes[next % routes.length];
            if (performance.now() > end || !route) return false;
            await callExample(route);
            return true;
          });
          clearInterval(sampling);
          trees.sort((one, other) => one - other);
          const middle = trees[trees.length >> 1] ?? 0;
          const most = trees.at(-1) ?? 0;
          const figure = [
            `main process at the start ${round(atStart)} MB (at most ${bounds.start})`,
            `after all calls ${round(after)}, ${idleMs / 1000} s later ${round(idle)} (at most ${bounds.main})`,
            `a job process ${restMs / 1000} s after all examples at most ${round(jobs.atRestMb)} (at most ${bounds.job}), with ${callers} callers ${round(jobs.mostMb)} (at most ${bounds.busyJob})`,
            `all processes with ${callers} callers, with mapped files: median ${round(middle)}, at most ${round(most)} (at most ${bounds.tree})`,
          ].join("; ");
          const held =
            atStart <= bounds.start &&
            idle <= bounds.main &&
            jobs.atRestMb <= bounds.job &&
            jobs.mostMb <= bounds.busyJob &&
            most <= bounds.tree;
          return { held, figure };
        });
      } finally {
        standIns.stop();
      }
    },
  },
];

/** Returns the memory settings of the start command. */
function readMemorySettings(): Record<string, string> {
  const settings = hubCommand.filter((word) => /^[A-Z]\w+=/.test(word));
  return Object.fromEntries(settings.map((setting) => setting.split("=")));
}

/** Sends a request to the hub and reads the response. Returns its time in milliseconds. */
async function send(request: Request, { url, key }: { url: string; key: string }): Promise<number> {
  const { pathname, search } = new URL(request.url);
  const headers = new Headers(request.headers);
  headers.set("x-api-key", key);
  const body = request.body && (await request.bytes());
  const begun = performance.now();
  const answer = await fetch(`${url}${pathname}${search}`, {
    method: request.method,
    headers,
    body,
  });
  await answer.bytes();
  return performance.now() - begun;
}

/** Runs calls one after another for each caller, until a call returns false. */
async function callTogether(call: () => Promise<boolean>): Promise<void> {
  const run = async () => {
    while (await call());
  };
  await Promise.all(Array.from({ length: callers }, run));
}

async function findLargestJob(pid: number): Promise<number> {
  const all = await listDescendants(pid);
  const jobs = all.filter(({ command }) => command.includes("/jobs/child.ts"));
  return Math.max(0, ...jobs.map(({ pid }) => readMemory(pid).anonymous));
}

/** Returns the proportional memory of a process and its descendants, in megabytes. */
export async function measureTree(pid: number): Promise<number> {
  const descendants = await listDescendants(pid);
  const sizes = [pid, ...descendants.map(({ pid }) => pid)].map((pid) => readMemory(pid).total);
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Returns the proportional memory of a process in megabytes, with and without mapped files. */
function readMemory(pid: number): { total: number; anonymous: number } {
  try {
    const text = readFileSync(`/proc/${pid}/smaps_rollup`, "latin1");
    const read = (name: string) => Number(text.split(`\n${name}:`)[1]?.trim().split(" ")[0]) / 1024;
    return { total: read("Pss"), anonymous: read("Pss_Anon") };
  } catch {
    // It has ended.
    return { total: 0, anonymous: 0 };
  }
}

const round = (megabytes: number) => Math.round(megabytes);
