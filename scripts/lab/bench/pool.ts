import { connect } from "node:net";
import { createSandbox, type SandboxMode } from "../../../core/platform/sandbox/sandbox.ts";
import { testHub } from "../../../core/testing/mod.ts";
import { hubData } from "./hub-data.ts";
import { load, median } from "./load.ts";
import { hubCommand, startServer } from "./server.ts";

const rounds = 3;
const seconds = 4;
const accountsEachRound = 500;
const path = "/api/dev/hash/sha256?text=hello";
/** A job of about 100 ms of computation in one process. */
const hashing = {
  path: "/api/dev/hash/password",
  body: { password: "x".repeat(20), algorithm: "argon2id", memory_kib: 65_536, iterations: 3 },
};
const jobsAtOnce = 16;

/**
 * Measures the latency of a light route during heavy work, uploads and slow clients, and the sandbox's cost per job.
 */
export async function benchPool(): Promise<Record<string, string>> {
  return {
    ...(await measureLightDuring(hashing)),
    ...(await measureLightUnder("uploads of 20 MB", upload)),
    ...(await measureLightUnder("1,000 slow clients", slowClientLoad)),
    ...(await measureSandboxCost()),
  };
}

const starts = 20;
const trips = 20;

/** Measures the first and later jobs of a process, alternately with the sandbox and without it. */
async function measureSandboxCost(): Promise<Record<string, string>> {
  const first: Record<SandboxMode, number[]> = { auto: [], require: [], off: [] };
  const next: Record<SandboxMode, number[]> = { auto: [], require: [], off: [] };
  for (let round = 0; round < starts; round++)
    for (const mode of ["off", "require"] as const) {
      const sandbox = createSandbox(mode);
      const hub = await testHub(`${import.meta.dir}/../../../plugins/dev`, {
        jobs: { size: 1, sandbox },
      });
      const requestExample = () =>
        hub.example("regex/test.post.ts").then((answer) => answer.bytes());
      const begin = performance.now();
      await requestExample();
      const then = performance.now();
      for (let trip = 0; trip < trips; trip++) await requestExample();
      first[mode].push(then - begin);
      next[mode].push((performance.now() - then) / trips);
      await hub.close(0);
    }
  const [bare, inside] = [Math.min(...first.off), Math.min(...first.require)];
  return {
    "first job of a process, without the sandbox": `${bare.toFixed(1)} ms`,
    "first job of a process, in the sandbox": `${inside.toFixed(1)} ms`,
    "difference (at most 15 ms)": `${(inside - bare).toFixed(1)} ms`,
    "round trip with / without the sandbox": (median(next.require) / median(next.off)).toFixed(2),
  };
}

/** A load on the hub during light calls. */
type Burden = (url: string, keys: readonly string[]) => { stop(): void; done: Promise<number> };

/** Measures the latency of a light route while every job process runs this job, against an idle hub. */
export async function measureLightDuring(job: Job): Promise<Record<string, string>> {
  return measureLightUnder("all job processes at work", (url, keys) =>
    saturate(url, { job, keys }),
  );
}

/** Measures the latency of a light route under another load, against an idle hub. */
async function measureLightUnder(what: string, burden: Burden): Promise<Record<string, string>> {
  const { env, keys } = await hubData(accountsEachRound * 2 * rounds + 64);
  const workers = keys.splice(0, 64);
  const hub = await startServer(hubCommand, env);
  const idle: number[] = [];
  const busy: number[] = [];
  const takeKeys = () => keys.splice(0, accountsEachRound);
  for (let round = 0; round < rounds; round++) {
    idle.push((await load(hub.url, { path, keys: takeKeys(), seconds, connections: 8 })).p99);
    const { stop, done } = burden(hub.url, workers);
    await Bun.sleep(500);
    busy.push((await load(hub.url, { path, keys: takeKeys(), seconds, connections: 8 })).p99);
    stop();
    if ((await done) === 0) throw new Error(`No call succeeded for ${what}`);
  }
  await hub.stop();
  return {
    [`p99 idle, then with ${what}`]: `${median(idle).toFixed(2)} ms, ${median(busy).toFixed(2)} ms`,
    [`ratio with ${what} (at most 1.5)`]: (median(busy) / median(idle)).toFixed(2),
  };
}

/** A request that runs in a job process. */
interface Job {
  path: string;
  body: unknown;
}

/** Keeps more jobs waiting than there are processes. */
function saturate(url: string, { job, keys }: { job: Job; keys: readonly string[] }) {
  const body = JSON.stringify(job.body);
  return postRepeatedly(url + job.path, { callers: jobsAtOnce, body, keys, isDone: 200 });
}

/** Posts from several callers until it is stopped, and counts the responses with a status. */
function postRepeatedly(
  url: string,
  {
    callers,
    body,
    type = "application/json",
    keys,
    isDone,
  }: {
    callers: number;
    body: string | Uint8Array<ArrayBuffer>;
    type?: string;
    keys: readonly string[];
    isDone: number;
  },
) {
  let stopped = false;
  let count = 0;
  const working = Array.from({ length: callers }, async (_, caller) => {
    for (let call = caller; !stopped; call += callers) {
      const headers = { "x-api-key": keys[call % keys.length] ?? "", "content-type": type };
      const answer = await fetch(url, { method: "POST", body, headers });
      await answer.bytes();
      if (answer.status === isDone) count++;
    }
  });
  return {
    stop: () => {
      stopped = true;
    },
    done: Promise.all(working).then(() => count),
  };
}

const uploaders = 2;
const uploadBytes = 20_000_000;

/** Uploads an invalid PDF repeatedly. The hub reads it to the end before rejecting it. */
const upload: Burden = (url, keys) =>
  postRepeatedly(`${url}/api/pdf/extract-text`, {
    callers: uploaders,
    body: new Uint8Array(uploadBytes).fill(32),
    type: "application/pdf",
    keys,
    isDone: 422,
  });

const slowClients = 1000;
const lineEveryMs = 1000;

/** Sends endless request headers, one line at a time. */
const slowClientLoad: Burden = (url) => {
  const { port } = new URL(url);
  const sockets = Array.from({ length: slowClients }, () => {
    const socket = connect(Number(port), "127.0.0.1");
    socket.on("error", () => {});
    socket.write("GET /api/dev/uuid HTTP/1.1\r\n");
    return socket;
  });
  let lines = 0;
  const timer = setInterval(() => {
    for (const socket of sockets) if (socket.write("x-slow: 1\r\n")) lines++;
  }, lineEveryMs);
  const ended = Promise.withResolvers<number>();
  return {
    stop() {
      clearInterval(timer);
      for (const socket of sockets) socket.destroy();
      ended.resolve(lines);
    },
    done: ended.promise,
  };
};
