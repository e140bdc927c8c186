import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { isFullDepth, json } from "hub/testing";
import { openAccounts } from "../../accounts/open-gate.ts";
import { type Config, loadConfig } from "../../app/config.ts";
import { startHub } from "../../app/start.ts";
import { createLog, quietLog } from "../../platform/log/log.ts";
import { createSandbox } from "../../platform/sandbox/sandbox.ts";
import { openSqliteIn } from "../../platform/store/sqlite.ts";
import { sound } from "../../testing/plugin-folder.ts";
import { dataFolder } from "../../testing/running-hub.ts";
import { Slots } from "../../testing/slots.ts";
import { changeGrants, writeGrants } from "../grants/grants.ts";

// A time limit that only stops a hanging test.
setDefaultTimeout(900_000);

const { isEnforced } = createSandbox("auto");
afterAll(() => rmSync(work, { recursive: true, force: true }));
const work = mkdtempSync(join(tmpdir(), "utilhub-live-"));
/** Hubs mostly wait for folders to settle, so several run concurrently. */
const slots = new Slots(6);

/** Returns a plugin whose responses contain its version, from a file that its route imports. */
function version(word: string, files: Record<string, string> = {}): Record<string, string> {
  return {
    ...sound,
    "word.ts": `export const word = ${JSON.stringify(word)};`,
    "routes/greet.get.ts": sound["routes/greet.get.ts"]
      .replace("import sample", 'import { word } from "../word.ts";\nimport sample')
      .replace('"Hello "', 'word + " "'),
    // A job process imports it at the first call, not before.
    "routes/work.get.ts": sound["routes/greet.get.ts"]
      .replace('summary: "Greet",', 'summary: "Greet",\n  heavy: true,')
      .replace('"Hello "', '(await import("../word.ts")).word + " "')
      .replace("handler: (", "handler: async ("),
    ...files,
  };
}

const broken = version("broken", { "word.ts": "export const word = (1 + );" });

/** Issues a key of each of these tiers. */
async function issueTierKeys(config: Config, tiers: readonly string[]): Promise<string[]> {
  const records = openSqliteIn(config.data);
  const { accounts, now } = await openAccounts(config, records, quietLog);
  const issued = tiers.map((tier) => accounts.issue(`${tier}@example.com`, { now: now(), tier }));
  const keys = (await Promise.all(issued)).map(({ key }) => key);
  await records.close();
  return keys;
}

/**
 * Starts a hub with its own plugins in one folder, which share its process, and others in another folder. It stops with
 * its test.
 */
async function liveHub(env: Record<string, string> = {}, first: Record<string, object> = {}) {
  const slot = await slots.acquire();
  const data = dataFolder();
  const root = mkdtempSync(`${work}/hub-`);
  const installed = `${data.path}/plugins`;
  const roots = { inside: `${root}/in`, outside: `${root}/out`, installed };
  for (const path of Object.values(roots)) mkdirSync(path);
  const writeFiles = (within: keyof typeof roots, name: string, files: Record<string, string>) => {
    for (const [file, text] of Object.entries(files)) {
      const path = `${roots[within]}/${name}/${file}`;
      mkdirSync(dirname(path), { recursive: true });
      // Editors replace files like this. The hub reads plugins from its start in place until they are copied.
      writeFileSync(`${root}/draft`, text);
      renameSync(`${root}/draft`, path);
    }
  };
  for (const [path, files] of Object.entries(first)) {
    const [root, name = ""] = path.split("/");
    writeFiles(root as keyof typeof roots, name, files as Record<string, string>);
  }
  const lines: { message: string; level: string; plugin?: string }[] = [];
  const output = { write: (line: string) => void lines.push(JSON.parse(line)) };
  const config = loadConfig({
    ...{ PORT: "0", HOST: "127.0.0.1", HUB_DATA: data.path },
    // These tests need neither, and both cost time.
    ...{ HUB_DATA_REFRESH: "0", HUB_EXAMPLES: "0" },
    ...{
      HUB_TIERS: "free=10/1000,staff=unlimited/unlimited",
      HUB_METRICS_TOKEN: "metrics-token",
      ...env,
    },
  });
  const [staff = "", free = ""] = await issueTierKeys(config, ["staff", "free"]);
  const log = createLog({ output, format: "json", secrets: [] });
  const pluginRoots = [roots.inside, roots.outside];
  const running = await startHub({ ...config, pluginRoots }, { log });
  const url = `http://127.0.0.1:${running.port}`;
  const stop = async () => {
    await running.drain();
    data.remove();
    slot[Symbol.dispose]();
  };
  const get = (path: string, key = staff) => fetch(url + path, { headers: { "x-api-key": key } });
  const greet = (name: string) => get(`/api/${name}/greet?name=Ada`);
  return {
    ...{ url, roots, installed, place: writeFiles, lines, get, greet, free },
    [Symbol.asyncDispose]: stop,
    async metrics(): Promise<string> {
      const answer = await fetch(`${url}/metrics`, {
        headers: { authorization: "Bearer metrics-token" },
      });
      return answer.text();
    },
    /** Waits at most ten minutes until a plugin responds with a word, or is gone if the word is undefined. */
    async greets(name: string, word: string | undefined) {
      for (let tries = 0; tries < 24_000; tries++) {
        const answer = await greet(name);
        const { greeting } = await json(answer);
        if (answer.status === 404 ? word === undefined : greeting === `${word} Ada`) return true;
        await Bun.sleep(25);
      }
      return false;
    },
    /** Waits until this number of folders is skipped. */
    async faults(count: number) {
      for (let tries = 0; ; tries++) {
        const { broken } = await json(await get("/readyz"));
        if (broken.length === count || tries > 24_000) return broken;
        await Bun.sleep(25);
      }
    },
  };
}

