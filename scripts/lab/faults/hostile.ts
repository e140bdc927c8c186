import { gzipSync } from "node:zlib";
import {
  callInBackground,
  type Fault,
  listDescendants,
  readMemoryMb,
  type TriedHub,
  withHub,
} from "./fault.ts";

/** A request that costs its sender little and an unprotected hub much. */
interface HostileRequest {
  name: string;
  path: string;
  body?: Buffer;
  headers?: Record<string, string>;
}

/** The delays of an event loop in milliseconds: by the clock, and without the hub's waits for a processor. */
interface LoopDelays {
  clock: { p999: number; max: number };
  own: { p999: number; max: number };
}

/** The number of requests that are sent at once. */
const atOnce = 4;
const answerMs = 60_000;
/** The allowed delays of the hub's event loop, without its waits for a processor. */
const delayMs = { p999: 50, max: 150 };
/** Memory that the hub may need in addition to twice the bodies in flight, in megabytes. */
const slackMb = 100;

const json = (name: string, path: string, text: string): HostileRequest => ({
  name,
  path,
  body: Buffer.from(text),
  headers: { "content-type": "application/json" },
});
const urlencoded = { "content-type": "application/x-www-form-urlencoded" };
const names = (count: number) =>
  `{${Array.from({ length: count }, (_, index) => `"k${index}":1`).join(",")}}`;
const part = '--b\r\nContent-Disposition: form-data; name="files"; filename="a"\r\n\r\nx\r\n';
const post = (text: string) =>
  `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"text":"${text}"}}`;

function listRequests(): HostileRequest[] {
  const threeMillionNames = names(3_000_000);
  return [
    json("3 million names", "/api/pdf/merge", threeMillionNames),
    json("15 million lists", "/api/pdf/merge", `{"files":[${"[],".repeat(15_000_000)}0]}`),
    json("95,000 names", "/api/dev/json/query", names(31_000)),
    json("256 KiB of names", "/api/dev/json/query", names(25_000)),
    json("9,000 names", "/api/dev/otp", names(2900)),
    json("deep lists", "/api/pdf/merge", "[".repeat(40_000_000)),
    json("a text of 45 MB", "/api/pdf/merge", `{"files":"${"x".repeat(45_000_000)}"}`),
    json("12 MB of escapes", "/api/dev/json/query", `{"json":"${"\\u0041".repeat(2_000_000)}"}`),
    json("12 MB of quotes", "/mcp", post('\\"'.repeat(6_000_000))),
    json("19,000 lists", "/mcp", post(`","a":[${"[],".repeat(9000)}0],"b":"`)),
    {
      ...json("3 million names, compressed", "/api/pdf/merge", ""),
      body: gzipSync(threeMillionNames),
      headers: { "content-type": "application/json", "content-encoding": "gzip" },
    },
    {
      name: "100,000 form fields",
      path: "/api/pdf/merge",
      body: Buffer.from("a=1&".repeat(100_000)),
      headers: urlencoded,
    },
    {
      name: "a form field of 12 MB",
      path: "/api/dev/json/query",
      body: Buffer.from(`json=${"%5B".repeat(4_000_000)}`),
      headers: urlencoded,
    },
    {
      name: "100,000 form parts",
      path: "/api/pdf/merge",
      body: Buffer.from(`${part.repeat(100_000)}--b--\r\n`),
      headers: { "content-type": "multipart/form-data; boundary=b" },
    },
    { name: "250,000 parameters", path: `/api/dev/hash/md5?${"a=1&".repeat(250_000)}` },
    { name: "a list of a million", path: `/api/image/badge?label=${",".repeat(1_000_000)}` },
    { name: "a million escapes", path: `/api/dev/hash/md5?text=${"%41".repeat(330_000)}` },
    { name: "the API document", path: "/openapi.json" },
    { name: "the limits page", path: "/documentation/limits" },
    ...["accept", "accept-encoding", "cookie", "if-none-match", "prefer", "x-forwarded-for"].map(
      (header) => ({
        name: `a ${header} header of 900 kB`,
        path: "/api/dev/hash/md5?text=a",
        headers: { [header]: "a/b;q=0.5,".repeat(90_000) },
      }),
    ),
  ];
}

/** Sends a request and returns the status, or the reason why there is none. */
async function send(url: string, key: string, { path, body, headers }: HostileRequest) {
  const init = body ? { method: "POST", body: new Uint8Array(body) } : {};
  return fetch(url + path, {
    ...init,
    headers: { "x-api-key": key, ...headers },
    signal: AbortSignal.timeout(answerMs),
  }).then(
    async (answer) => {
      await answer.bytes();
      return String(answer.status);
    },
    (error: { code?: string; name: string }) => error.code ?? error.name,
  );
}

