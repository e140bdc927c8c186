import { afterAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type ImportLimits, importLimits } from "../core/host/load/described-folder.ts";
import { loadAll } from "../core/host/load/load-all.ts";
import { json } from "../core/testing/mod.ts";
import { pluginFolder, removePluginFolders, sound } from "../core/testing/plugin-folder.ts";
import { runHub } from "../core/testing/running-hub.ts";

// A time limit that only stops a hanging test.
setDefaultTimeout(900_000);

afterAll(removePluginFolders);

/** Starts a hub with external plugin folders, by name. */
async function hubWith(
  folders: Record<string, Record<string, string>>,
  env: Record<string, string> = {},
) {
  const roots = Object.entries(folders).map(([name, files]) => dirname(pluginFolder(files, name)));
  const hub = await runHub({ HUB_PLUGINS: roots.join(":"), ...env });
  const { broken } = await json(await hub.get("/services"));
  const key = { "x-api-key": await hub.key() };
  return {
    ...hub,
    get: (path: string) => hub.get(path, key),
    reasons: Object.fromEntries(
      broken.map(({ name, reason }: { name: string; reason: string }) => [name, reason]),
    ) as Record<string, string>,
  };
}

/** Loads external plugin folders, with limits on each import. */
function load(folders: Record<string, Record<string, string>>, importLimits: ImportLimits) {
  const roots = Object.entries(folders).map(([name, files]) => dirname(pluginFolder(files, name)));
  const home = mkdtempSync(join(tmpdir(), "utilhub-home-"));
  return loadAll([home, ...roots], { importLimits }).finally(() =>
    rmSync(home, { recursive: true }),
  );
}

/** Code that never ends and uses no processor time. */
const wait = "await new Promise(() => setInterval(() => {}, 1000));";

/** Returns files with the usual manifest, and code at the top of its module. */
const top = (code: string) => ({ "plugin.ts": `${code}\n${sound["plugin.ts"]}` });

