import { afterAll, beforeAll, expect, test } from "bun:test";
import { dirname } from "node:path";
import { json } from "hub/testing";
import { type HubProcess, startProcess } from "../../testing/hub-process.ts";
import { pluginFolder, removePluginFolders } from "../../testing/plugin-folder.ts";
import { dataFolder } from "../../testing/running-hub.ts";

const data = dataFolder();
let hub: HubProcess;
let key: Record<string, string>;

/** Returns a route that does something after its response. */
function route(deed: string, fields = ""): string {
  return `import { t } from "hub";
import plugin from "../plugin.ts";
export default plugin.route({
  summary: "x",
  ${fields}
  response: t.Object({ pid: t.Integer() }),
  example: {},
  async handler() { ${deed}; return { pid: process.pid }; },
});`;
}

const plugin = (title: string) => `import { definePlugin } from "hub";
export default definePlugin({ title: "${title}", summary: "x", isolated: false, limits: { timeoutMs: 5000 } });`;

const deeds = {
  timer: `setTimeout(() => { throw new Error("from a timer"); }, 1)`,
  rejection: `void Promise.reject(new Error("from a rejection"))`,
  async: `void (async () => { await Bun.sleep(1); throw new Error("from behind"); })()`,
  microtask: `queueMicrotask(() => { throw new Error("from a microtask"); })`,
  null: "setTimeout(() => { throw null; }, 1)",
};

beforeAll(async () => {
  const careless = pluginFolder(
    {
      "plugin.ts": plugin("Careless"),
      "routes/greet.get.ts": "",
      ...Object.fromEntries(
        Object.entries(deeds).map(([name, deed]) => [`routes/${name}.get.ts`, route(deed)]),
      ),
      "routes/print.get.ts": route(
        `console.log("printed\\n{\\"level\\":1}"); process.stderr.write("and this\\n")`,
      ),
      "routes/job/late.get.ts": route(
        // When the next job runs, or after an idle time.
        `const begun = Date.now();
        const timer = setInterval(() => {
          if (!globalThis.isWorking && Date.now() - begun < 1500) return;
          clearInterval(timer);
          throw new Error("after its job");
        }, 20)`,
        "heavy: true,",
      ).replace("../plugin.ts", "../../plugin.ts"),
      "routes/job/own.get.ts": route(
        `setTimeout(() => { throw new Error("of its own job"); }, 5); await new Promise(() => {})`,
        "heavy: true,",
      ).replace("../plugin.ts", "../../plugin.ts"),
      "routes/job/print.get.ts": route(`console.log("a job printed")`, "heavy: true,").replace(
        "../plugin.ts",
        "../../plugin.ts",
      ),
    },
    "careless",
  );
  const careful = pluginFolder(
    {
      "plugin.ts": plugin("Careful"),
      "routes/greet.get.ts": "",
      "routes/work.get.ts": route(
        "globalThis.isWorking = true; await Bun.sleep(500)",
        "heavy: true,",
      ),
    },
    "careful",
  );
  hub = await startProcess({
    HUB_DATA: data.path,
    HUB_PLUGINS: `${dirname(careless)}:${dirname(careful)}`,
    HUB_TRUST: "careless,careful",
    HUB_TIERS: "free=1000/10000",
    HUB_JOBS: "1",
  });
  const signUp = await fetch(`${hub.url}/api-key`, {
    method: "POST",
    body: '{"email":"a@example.com"}',
  });
  key = { "x-api-key": (await json(signUp)).api_key };
});

afterAll(async () => {
  hub.child.kill("SIGTERM");
  expect(await hub.child.exited).toBe(0);
  data.remove();
  removePluginFolders();
});

async function call(path: string): Promise<Response> {
  return fetch(`${hub.url}/api/${path}`, { headers: key });
}

async function counted(service: string | null): Promise<number> {
  const answer = await fetch(`${hub.url}/readyz`);
  expect(answer.status).toBe(200);
  const { late_failures } = await json(answer);
  const found = late_failures.find((entry: { service: string }) => entry.service === service);
  return found?.count ?? 0;
}

/** Waits until a service has failed this many times. */
async function untilCounted(service: string | null, count: number): Promise<void> {
  while ((await counted(service)) < count) await Bun.sleep(10);
}

test.each(["timer", "rejection", "async", "microtask"] as const)(
  "an unhandled error doesn't end the hub, and is counted for its service: %s",
  async (deed) => {
    const before = await counted("careless");
    expect((await call(`careless/${deed}`)).status).toBe(200);
    await untilCounted("careless", before + 1);
    expect((await fetch(`${hub.url}/livez`)).status).toBe(200);
  },
);

test("an error of unknown origin is counted without a service", async () => {
  await call("careless/null");
  await untilCounted(null, 1);
  expect(
    await hub.readLog(({ plugin, cause }) => plugin === null && cause === "null"),
  ).toMatchObject({
    level: "error",
  });
});

test("the log contains the service and the error", async () => {
  await call("careless/timer");
  // Of several failures in a second only the first is logged, with their number.
  const entry = await hub.readLog(({ plugin, count }) => plugin === "careless" && count === 1);
  expect(entry).toMatchObject({
    level: "error",
    message: "Unhandled error",
    cause: expect.stringContaining("careless/routes/"),
  });
});

test("a job after one with an unhandled error completes, and the process is replaced afterwards", async () => {
  const before = await counted("careless");
  const { pid: spoilt } = await json(await call("careless/job/late"));
  const follower = await call("careful/work");
  expect(follower.status).toBe(200);
  expect((await json(follower)).pid).toBe(spoilt);
  await untilCounted("careless", before + 1);
  const { pid: fresh } = await json(await call("careful/work"));
  expect(fresh).not.toBe(spoilt);
  expect(await counted("careful")).toBe(0);
});

test("a process with an error while it is idle is replaced", async () => {
  const before = await counted("careless");
  const { pid: spoilt } = await json(await call("careless/job/late"));
  await untilCounted("careless", before + 1);
  expect((await json(await call("careful/work"))).pid).not.toBe(spoilt);
});

test("a job that throws in its own timer fails immediately, and not when its time is up", async () => {
  const answer = await call("careless/job/own");
  expect(answer.status).toBe(500);
  expect((await json(answer)).code).toBe("job_crashed");
});

test("output of a service is part of the log, here and in a job process", async () => {
  await call("careless/print");
  await call("careless/job/print");
  for (const text of ["printed", '{"level":1}', "and this", "a job printed"])
    expect(await hub.readLog((entry) => entry.text === text)).toMatchObject({
      message: "Code printed output",
      plugin: "careless",
    });
});