/** Returns the delays of the hub's event loop since the last call. */
async function readDelays(pid: number, file: string): Promise<LoopDelays> {
  await Bun.write(file, "");
  process.kill(pid, "SIGUSR2");
  for (;;) {
    await Bun.sleep(50);
    const text = await Bun.file(file).text();
    if (text) return JSON.parse(text) as LoopDelays;
  }
}

/** A job of another caller. */
const job = json("a job", "/api/dev/json/format", '{"json":"{}"}');

/** Runs jobs of another caller until stopped. Returns a function that stops it and returns the results. */
function runJobsInBackground(url: string, key: string): () => Promise<string[]> {
  const answers: string[] = [];
  let isOver = false;
  const running = (async () => {
    while (!isOver) {
      answers.push(await send(url, key, job));
      await Bun.sleep(200);
    }
  })();
  return async () => {
    isOver = true;
    await running;
    return answers;
  };
}

/** Issues a key to another account. */
async function signUp(url: string): Promise<string> {
  const body = JSON.stringify({ email: "other@example.com" });
  const headers = { "content-type": "application/json" };
  const answer = await fetch(`${url}/api-key`, { method: "POST", body, headers });
  return ((await answer.json()) as { api_key: string }).api_key;
}

async function attack({ start, data, key }: TriedHub, count: number) {
  const file = `${data}/loop-delay.json`;
  const { child, url } = await start({
    first: "taskset -pc 0 $$ >/dev/null",
    env: { LOOP_DELAY_FILE: file, BUN_OPTIONS: `--preload=${import.meta.dir}/loop-delay.ts` },
  });
  const { pid } = child;
  const requests = listRequests();
  // Loads what each request needs, which happens once.
  for (const request of requests) await send(url, key, request);
  await Bun.sleep(1000);
  await readDelays(pid, file);
  const idleMb = await readMemoryMb(pid);
  let peakMb = 0;
  let treeMb = 0;
  const watch = setInterval(async () => {
    peakMb = Math.max(peakMb, await readMemoryMb(pid).catch(() => 0));
    const jobs = await listDescendants(pid);
    const each = await Promise.all(jobs.map((job) => readMemoryMb(job.pid).catch(() => 0)));
    treeMb = Math.max(
      treeMb,
      each.reduce((sum, one) => sum + one, peakMb),
    );
  }, 100);
  const other = await signUp(url);
  const calls = callInBackground(url, other, { count: 1 });
  const endJobs = runJobsInBackground(url, other);
  const failures = new Map<string, number>();
  let next = 0;
  const attackers = Array.from({ length: atOnce }, async () => {
    while (next < count) {
      const request = requests[next++ % requests.length];
      if (!request) continue;
      const status = await send(url, key, request);
      const isAnswered = /^[24]/.test(status) || status === "503";
      if (isAnswered) continue;
      const what = `${request.name}: ${status}`;
      failures.set(what, (failures.get(what) ?? 0) + 1);
    }
  });
  await Promise.all(attackers);
  clearInterval(watch);
  const jobs = await endJobs();
  const light = await calls.end();
  const delays = await readDelays(pid, file);
  return { delays, idleMb, peakMb, treeMb, failures, light, jobs, requests };
}

/** Bodies, queries and headers that are meant to hold up other callers. */
export const hostile: Fault[] = [
  {
    name: "hostile bodies, queries and headers of one account without limits",
    run: ({ isShort }) =>
      withHub({}, async (hub) => {
        const count = isShort ? 150 : 2000;
        const { delays, idleMb, peakMb, treeMb, failures, light, jobs, requests } = await attack(
          hub,
          count,
        );
        const served = jobs.filter((status) => status === "200").length;
        const largestMb = Math.max(...requests.map(({ body }) => body?.length ?? 0)) / 2 ** 20;
        const memoryMb = Math.round(idleMb + 2 * atOnce * largestMb + slackMb);
        return {
          held:
            delays.own.p999 <= delayMs.p999 &&
            delays.own.max <= delayMs.max &&
            peakMb <= memoryMb &&
            failures.size === 0 &&
            served === jobs.length &&
            Object.keys(light.answers).join() === "200",
          figure: `${count} requests on one core; event loop delayed by ${delays.own.p999} ms (p99.9) and at most ${delays.own.max} ms, with waits for a processor ${delays.clock.p999} and ${delays.clock.max} ms; hub ${idleMb} to ${peakMb} MB of ${memoryMb}, all processes ${treeMb} MB; ${light.answers[200] ?? 0} of ${light.sent} light calls and ${served} of ${jobs.length} jobs of another account succeeded, light calls within ${light.slowest} ms${[...failures].map(([what, times]) => `; ${times} x ${what}`).join("")}`,
        };
      }),
  },
];