test.concurrent.each(["inside", "outside"] as const)(
  "a folder that is dropped %s is served, a broken one leaves the earlier version in place, a changed one is replaced and a removed one is gone",
  async (root) => {
    await using hub = await liveHub({ HUB_JOBS: "1" }, { [`${root}/sample`]: version("Hello") });
    expect(await hub.greets("sample", "Hello")).toBe(true);
    hub.place(root, "other", version("Other"));
    expect(await hub.greets("other", "Other")).toBe(true);
    const { services } = await json(await hub.get("/services"));
    expect(services.map(({ name }: { name: string }) => name).sort()).toEqual(["other", "sample"]);
    expect((await json(await hub.get("/openapi.json"))).paths).toHaveProperty("/api/other/greet");
    expect((await hub.get("/documentation/other")).status).toBe(200);

    hub.place(root, "sample", broken);
    const fault = {
      name: "sample",
      reason: 'Cannot load plugin "sample": word.ts:1:26: Unexpected )',
      still_served: true,
    };
    expect(await hub.faults(1)).toEqual([fault]);
    expect((await json(await hub.get("/services"))).broken).toEqual([fault]);
    expect(hub.lines).toContainEqual(
      expect.objectContaining({ level: "error", plugin: "sample", message: fault.reason }),
    );
    for (const route of ["greet", "work"])
      expect((await json(await hub.get(`/api/sample/${route}?name=Ada`))).greeting).toBe(
        "Hello Ada",
      );

    hub.place(root, "sample", { "word.ts": 'export const word = "Good day";' });
    expect(await hub.greets("sample", "Good day")).toBe(true);
    expect(await hub.faults(0)).toEqual([]);

    rmSync(`${hub.roots[root]}/sample`, { recursive: true });
    expect(await hub.greets("sample", undefined)).toBe(true);
    expect((await json(await hub.get("/services"))).services).toMatchObject([{ name: "other" }]);
    expect((await hub.get("/documentation/sample")).status).toBe(404);
    expect(
      hub.lines.map(({ message }) => message).filter((line) => line.startsWith("The plugin")),
    ).toEqual([
      'The plugin "other" is added',
      'The plugin "sample" is replaced',
      'The plugin "sample" is removed',
    ]);
  },
);

test.concurrent("a plugin loaded at the start imports its original files later, even if its folder has changed", async () => {
  const buildLateModule = (word: string) => ({
    "late.ts": `export const late = ${JSON.stringify(word)};`,
  });
  const route = sound["routes/greet.get.ts"]
    .replace('"Hello "', '(await import("../late.ts")).late + " "')
    .replace("handler: (", "handler: async (");
  const first = version("Hello", { ...buildLateModule("Late"), "routes/late.get.ts": route });
  await using hub = await liveHub({}, { "inside/sample": first });
  hub.place("inside", "other", version("Other"));
  expect(await hub.greets("other", "Other")).toBe(true);
  hub.place("inside", "sample", { ...buildLateModule("Changed"), ...broken });
  expect(await hub.faults(1)).toHaveLength(1);
  const { greeting } = await json(await hub.get("/api/sample/late?name=Ada"));
  expect(greeting).toBe("Late Ada");
});

