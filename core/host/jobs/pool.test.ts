import { afterAll, describe, expect, spyOn, test } from "bun:test";
import type { CallDoors } from "../../contract/doors.ts";
import { quietLog } from "../../platform/log/log.ts";
import { type DoorBackends, grant } from "../doors/grant.ts";
import type { Values } from "../handler/handler-input.ts";
import { loadPlugin } from "../load/load-plugin.ts";
import type { LoadedPlugin } from "../plugin/loaded-plugin.ts";
import { Job } from "./job.ts";
import { createPool, type Pool } from "./pool.ts";

const lines: unknown[] = [];
const [labour, isolated] = await Promise.all(
  ["labour", "isolated"].map((name) => loadPlugin(`${import.meta.dir}/fixtures/${name}`)),
);
const pool = createPool({
  log: quietLog,
  trusted: () => [`${import.meta.dir}/fixtures`],
  size: 2,
  queueMax: 4,
  getDoors: ({ name, dir }) =>
    grant(
      { name, dir },
      {
        permissions: {},
        backends: {
          env: {},
          kv: () => ({ get() {}, set() {}, delete() {}, increment() {}, keys() {} }),
          log: (plugin: string) => ({
            info: (...line: unknown[]) => lines.push([plugin, "info", ...line]),
            warn: (...line: unknown[]) => lines.push([plugin, "warn", ...line]),
            error: (...line: unknown[]) => lines.push([plugin, "error", ...line]),
          }),
        } as unknown as DoorBackends,
      },
    ),
});
afterAll(() => pool.close());

function callDoors(signal = new AbortController().signal): CallDoors {
  const caller = { id: undefined, address: "192.0.2.1", userAgent: "", referrer: "" };
  return {
    signal,
    caller,
    origin: "http://localhost",
    publicAddress: async (path: string) => path,
    progress() {},
  };
}

// biome-ignore lint/suspicious/noExplicitAny: a test asserts the shape of the result
async function run(plugin: LoadedPlugin, file: string, values: Values = {}): Promise<any> {
  const route = plugin.routes.find((each) => each.file === file)!;
  return (await pool.runInJob({ plugin, route }, values, callDoors())).body;
}

test("an isolated plugin has its own processes", async () => {
  const { process: one } = await run(labour!, "self.get.ts");
  const { process: other } = await run(isolated!, "self.get.ts");
  expect(other).not.toBe(one);
  expect(pool.stats().map(({ plugin, processes }) => [plugin, processes])).toEqual([
    [undefined, 1],
    ["isolated", 1],
  ]);
});

test("a route with a process of its own shares it with no other route", async () => {
  const { process: one } = await run(labour!, "self.get.ts");
  const { process: apart } = await run(labour!, "apart.get.ts");
  expect(apart).not.toBe(one);
  expect((await run(labour!, "self.get.ts")).process).toBe(one);
  expect((await run(labour!, "apart.get.ts")).process).toBe(apart);
});

test("a plugin with a new folder gets new processes once, and keeps those", async () => {
  const fetchProcess = async (plugin: LoadedPlugin) => (await run(plugin, "self.get.ts")).process;
  for (const plugin of [labour!, isolated!]) {
    const before = await fetchProcess(plugin);
    await pool.renew([plugin]);
    const after = await fetchProcess(plugin);
    expect(after).not.toBe(before);
    expect(await fetchProcess(plugin)).toBe(after);
  }
});

test("a retired plugin gets new processes after its running jobs", async () => {
  const begun = [run(labour!, "slow-start.get.ts"), run(isolated!, "self.get.ts")];
  const before = await Promise.all([run(labour!, "self.get.ts"), run(isolated!, "self.get.ts")]);
  const retired = pool.retire([labour!, isolated!]);
  await Promise.all(begun);
  await retired;
  expect(pool.stats().map(({ plugin }) => plugin)).toEqual([undefined]);
  const after = await Promise.all([run(labour!, "self.get.ts"), run(isolated!, "self.get.ts")]);
  for (const [index, { process }] of after.entries())
    expect(process).not.toBe(before[index].process);
});

test("a job's lines reach the log of the hub", async () => {
  await run(labour!, "log.get.ts");
  expect(lines).toEqual([
    ["labour", "info", "Begun", { step: 1 }],
    ["labour", "warn", "Odd", {}],
    ["labour", "error", "Bad", { fields: expect.stringContaining("call: [Function: call]") }],
  ]);
});

