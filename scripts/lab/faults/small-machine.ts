import { mkdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { loadAll } from "../../../core/host/load/load-all.ts";
import { exampleRequest } from "../../../core/testing/mod.ts";
import { startStandIns } from "../../../tests/standins/server.ts";
import { type Fault, type Outcome, withHub } from "./fault.ts";
import { measureTree } from "./memory.ts";

const megabyte = 2 ** 20;
/** The memory of the machine. */
const machineMb = 1024;

/** A hub that shares a gigabyte with its job processes and its browser. */
export const smallMachines: Fault[] = [
  {
    name: "1 GB of memory and no swap: the example of every endpoint",
    run: async () => {
      const group = createGroup();
      const standIns = await startStandIns();
      try {
        return await callExamples(group, standIns.setting);
      } finally {
        standIns.stop();
        if (group !== undefined) await removeGroup(group);
      }
    },
  },
];

function callExamples(group: string | undefined, upstreams: string): Promise<Outcome> {
  // Without a group the hub doesn't know that it has less memory than the machine.
  const env: Record<string, string> = group === undefined ? { HUB_JOBS: "1" } : {};
  return withHub({ ...env, HUB_UPSTREAMS: upstreams }, async ({ key, start }) => {
    const first = group === undefined ? ":" : `echo $$ >${group}/cgroup.procs`;
    const { child, url } = await start({ first });
    let peakMb = 0;
    const sampling = setInterval(async () => {
      peakMb = Math.max(peakMb, await measureTree(child.pid));
    }, 250);
    const root = `${import.meta.dir}/../../../plugins`;
    const { plugins } = await loadAll([root], { strict: true });
    const failures: string[] = [];
    const routes = plugins.flatMap(({ routes }) => routes);
    for (const loaded of routes) {
      const request = exampleRequest(loaded);
      const { pathname, search } = new URL(request.url);
      const headers = new Headers(request.headers);
      headers.set("x-api-key", key);
      const body = request.body && (await request.bytes());
      const { method } = request;
      const outcome = await fetch(`${url}${pathname}${search}`, { method, headers, body }).then(
        async (answer) => {
          await answer.bytes();
          return answer.status;
        },
        (error: Error) => error.message,
      );
      // An upstream that has no stand-in is not the hub's fault.
      if (typeof outcome === "string" || (outcome >= 500 && outcome !== 502))
        failures.push(`${method} ${loaded.path} (${outcome})`);
    }
    clearInterval(sampling);
    const isBounded = group !== undefined || peakMb <= machineMb;
    const bound = group === undefined ? "checked by the sum of PSS" : "enforced by a control group";
    return {
      held: failures.length === 0 && isBounded && child.exitCode === null,
      figure: `${machineMb} MB, ${bound}; ${routes.length - failures.length} of ${routes.length} answered${failures.map((one) => `, not ${one}`).join("")}; at most ${Math.round(peakMb)} MB (PSS of all processes)`,
    };
  });
}

/** Creates a control group with the memory of a small machine, below the own one. Undefined if that is not allowed. */
function createGroup(): string | undefined {
  for (const line of readFileSync("/proc/self/cgroup", "utf8").trim().split("\n")) {
    const [, controllers = "", path = ""] = line.split(":");
    const isUnified = controllers === "";
    if (!isUnified && controllers !== "memory") continue;
    const folder = `/sys/fs/cgroup${isUnified ? "" : "/memory"}${path}/utilhub-faults-${process.pid}`;
    const limits = isUnified
      ? { "memory.max": machineMb * megabyte, "memory.swap.max": 0 }
      : { "memory.limit_in_bytes": machineMb * megabyte, "memory.swappiness": 0 };
    try {
      mkdirSync(folder);
      for (const [file, value] of Object.entries(limits))
        writeFileSync(`${folder}/${file}`, String(value));
      return folder;
    } catch {
      try {
        rmdirSync(folder);
      } catch {
        // It was not created.
      }
    }
  }
  return undefined;
}

/** Removes a group once its last process has ended. */
async function removeGroup(group: string): Promise<void> {
  for (let tries = 0; ; tries++)
    try {
      rmdirSync(group);
      return;
    } catch (error) {
      if (tries === 100) throw error;
      await Bun.sleep(50);
    }
}
