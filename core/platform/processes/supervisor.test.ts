import { afterEach, expect, test } from "bun:test";
import { isFullDepth, json } from "hub/testing";
import { issueKeys, startProcess } from "../../testing/hub-process.ts";
import { isRunning } from "../../testing/is-running.ts";
import { dataFolder } from "../../testing/running-hub.ts";

const path = "/api/dev/hash/md5?text=a";
const started: Awaited<ReturnType<typeof startProcess>>[] = [];
let data = dataFolder();

async function start(env: Record<string, string> = {}) {
  const hub = await startProcess({ HUB_DATA: data.path, HUB_PROCESSES: "2", ...env });
  started.push(hub);
  await hub.readLog(({ message }) => message.includes("processes listen on port"));
  return hub;
}

afterEach(async () => {
  for (const { child } of started.splice(0)) {
    child.kill("SIGKILL");
    await child.exited;
  }
  data.remove();
  data = dataFolder();
});

type Hub = Awaited<ReturnType<typeof start>>;

/** Returns the processes that respond, as request ID prefixes and process numbers. */
async function findProcesses({ url }: Hub, wanted = 2): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for (let tries = 0; tries < 400 && found.size < wanted; tries++) {
    const answer = await fetch(`${url}/admin/api/jobs`, {
      headers: { authorization: `Bearer ${token}` },
      keepalive: false,
    });
    const id = answer.headers.get("x-request-id")?.split("-")[0] ?? "";
    found.set(id, (await json(answer)).process);
    await Bun.sleep(5);
  }
  return found;
}

const token = "operators-token-of-tests";

/** Calls over new and persistent connections until stopped. Counts successes and failures. */
function callers({ url }: Hub, count: number, keyOf: (index: number) => string = () => "") {
  const statuses = new Map<string, number>();
  let isOver = false;
  const countStatus = (what: string) => statuses.set(what, (statuses.get(what) ?? 0) + 1);
  const working = Array.from({ length: count }, async (_, index) => {
    while (!isOver) {
      try {
        const headers = { "x-api-key": keyOf(index) };
        const answer = await fetch(url + path, { headers, keepalive: index % 2 === 0 });
        await answer.bytes();
        countStatus(String(answer.status));
        // Several hundred calls a second cover every moment of a replacement.
        await Bun.sleep(10);
      } catch (error) {
        countStatus((error as { code?: string }).code ?? String(error));
      }
    }
  });
  return {
    statuses,
    async end(): Promise<Record<string, number>> {
      isOver = true;
      await Promise.all(working);
      return Object.fromEntries(statuses);
    },
  };
}

test("several processes on one port share limits, one that dies is replaced, and none outlives a killed supervisor", async () => {
  const env = { HUB_TIERS: "free=10/1000", HUB_ADMIN_TOKEN: token };
  const hub = await start(env);
  const [key = ""] = await issueKeys(data.path, 1, env);
  const calls = isFullDepth ? 500 : 100;
  const statuses = await Promise.all(
    Array.from({ length: calls }, async () => {
      const answer = await fetch(hub.url + path, {
        headers: { "x-api-key": key },
        keepalive: false,
      });
      await answer.bytes();
      return answer.status;
    }),
  );
  expect(statuses.filter((status) => status === 200)).toHaveLength(10);
  expect(statuses.filter((status) => status === 429)).toHaveLength(calls - 10);
  const before = await findProcesses(hub);
  expect(before.size).toBe(2);
  const [victim = Number.NaN] = before.values();
  process.kill(victim, "SIGKILL");
  await hub.readLog(({ message }) =>
    /^Process [12] ended unexpectedly \(SIGKILL\): a new one starts now$/.test(message),
  );
  const after = await findProcesses(hub);
  expect([...after.values()]).not.toContain(victim);
  expect(after.size).toBe(2);
  hub.child.kill("SIGKILL");
  const left = [...after.values()];
  while (left.some(isRunning)) await Bun.sleep(20);
});

test("an invalid setting, or a port in use, ends the start with one message", async () => {
  const taken = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response() });
  const { port } = taken;
  const env = { HUB_DATA: data.path, HUB_PROCESSES: "3", PORT: String(port) };
  const failure = await startProcess(env).catch((error: Error) => error.message);
  await taken.stop(true);
  expect(String(failure).match(/utilhub cannot start/g)).toHaveLength(1);
  expect(failure).toContain(`port ${port} at 127.0.0.1 is in use`);
  const wrong = await startProcess({ ...env, HUB_PROCESSES: "many" }).catch(
    (error) => error.message,
  );
  expect(wrong).toContain(
    'HUB_PROCESSES must be auto or a whole number from 1 to 256: it is \\"many\\"',
  );
});

test("the operator reads the totals of all processes, replaces all under load, drains all through one, and stops all", async () => {
  const env = {
    HUB_TIERS: "free=unlimited/unlimited",
    HUB_ADMIN_TOKEN: token,
    HUB_METRICS_TOKEN: "metrics-token",
  };
  const hub = await start(env);
  const [key = ""] = await issueKeys(data.path, 1, env);
  for (let call = 0; call < 40; call++)
    await fetch(hub.url + path, { headers: { "x-api-key": key }, keepalive: false });
  const headers = { authorization: "Bearer metrics-token" };
  const metrics = await (await fetch(`${hub.url}/metrics`, { headers, keepalive: false })).text();
  expect(metrics.match(/^# TYPE hub_answers_total counter$/gm)).toHaveLength(1);
  const counts = [
    ...metrics.matchAll(
      /^hub_answers_total\{process="([12])",service="dev",.*status="2xx"\} (\d+)$/gm,
    ),
  ];
  expect(counts.map(([, number]) => number).toSorted()).toEqual(["1", "2"]);
  expect(counts.reduce((sum, [, , count]) => sum + Number(count), 0)).toBe(40);

  // No call fails while SIGHUP or SIGUSR2 replaces the processes.
  const before = await findProcesses(hub);
  const calls = callers(hub, 8, () => key);
  for (let rolls = 1; rolls <= (isFullDepth ? 3 : 1); rolls++) {
    hub.child.kill(rolls === 2 ? "SIGUSR2" : "SIGHUP");
    let told = 0;
    await hub.readLog(
      ({ message }) => message === "All processes were replaced" && ++told === rolls,
    );
  }
  const answers = await calls.end();
  expect(answers).toEqual({ 200: answers[200] ?? 0 });
  const after = await findProcesses(hub);
  for (const number of before.values()) expect([...after.values()]).not.toContain(number);

  const drained = await fetch(`${hub.url}/admin/api/drain`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ draining: true }),
  });
  expect(drained.status).toBe(200);
  const isReady = async () => (await fetch(`${hub.url}/readyz`, { keepalive: false })).ok;
  // After the requests above, both processes have received it.
  const numbers = [...(await findProcesses(hub)).values()];
  for (let call = 0; call < 20; call++) expect(await isReady()).toBe(false);

  hub.child.kill("SIGTERM");
  expect(await hub.ended()).toBe(0);
  expect(numbers.filter(isRunning)).toEqual([]);
});
