import { afterAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { readFileSync } from "node:fs";
import { getPriority } from "node:os";
import { quietLog } from "../../platform/log/log.ts";
import { residentMb } from "../../platform/sandbox/memory.ts";
import { listThreads } from "../../platform/sandbox/processor-wait.ts";
import { json, testHub } from "../../testing/mod.ts";

// A time limit that only stops a hanging test.
setDefaultTimeout(900_000);

const hub = await testHub(`${import.meta.dir}/fixtures/labour`, {
  jobs: { size: 1 },
  log: quietLog,
});
afterAll(() => hub.close());

async function processNow(): Promise<number> {
  return (await json(await hub.get("/api/labour/self"))).process;
}

test("a handler that spins is killed when its time is up", async () => {
  const before = await processNow();
  const res = await hub.get("/api/labour/spin");
  expect(res.status).toBe(504);
  expect(await json(res)).toMatchObject({ code: "job_timeout", timeout_ms: 200 });
  expect(await processNow()).not.toBe(before);
});

test("the start of a process and the loading of a route don't count as the handler's time", async () => {
  expect((await hub.get("/api/labour/slow-start")).status).toBe(200);
});

test("a handler's time limit can depend on its input", async () => {
  const res = await hub.get("/api/labour/spin?at_most_ms=30");
  expect((await json(res)).detail).toBe(
    "Cannot finish the work in time: it may take at most 30 ms",
  );
});

test("a handler that exceeds its memory is killed", async () => {
  const before = await processNow();
  // It waits there, so the time of the hub's memory check makes no difference.
  const res = await hub.get("/api/labour/fill?mb=400&stay=true");
  expect(res.status).toBe(422);
  expect(await json(res)).toMatchObject({ code: "job_memory", memory_mb_max: 300 });
  expect(await processNow()).not.toBe(before);
});

/** Together with the process's own memory this is more than half of a job's limit, and far below all of it. */
const half = "/api/labour/fill?mb=170";

test("a process isn't replaced because of garbage", async () => {
  const { process: first } = await json(await hub.get(`${half}&keep=false`));
  const res = await hub.get(`${half}&keep=false`);
  expect([res.status, (await json(res)).process]).toEqual([200, first]);
});

test("a process that has retained half of a job's memory gets no further job", async () => {
  const { process: first } = await json(await hub.get(half));
  const res = await hub.get(half);
  expect(res.status).toBe(200);
  expect((await json(res)).process).not.toBe(first);
  // The pool has made room: there is one process, as configured.
  while (hub.jobs()[0]?.processes !== 1) await Bun.sleep(5);
});

describe("a process that exits by itself costs one request", () => {
  test.each(["killed", "left", "rejected", "cut-off", "garbled", "unsaid"])(
    "when it was %s",
    async (how) => {
      const before = await processNow();
      const res = await hub.get(`/api/labour/die?how=${how}`);
      expect(res.status).toBe(500);
      expect(await json(res)).toMatchObject({
        code: "job_crashed",
        detail: "The process doing the work died",
      });
      expect(await processNow()).not.toBe(before);
    },
  );
});

test.if(process.platform === "linux")(
  "when memory is short, the kernel kills job processes first",
  async () => {
    const worker = await processNow();
    expect(readFileSync(`/proc/${worker}/oom_score_adj`, "latin1").trim()).toBe("1000");
  },
);

test("a job process starts at the hub's priority and works at a lower one, in all its threads", async () => {
  const { process: worker, load_priority } = await json(await hub.get("/api/labour/self"));
  expect(load_priority).toBe(getPriority());
  for (const thread of [worker, ...listThreads(worker).map(Number)])
    expect(getPriority(thread)).toBeGreaterThan(getPriority());
});

test.if(process.platform === "linux")("a handler that spins doesn't outlive the hub", async () => {
  const holder = Bun.spawn([process.execPath, `${import.meta.dir}/fixtures/holder.ts`], {
    cwd: `${import.meta.dir}/../../..`,
    stdout: "pipe",
  });
  const { value } = await holder.stdout.getReader().read();
  const worker = Number(new TextDecoder().decode(value));
  expect(residentMb(worker)).toBeGreaterThan(0);
  holder.kill("SIGKILL");
  while (residentMb(worker) !== undefined) await Bun.sleep(5);
});