test("a file that is too large for one message is transferred both ways", async () => {
  const bytes = Uint8Array.from({ length: 1_000_000 }, (_, index) => index % 251);
  const files = [new File([bytes], "a.bin")];
  const answer = await run(labour!, "echo.post.ts", { body: { files } });
  expect(answer.files[0].bytes).toEqual(bytes);
});

test("nothing is started for a caller who has already left", async () => {
  const [route] = labour!.routes;
  const job = pool.runInJob({ plugin: labour!, route: route! }, {}, callDoors(AbortSignal.abort()));
  await expect(job).rejects.toMatchObject({ status: 499 });
});

/** Runs a route with a time limit. */
async function runWithLimit(
  file: string,
  timeoutMs: number,
  values: Values = {},
): Promise<unknown> {
  const found = labour?.routes.find((each) => each.file === file);
  if (!labour || !found) throw new Error("There is no such route");
  const route = { ...found, route: { ...found.route, timeoutMs } };
  return (await pool.runInJob({ plugin: labour, route }, values, callDoors())).body;
}

test("the time limit of a job ends with it, and doesn't affect the next one", async () => {
  await runWithLimit("self.get.ts", 150);
  await expect(runWithLimit("spin.get.ts", 300)).rejects.toMatchObject({
    code: "job_timeout",
    members: { timeout_ms: 300 },
  });
});

test("a job that repeatedly reports that it is loaded gets no more time", async () => {
  await expect(runWithLimit("die.get.ts", 200, { query: { how: "loaded" } })).rejects.toMatchObject(
    {
      code: "job_timeout",
    },
  );
});

test.each([
  ["query", "fail.get.ts", { query: { how: "in no way" } }],
  ["body", "echo.post.ts", { body: { text: 1 } }],
  ["path", "tool/[number].get.ts", { params: { number: "seven" } }],
] as const)(
  "the %s of an external plugin is checked against its schema in the job's process",
  async (_, file, values) => {
    const job = run({ ...labour!, isOutside: true }, file, values);
    await expect(job).rejects.toMatchObject({ code: "invalid_input" });
  },
);

test.each(["self.get.ts", "die.get.ts"])(
  "when the job of %s is over, its caller's signal has no listeners",
  async (file) => {
    const { signal } = new AbortController();
    const added = spyOn(signal, "addEventListener");
    const removed = spyOn(signal, "removeEventListener");
    const route = labour!.routes.find((each) => each.file === file)!;
    const values = { query: { how: "killed" } };
    await pool.runInJob({ plugin: labour!, route }, values, callDoors(signal)).catch(() => {});
    const listeners = added.mock.calls.map(([, listener]) => listener);
    expect(listeners.length).toBeGreaterThan(0);
    expect(removed.mock.calls.map(([, listener]) => listener)).toEqual(listeners);
  },
);

test("a job whose input cannot be read fails, and its process takes no other", async () => {
  const gone = new File(["x"], "gone.txt");
  const unread = () => Promise.reject(new Error("The file is gone"));
  Object.assign(gone, { arrayBuffer: unread, bytes: unread });
  const job = run(labour!, "echo.post.ts", { body: { files: [gone] } });
  await expect(job).rejects.toMatchObject({ code: "job_crashed" });
  expect((await run(labour!, "self.get.ts")).jobs).toBeGreaterThan(0);
});

test("a job can use 512 MB by default", () => {
  const route = labour!.routes.find(({ file }) => file === "self.get.ts")!;
  const target = { plugin: labour!, route };
  const job = new Job(target, {
    values: {},
    call: callDoors(),
    doors: {} as never,
    pinned: undefined,
  });
  expect(job.memoryError()).toMatchObject({ code: "job_memory", members: { memory_mb_max: 512 } });
});

