import { afterEach, expect, test } from "bun:test";
import { json, type TestHubOptions, testHub } from "../../testing/mod.ts";

type Hub = Awaited<ReturnType<typeof testHub>>;

const dir = `${import.meta.dir}/fixtures/labour`;
const opened: Hub[] = [];
afterEach(() => Promise.all(opened.splice(0).map((hub) => hub.close(0))));

async function open(jobs: NonNullable<TestHubOptions["jobs"]>): Promise<Hub> {
  const hub = await testHub(dir, { jobs });
  opened.push(hub);
  return hub;
}

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await Bun.sleep(5);
}

async function state(hub: Hub, key: string): Promise<unknown> {
  return (await json(await hub.get(`/api/labour/state?key=${key}`))).value;
}

function release(hub: Hub): Promise<Response> {
  return hub.get("/api/labour/state?key=go&value=1");
}

const wait = "/api/labour/wait?until=go";

test("as many jobs run concurrently as there are processes", async () => {
  const hub = await open({ size: 2 });
  const jobs = [1, 2, 3].map(() => hub.get(wait));
  await until(async () => (await state(hub, "waiting")) === 2);
  expect(hub.jobs()).toMatchObject([
    { plugin: undefined, processes: 2, running: 2, queued: 1, oldestWaitMs: expect.any(Number) },
  ]);
  await release(hub);
  expect((await Promise.all(jobs)).map((res) => res.status)).toEqual([200, 200, 200]);
});

const as = (caller: string) => ({ "x-api-key": caller });

/** Checks that the response says that the hub is busy, why, and when to retry. */
async function expectBusy(res: Response, why: string): Promise<void> {
  const { code, detail } = await json(res);
  const seconds = res.headers.get("retry-after");
  expect([res.status, code]).toEqual([503, "busy"]);
  expect(detail).toBe(`${why}: call again in ${seconds} s`);
  expect(Number(seconds)).toBeGreaterThanOrEqual(1);
}

test("an account that fills half of the queue is rejected, and others can still wait", async () => {
  const hub = await open({ size: 1, queueMax: 4 });
  const taken = [1, 2, 3].map(() => hub.get(wait, as("ada")));
  await expectBusy(
    await hub.get(wait, as("ada")),
    "Too many of your calls are waiting for a worker (2)",
  );
  const other = hub.get("/api/labour/wait?until=go", as("bob"));
  await release(hub);
  for (const job of [...taken, other]) expect((await job).status).toBe(200);
});

test("when the queue is full, the account with the most jobs makes room for others", async () => {
  const hub = await open({ size: 1, queueMax: 4, reserveAfterMs: 60_000 });
  const ada = [1, 2, 3].map(() => hub.get(wait, as("ada")));
  const bob = [1, 2].map(() => hub.get(wait, as("bob")));
  const cyd = hub.get(wait, as("cyd"));
  await expectBusy(
    await Promise.race(ada),
    "Too many calls are waiting for a worker (1 of yours, 3 of others)",
  );
  await expectBusy(
    await hub.get(wait, as("cyd")),
    "Too many calls are waiting for a worker (1 of yours, 3 of others)",
  );
  await release(hub);
  const answers = await Promise.all([...ada, ...bob, cyd]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 503, 200, 200, 200]);
});

test("an account that uses all processes shares them with another that calls", async () => {
  const hub = await open({ size: 2 });
  const held = [1, 2, 3].map(() => hub.get(wait, as("ada")));
  await until(async () => (await state(hub, "waiting")) === 2);
  expect((await hub.get("/api/labour/self", as("bob"))).status).toBe(200);
  expect(hub.jobs()).toMatchObject([{ processes: 3, running: 2, queued: 1 }]);
  await release(hub);
  await Promise.all(held);
});

test("calls without a key queue by their network", async () => {
  const hub = await open({ size: 1, queueMax: 2 });
  const from = (address: string) => ({ "x-api-key": "", "x-forwarded-for": address });
  const call = (address: string) => hub.get("/try/labour/wait", from(address));
  const taken = [call("2001:db8::1"), call("2001:db8::2")];
  await expectBusy(
    await call("2001:db8:0:0:ffff::3"),
    "Too many of your calls are waiting for a worker (1)",
  );
  taken.push(call("2001:db8:0:1::1"));
  await release(hub);
  for (const job of taken) expect((await job).status).toBe(200);
});

test("a job goes to a process that has loaded its file", async () => {
  const hub = await open({ size: 2 });
  const [, other] = await Promise.all([hub.get(wait), hub.get("/api/labour/self"), release(hub)]);
  const { process } = await json(other);
  await hub.get("/api/labour/keep");
  expect((await json(await hub.get("/api/labour/self"))).process).toBe(process);
});

test("a process is replaced after a number of jobs", async () => {
  const hub = await open({ size: 1, jobsMax: 2 });
  const seen = [];
  for (let job = 0; job < 4; job++) seen.push((await json(await hub.get("/api/labour/self"))).jobs);
  expect(seen).toEqual([1, 2, 1, 2]);
});

test("idle processes are stopped", async () => {
  const hub = await open({ size: 1, idleMs: 0 });
  await hub.get("/api/labour/self");
  await until(() => hub.jobs()[0]?.processes === 0);
  expect((await json(await hub.get("/api/labour/self"))).jobs).toBe(1);
});