test.concurrent("swaps under load, some of them broken: no call fails, and limits stay exact", async () => {
  const [swaps, breaking] = isFullDepth ? [20, [6, 13, 20]] : [7, [3, 6]];
  const first = { "inside/sample": version("0"), "outside/sample-too": version("0") };
  await using hub = await liveHub(
    { HUB_JOBS: "2", HUB_TIERS: "free=5/1000,staff=unlimited/unlimited" },
    { ...first, "inside/steady": version("steady") },
  );
  const calls = ["sample/greet", "sample/work", "sample-too/greet", "steady/greet", "steady/work"];
  const failures: string[] = [];
  let steadyAnswers = 0;
  let isOver = false;
  const callers = Promise.all(
    calls.map(async (path) => {
      while (!isOver) {
        const answer = await hub.get(`/api/${path}?name=Ada`);
        const text = await answer.text();
        if (path.startsWith("steady")) steadyAnswers++;
        if (answer.status !== 200) failures.push(`${path}: ${answer.status} ${text}`);
        // Calls each path at any moment of a swap, without flooding the hub.
        await Bun.sleep(5);
      }
    }),
  );
  const limited: number[] = [];
  try {
    for (let swap = 1; swap <= swaps; swap++) {
      const [root, name] =
        swap % 2 ? (["inside", "sample"] as const) : (["outside", "sample-too"] as const);
      if (breaking.includes(swap)) {
        hub.place(root, name, broken);
        expect(await hub.faults(1)).toHaveLength(1);
      } else {
        hub.place(root, name, version(String(swap)));
        expect(await hub.greets(name, String(swap))).toBe(true);
      }
      const answer = await hub.get(`/api/${name}/greet?name=Ada`, hub.free);
      limited.push(answer.status);
    }
  } finally {
    isOver = true;
    await callers;
  }
  // Includes the hub's error log, which alone shows the reason.
  const errors = hub.lines.filter(({ level }) => failures.length > 0 && level === "error");
  expect([failures, errors]).toEqual([[], []]);
  expect(limited).toEqual([...Array(5).fill(200), ...Array(swaps - 5).fill(429)]);
  const steady = /^hub_answers_total\{service="steady",.*status="2xx"\} (\d+)$/gm;
  const counted = [...(await hub.metrics()).matchAll(steady)].map(([, count]) => Number(count));
  expect(counted).toHaveLength(2);
  expect(counted.reduce((sum, count) => sum + count, 0)).toBe(steadyAnswers);
});

test.concurrent("a folder that arrives file by file is served when it is complete", async () => {
  await using hub = await liveHub({}, { "inside/steady": version("steady") });
  for (const [file, text] of Object.entries(version("Whole")).toReversed()) {
    hub.place("outside", "sample", { [file]: text });
    await Bun.sleep(150);
  }
  expect(await hub.greets("sample", "Whole")).toBe(true);
  expect(await hub.faults(0)).toEqual([]);
});

test.concurrent("a started request is completed by the version that received it", async () => {
  const slow = sound["routes/greet.get.ts"]
    .replace("import sample", 'import { word } from "../word.ts";\nimport sample')
    .replace("handler: (", "handler: async (")
    .replace('"Hello "', '(await Bun.sleep(1500), word) + " "');
  const files = { "routes/slow.get.ts": slow };
  await using hub = await liveHub(
    {},
    { "inside/sample": version("old", files), "outside/sample-too": version("old", files) },
  );
  hub.place("inside", "steady", version("steady"));
  expect(await hub.greets("steady", "steady")).toBe(true);
  const begun = ["sample", "sample-too"].map(async (name) => {
    const answer = await hub.get(`/api/${name}/slow?name=Ada`);
    return (await json(answer)).greeting;
  });
  const isAtWork = /^hub_jobs_running\{group="sample-too"\} 1$/m;
  while (!isAtWork.test(await hub.metrics())) await Bun.sleep(25);
  hub.place("inside", "sample", version("new", files));
  rmSync(`${hub.roots.outside}/sample-too`, { recursive: true });
  expect(await hub.greets("sample", "new")).toBe(true);
  expect(await hub.greets("sample-too", undefined)).toBe(true);
  expect(await Promise.all(begun)).toEqual(["old Ada", "old Ada"]);
});

