import { createSandbox, type SandboxMode } from "../../core/runtime/sandbox/sandbox.ts";
import { testHub } from "../../core/testing/mod.ts";
import { hubData } from "./hub-data.ts";
import { load, median } from "./load.ts";
import { startServer } from "./server.ts";

const rounds = 3;
const seconds = 4;
const accountsEachRound = 500;
const path = "/api/dev/hash/sha256?text=hello";
/** A job of about 100 ms of pure work for one process. */
const hashing = {
  path: "/api/dev/hash/password",
  body: { password: "x".repeat(20), algorithm: "argon2id", memory_kib: 65_536, iterations: 3 },
};
const jobsAtOnce = 16;

/**
 * How long a light route takes while every job process hashes passwords, against an idle hub; and what the
 * kernel's border costs a job process.
 */
export async function benchPool(): Promise<Record<string, string>> {
  return { ...(await lightWhile(hashing)), ...(await costOfBorder()) };
}

const starts = 20;
const trips = 20;

/** The first job of a process, and those after it, inside the border and without one, by turns. */
async function costOfBorder(): Promise<Record<string, string>> {
  const first: Record<SandboxMode, number[]> = { auto: [], require: [], off: [] };
  const next: Record<SandboxMode, number[]> = { auto: [], require: [], off: [] };
  for (let round = 0; round < starts; round++)
    for (const mode of ["off", "require"] as const) {
      const sandbox = createSandbox(mode);
      const hub = await testHub(`${import.meta.dir}/../../plugins/dev`, {
        jobs: { size: 1, sandbox },
      });
      const ask = () => hub.example("regex/test.post.ts").then((answer) => answer.bytes());
      const begin = performance.now();
      await ask();
      const then = performance.now();
      for (let trip = 0; trip < trips; trip++) await ask();
      first[mode].push(then - begin);
      next[mode].push((performance.now() - then) / trips);
      await hub.close(0);
    }
  const [bare, inside] = [Math.min(...first.off), Math.min(...first.require)];
  return {
    "first job of a process, without the border": `${bare.toFixed(1)} ms`,
    "inside it": `${inside.toFixed(1)} ms`,
    "more (at most 15 ms)": `${(inside - bare).toFixed(1)} ms`,
    "round trip inside / without": (median(next.require) / median(next.off)).toFixed(2),
  };
}

/** How long a light route takes while every job process does such a job, against an idle hub. */
export async function lightWhile(job: Job): Promise<Record<string, string>> {
  const { env, keys } = await hubData(accountsEachRound * 2 * rounds + 64);
  const workers = keys.splice(0, 64);
  const hub = await startServer([process.execPath, "core/main.ts"], env);
  const idle: number[] = [];
  const busy: number[] = [];
  const take = () => keys.splice(0, accountsEachRound);
  for (let round = 0; round < rounds; round++) {
    idle.push((await load(hub.url, { path, keys: take(), seconds, connections: 8 })).p99);
    const { stop, done } = saturate(hub.url, { job, keys: workers });
    await Bun.sleep(500);
    busy.push((await load(hub.url, { path, keys: take(), seconds, connections: 8 })).p99);
    stop();
    if ((await done) === 0) throw new Error("No job was done, so nothing was saturated");
  }
  await hub.stop();
  return {
    "p99 idle": `${median(idle).toFixed(2)} ms`,
    "p99 with all job processes at work": `${median(busy).toFixed(2)} ms`,
    "ratio (at most 3)": (median(busy) / median(idle)).toFixed(2),
  };
}

/** A request that a job process works on. */
interface Job {
  path: string;
  body: unknown;
}

/** Keeps more jobs waiting than there are processes. */
function saturate(url: string, { job, keys }: { job: Job; keys: readonly string[] }) {
  const body = JSON.stringify(job.body);
  let stopped = false;
  let count = 0;
  const callers = Array.from({ length: jobsAtOnce }, async (_, caller) => {
    for (let call = 0; !stopped; call++) {
      const answer = await fetch(url + job.path, {
        method: "POST",
        body,
        headers: {
          "x-api-key": keys[(caller + call * jobsAtOnce) % keys.length] ?? "",
          "content-type": "application/json",
        },
      });
      await answer.bytes();
      if (answer.status === 200) count++;
    }
  });
  return {
    stop: () => {
      stopped = true;
    },
    done: Promise.all(callers).then(() => count),
  };
}