test("idle processes are stopped earlier if they are large", async () => {
  const hub = await open({ size: 1, idleMs: 3_600_000, largeIdleMs: 0, restingMbMax: 1 });
  await hub.get("/api/labour/self");
  await until(() => hub.jobs()[0]?.processes === 0);
});

test("a process that several routes have enlarged is replaced after ten jobs", async () => {
  const large = { largeIdleMs: 3_600_000, restingMbMax: 1 };
  const hub = await open({ size: 1, ...large });
  const runSelf = async () => (await json(await hub.get("/api/labour/self"))).jobs;
  for (let job = 1; job <= 12; job++) expect(await runSelf()).toBe(job);
  await hub.get("/api/labour/keep");
  expect(await runSelf()).toBe(1);
  await hub.get("/api/labour/keep");
  for (let job = 2; job <= 9; job++) expect(await runSelf()).toBe(job);
  expect(await runSelf()).toBe(1);
});

test("a process of routes with ownProcess stays although it is large", async () => {
  const hub = await open({ size: 2, largeIdleMs: 3_600_000, restingMbMax: 1 });
  const run = async (route: string) => (await json(await hub.get(`/api/labour/${route}`))).process;
  const first = await run("apart");
  for (let job = 0; job < 6; job++)
    expect([await run("apart-too"), await run("apart")]).toEqual([first, first]);
});

test("a process that has work again isn't stopped for its earlier idleness", async () => {
  const hub = await open({ size: 1, idleMs: 30 });
  await hub.get("/api/labour/self");
  const job = hub.get(wait);
  await until(async () => (await state(hub, "waiting")) === 1);
  await Bun.sleep(60);
  await release(hub);
  expect((await job).status).toBe(200);
});

test("a free process takes any job before another is started", async () => {
  const hub = await open({ size: 2 });
  for (const path of ["self", "keep", "log", "self"]) await hub.get(`/api/labour/${path}`);
  expect(hub.jobs()).toMatchObject([{ processes: 1, running: 0 }]);
});

test("a handler is notified when its caller leaves", async () => {
  const hub = await open({ size: 1 });
  const caller = new AbortController();
  void hub.get("/api/labour/sleep", {}, caller.signal);
  await until(async () => (await state(hub, "state")) === "asleep");
  caller.abort();
  await until(async () => (await state(hub, "state")) === "woken");
  expect((await hub.get("/api/labour/self")).status).toBe(200);
});

test("a handler that ignores that is killed", async () => {
  const hub = await open({ size: 1 });
  const caller = new AbortController();
  void hub.get("/api/labour/deaf", {}, caller.signal);
  await until(async () => (await state(hub, "state")) === "deaf");
  caller.abort();
  expect((await json(await hub.get("/api/labour/self"))).jobs).toBe(1);
});

test("a job whose caller left while it was queued never runs", async () => {
  const hub = await open({ size: 1 });
  const caller = new AbortController();
  const first = hub.get(wait);
  void hub.get(wait, {}, caller.signal);
  await until(() => hub.jobs()[0]?.queued === 1);
  caller.abort();
  expect(hub.jobs()[0]?.queued).toBe(0);
  await release(hub);
  await first;
  expect(await state(hub, "waiting")).toBe(1);
});

test("a job that waits too long for a process fails with 503", async () => {
  const hub = await open({ size: 1, waitMsMax: 50 });
  const first = hub.get(wait);
  await expectBusy(await hub.get("/api/labour/self"), "No worker became free in time");
  await release(hub);
  await first;
});

test("queue time doesn't count towards a job's time limit", async () => {
  const hub = await open({ size: 1 });
  const first = hub.get(wait);
  const second = hub.get("/api/labour/spin?at_most_ms=100");
  await until(() => (hub.jobs()[0]?.oldestWaitMs ?? 0) > 200);
  await release(hub);
  await first;
  expect(await json(await second)).toMatchObject({ code: "job_timeout", timeout_ms: 100 });
});

test("closing waits for accepted jobs", async () => {
  const hub = await open({ size: 1 });
  const taken = [hub.get(wait), hub.get(wait)];
  await until(() => hub.jobs()[0]?.queued === 1);
  const closed = hub.close();
  await release(hub);
  expect((await Promise.all(taken)).map((res) => res.status)).toEqual([200, 200]);
  await closed;
  await until(() => hub.jobs()[0]?.processes === 0);
});

test("closing stops idle processes immediately, and others finish their jobs", async () => {
  const hub = await open({ size: 2 });
  const job = hub.get(wait);
  await until(async () => (await state(hub, "waiting")) === 1);
  await hub.get("/api/labour/self");
  expect(hub.jobs()).toMatchObject([{ processes: 2, running: 1 }]);
  const closed = hub.close();
  await until(() => hub.jobs()[0]?.processes === 1);
  expect(hub.jobs()).toMatchObject([{ running: 1 }]);
  await release(hub);
  expect((await job).status).toBe(200);
  await closed;
});

test("closing kills jobs that aren't done in time", async () => {
  const hub = await open({ size: 1 });
  const taken = [hub.get(wait), hub.get(wait)];
  await until(() => hub.jobs()[0]?.queued === 1);
  await hub.close(10);
  for (const job of taken) expect((await json(await job)).code).toBe("draining");
  await until(() => hub.jobs()[0]?.processes === 0);
});

test("a closed pool rejects jobs", async () => {
  const hub = await open({ size: 1 });
  await hub.close();
  const res = await hub.get("/api/labour/self");
  expect([res.status, (await json(res)).code]).toEqual([503, "draining"]);
});