test("a process that cannot be started returns its slot, and its job fails", async () => {
  const route = labour?.routes.find(({ file }) => file === "self.get.ts");
  if (!labour || !route) throw new Error("There is no such route");
  const createTestDoors = () => ({ env: {} }) as never;
  let isBroken = true;
  const trusted = () => {
    if (isBroken) throw new Error("Nobody knows what it may read");
    return [`${import.meta.dir}/fixtures`];
  };
  const small = createPool({
    log: quietLog,
    size: 1,
    queueMax: 1,
    getDoors: createTestDoors,
    trusted,
  });
  const start = () => small.runInJob({ plugin: labour, route }, {}, callDoors());
  for (let job = 0; job < 2; job++)
    await expect(start()).rejects.toMatchObject({ code: "job_crashed" });
  isBroken = false;
  expect(small.stats()).toMatchObject([{ running: 0, queued: 0 }]);
  const { body } = await start();
  expect(body).toMatchObject({ jobs: 1 });
  await small.close();
});

describe.concurrent("a caller whose process starts too slowly", () => {
  const route = labour?.routes.find(({ file }) => file === "slow-start.get.ts");
  if (!labour || !route) throw new Error("There is no such route");
  const target = { plugin: labour, route };
  const open = (startMsMax: number) =>
    createPool({
      log: quietLog,
      size: 1,
      queueMax: 2,
      startMsMax,
      getDoors: () => ({ env: {} }) as never,
      trusted: () => [`${import.meta.dir}/fixtures`],
    });

  /** Waits until a pool's only process is free. If it had been killed, it would be gone. */
  async function expectReadyProcess(slow: Pool): Promise<void> {
    while (slow.stats()[0]?.running !== 0) await Bun.sleep(5);
    expect(slow.stats()).toMatchObject([{ processes: 1 }]);
    expect((await slow.runInJob(target, {}, callDoors())).body).toEqual({});
  }

  test("gets a retryable error, and the next call finds the process ready", async () => {
    const slow = open(1);
    await expect(slow.runInJob(target, {}, callDoors())).rejects.toMatchObject({
      code: "busy",
      message: "The worker is still starting: call again in 5 s",
      headers: { "retry-after": "5" },
    });
    expect(slow.stats()).toMatchObject([{ processes: 1, running: 1 }]);
    await expectReadyProcess(slow);
    await slow.close();
  });

  test("can leave, and the process continues to start", async () => {
    const slow = open(60_000);
    const caller = new AbortController();
    const call = slow.runInJob(target, {}, callDoors(caller.signal));
    while (slow.stats()[0]?.processes !== 1) await Bun.sleep(1);
    caller.abort();
    await expect(call).rejects.toMatchObject({ code: "caller_gone" });
    await expectReadyProcess(slow);
    await slow.close();
  });

  test("doesn't delay the end of the pool", async () => {
    const slow = open(1);
    await slow.runInJob(target, {}, callDoors()).catch(() => {});
    await slow.close(600_000);
    expect(slow.stats()).toMatchObject([{ processes: 0 }]);
  });
});

describe.concurrent("a plugin whose folder is replaced", () => {
  const route = labour?.routes.find(({ file }) => file === "slow-start.get.ts");
  if (!labour || !route) throw new Error("There is no such route");
  const { dir } = labour;
  const open = () =>
    createPool({
      log: quietLog,
      size: 1,
      queueMax: 4,
      getDoors: () => ({ env: {} }) as never,
      trusted: () => [`${import.meta.dir}/fixtures`],
    });

  test("while a process loads a route runs the job from the old folder", async () => {
    const plugin = { ...labour };
    const replacing = open();
    const job = replacing.runInJob({ plugin, route }, {}, callDoors());
    while (replacing.stats()[0]?.processes !== 1) await Bun.sleep(1);
    plugin.dir = "/gone";
    expect((await job).body).toEqual({});
    await replacing.close();
  });

  test("while a job waits runs it from the current folder", async () => {
    const plugin = { ...labour, dir: "/gone" };
    const replacing = open();
    const first = replacing.runInJob({ plugin: labour, route }, {}, callDoors());
    while (replacing.stats()[0]?.processes !== 1) await Bun.sleep(1);
    const job = replacing.runInJob({ plugin, route }, {}, callDoors());
    while (replacing.stats()[0]?.queued !== 1) await Bun.sleep(1);
    plugin.dir = dir;
    await first;
    expect((await job).body).toEqual({});
    await replacing.close();
  });
});

test("only the log contains how a process died", async () => {
  const job = run(labour!, "die.get.ts", { query: { how: "killed" } });
  await expect(job).rejects.toMatchObject({ code: "job_crashed", cause: "It ended by SIGKILL" });
});