test.concurrent("a running plugin keeps its paths, and another one gets them when it is gone", async () => {
  const trial = (word: string) =>
    version(word, {
      "plugin.ts": sound["plugin.ts"].replace("summary:", 'try: { "/hi": "greet.get" }, summary:'),
    });
  await using hub = await liveHub({}, { "outside/runs": trial("first") });
  hub.place("inside", "comes", trial("second"));
  expect((await hub.faults(1))[0]).toEqual({
    name: "comes",
    reason: expect.stringContaining('which conflicts with GET /try/hi of "runs"'),
    still_served: false,
  });
  rmSync(`${hub.roots.outside}/runs`, { recursive: true });
  expect(await hub.greets("comes", "second")).toBe(true);
  expect((await json(await hub.get("/try/hi"))).greeting).toBe("second Ada");
});

test.concurrent("a version has its own packages with theirs, and a link out of its folder is rejected", async () => {
  await using hub = await liveHub();
  const secret = `${work}/secret.txt`;
  writeFileSync(secret, "secret");
  symlinkSync(secret, `${work}/link`);
  const packages = (word: string) => ({
    "node_modules/words/package.json": '{ "name": "words", "type": "module", "main": "index.js" }',
    "node_modules/words/index.js": 'export { word } from "letters";',
    "node_modules/letters/package.json":
      '{ "name": "letters", "type": "module", "main": "index.js" }',
    "node_modules/letters/index.js": `export const word = "${word}";`,
    "word.ts": 'export { word } from "words";',
  });
  hub.place("outside", "sample", {
    ...version("", packages("packed")),
    "routes/read.get.ts": sound["routes/greet.get.ts"]
      .replace("handler: (", "handler: async (")
      .replace('"Hello "', 'await Bun.file(import.meta.dir + "/../link.txt").text()'),
  });
  symlinkSync(secret, `${hub.roots.outside}/sample/link.txt`);
  expect(await hub.greets("sample", "packed")).toBe(true);
  const read = await hub.get("/api/sample/read?name=Ada");
  expect(read.status).toBe(isEnforced ? 500 : 200);
});

test.concurrent("a replaced version leaves nothing in memory", async () => {
  const swapped = [
    ["inside", "swapped"],
    ["outside", "swapped-too"],
  ] as const;
  const imported = () =>
    Object.keys(require.cache).filter((path) => /-copies-.*\/swapped(-too)?\//.test(path));
  const first = { "inside/swapped": version("0"), "outside/swapped-too": version("0") };
  await using hub = await liveHub({}, first);
  for (let swap = 1; swap <= 3; swap++) {
    for (const [root, name] of swapped) hub.place(root, name, version(String(swap)));
    for (const [, name] of swapped) expect(await hub.greets(name, String(swap))).toBe(true);
  }
  expect(imported().filter((path) => path.endsWith("plugin.ts"))).toHaveLength(1);
  const groups = [...(await hub.metrics()).matchAll(/^hub_job_processes\{group="(.*)"\}/gm)];
  expect(groups.map(([, group]) => group)).toEqual(["shared", "swapped-too"]);
});

test.concurrent("a plugin that is installed while the hub runs gets exactly its granted permissions", async () => {
  await using hub = await liveHub({ SAMPLE_A: "a", SAMPLE_B: "b" });
  const files = version("0", {
    "plugin.ts": sound["plugin.ts"].replace(
      "summary:",
      'permissions: { env: ["SAMPLE_A", "SAMPLE_B"] }, summary:',
    ),
    "routes/greet.get.ts": sound["routes/greet.get.ts"]
      .replace("({ query })", "({ query, env })")
      .replace('"Hello "', '[env.SAMPLE_A, env.SAMPLE_B].join("") + " "'),
  });
  const grant = {
    version: "1.0.0",
    source: "x",
    refused: {},
    hash: "",
    files: {},
    installedAt: "",
  };
  const allow = (env: string[]) =>
    changeGrants(hub.installed, () =>
      writeGrants(hub.installed, { sample: { ...grant, granted: { env } } }),
    );
  allow(["SAMPLE_A", "SAMPLE_B"]);
  hub.place("installed", "sample", files);
  expect(await hub.greets("sample", "ab")).toBe(true);
  allow(["SAMPLE_B"]);
  expect(await hub.greets("sample", "b")).toBe(true);

  hub.place("installed", "sample", broken);
  expect(await hub.faults(1)).toMatchObject([{ name: "sample", still_served: true }]);
  allow(["SAMPLE_A"]);
  expect(await hub.greets("sample", "a")).toBe(true);
});