describe("an external folder is never imported in the hub:", () => {
  test("the hub keeps serving with any faulty module, and reports why it was skipped", async () => {
    const hub = await hubWith({
      leaving: top("process.exit(3);"),
      silent: top("process.exit(0);"),
      throwing: top('throw new Error("at the top");'),
      sound: {},
    });
    expect((await hub.get("/api/sound/greet?name=Ada")).status).toBe(200);
    await hub.stop();
    const { reasons } = hub;
    expect(reasons.leaving).toContain("ended with exit code 3");
    expect(reasons.silent).toContain("ended without a result");
    expect(reasons.throwing).toContain("at the top");
  });

  test("it is skipped if its module takes too long", async () => {
    const folders = { spinning: top("while (true);"), waiting: top(wait) };
    const { broken } = await load(folders, { ...importLimits, timeoutMs: 500 });
    const why = (name: string) =>
      `Cannot load plugin "${name}": importing its files took longer than 500 ms`;
    expect(broken.map(({ reason }) => reason)).toEqual([why("spinning"), why("waiting")]);
  });

  test("it is skipped if its module takes too much memory", async () => {
    // It waits for its end, so the interval of the hub's memory checks makes no difference.
    const eating = top(`globalThis.all = new Uint8Array(2 ** 28).fill(1);\n${wait}`);
    const limits = { timeoutMs: 600_000, memoryMbMax: 200 };
    const { broken, plugins } = await load({ eating, sound: {} }, limits);
    expect(broken).toMatchObject([
      {
        reason: 'Cannot load plugin "eating": importing its files took more than 200 MB',
      },
    ]);
    expect(plugins.map(({ name }) => name)).toEqual(["sound"]);
  });

  test("its module can take ten seconds and a gigabyte", () => {
    expect(importLimits).toEqual({ timeoutMs: 10_000, memoryMbMax: 1024 });
  });

  test("its module sees neither the hub's environment nor its files, and has no network", async () => {
    const attempt = (work: string) =>
      `await (async () => ${work})().then((got) => String(got), (error) => String(error.code ?? error.name))`;
    process.env.UTILHUB_TEST_SECRET = "hidden";
    const hub = await hubWith({
      nosy: {
        "plugin.ts": `import { definePlugin } from "hub";
import { readFileSync } from "node:fs";
const seen = [
  Object.keys(process.env).join(),
  ${attempt('readFileSync("/etc/passwd", "utf8")')},
  ${attempt('readFileSync("/proc/" + process.ppid + "/environ", "utf8")')},
  ${attempt('Bun.spawnSync(["/usr/bin/id"]).stdout')},
  ${attempt('(await fetch("http://127.0.0.1:9/")).status')},
  ${attempt('(await Bun.write("/tmp/out-of-the-sandbox", "x"))')},
];
export default definePlugin({ title: "Nosy", summary: seen.join(" | ") });`,
      },
    });
    delete process.env.UTILHUB_TEST_SECRET;
    const { services } = await json(await hub.get("/services"));
    await hub.stop();
    const { summary } = services.find(({ name }: { name: string }) => name === "nosy");
    const [variables, ...seen] = summary.split(" | ");
    expect(variables).not.toContain("HUB");
    expect(seen).toEqual(["EACCES", "EACCES", "EPERM", "EACCES", "EACCES"]);
  });

  test("it cannot run inside the hub or download data there without the operator's permission", async () => {
    const inside = {
      "plugin.ts": sound["plugin.ts"].replace("summary:", "isolated: false, summary:"),
    };
    const hub = await hubWith(
      {
        inside,
        keeping: { "datasets/words.ts": "export default {};" },
        trusted: { ...inside, ...pidRoute },
      },
      { HUB_TRUST: "trusted" },
    );
    const { greeting } = await json(await hub.get("/api/trusted/greet?name=Ada"));
    await hub.stop();
    expect(hub.reasons.inside).toContain("only with HUB_TRUST=inside");
    expect(hub.reasons.keeping).toContain("only with HUB_TRUST=keeping");
    expect(greeting).toBe(String(process.pid));
  });

  test("its patterns run in its own process, where they block no other caller", async () => {
    const hub = await hubWith({
      picky: {
        "routes/greet.get.ts": sound["routes/greet.get.ts"].replace(
          "maxLength: 40",
          'pattern: "^[A-Z][a-z]+$", maxLength: 40',
        ),
      },
    });
    expect((await hub.get("/api/picky/greet?name=Ada")).status).toBe(200);
    const refused = await hub.get("/api/picky/greet?name=ada");
    const long = await hub.get(`/api/picky/greet?name=${"A".repeat(41)}`);
    expect([refused.status, long.status]).toEqual([400, 400]);
    expect(await json(refused)).toMatchObject({
      code: "invalid_input",
      errors: [{ location: "query.name" }],
    });
    const document = await json(await hub.get("/openapi.json"));
    await hub.stop();
    const [{ schema }] = document.paths["/api/picky/greet"].get.parameters;
    expect(schema).toMatchObject({ type: "string", pattern: "^[A-Z][a-z]+$", maxLength: 40 });
  });

  test("it cannot declare values that only exist in code", async () => {
    const hub = await hubWith({
      sometimes: {
        "routes/greet.get.ts": sound["routes/greet.get.ts"].replace(
          "handler:",
          "timeoutMs: () => 5, handler:",
        ),
      },
      typeless: {
        "routes/greet.get.ts": sound["routes/greet.get.ts"].replace(
          'summary: "Greet"',
          "summary: 7 as never",
        ),
      },
    });
    await hub.stop();
    expect(hub.reasons.sometimes).toContain("Cannot use a function as timeoutMs");
    expect(hub.reasons.typeless).toContain("routes/greet.get.ts is not a route: summary");
  });
});

const pidRoute = {
  "routes/greet.get.ts": sound["routes/greet.get.ts"].replace(
    '"Hello " + query.name',
    "String(process.pid)",
  ),
};
