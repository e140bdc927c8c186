import { afterAll, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { printable } from "../core/host/install/printable.ts";
import { tryOut } from "../core/host/install/try-out.ts";
import { loadPlugin } from "../core/host/load/load-plugin.ts";
import { createSandbox } from "../core/platform/sandbox/sandbox.ts";
import { isMissing, json } from "../core/testing/mod.ts";
import { pluginFolder, removePluginFolders, sound } from "../core/testing/plugin-folder.ts";
import { runHub } from "../core/testing/running-hub.ts";
import { type CommandContext, runPluginCommand } from "./plugin.ts";

// A time limit that only stops a hanging test.
setDefaultTimeout(900_000);

const root = `${import.meta.dir}/..`;
const made: string[] = [];
const { isEnforced } = createSandbox("auto");

afterAll(() => {
  removePluginFolders();
  for (const path of made) rmSync(path, { recursive: true, force: true });
});

function newFolder(): string {
  const path = mkdtempSync(`${tmpdir()}/utilhub-command-`);
  made.push(path);
  return path;
}

/** The data folder of the hub, new for each test. */
let data = "";
beforeEach(() => {
  data = newFolder();
});

function start(args: readonly string[], env: Record<string, string> = {}) {
  return Bun.spawn([process.execPath, "scripts/plugin.ts", ...args], {
    cwd: root,
    env: { ...process.env, HUB_DATA: data, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
}

/** Runs the command non-interactively in this process: its start costs more than its work. */
async function plugin(
  args: readonly string[],
  env: Record<string, string> = {},
  steps: NonNullable<CommandContext["steps"]> = {},
) {
  const lines: string[] = [];
  const context = {
    steps,
    env: { ...process.env, HUB_DATA: data, ...env },
    isInteractive: false,
    print: (line: string) => void lines.push(line),
  };
  // Programs that it starts inherit the environment of this process.
  const before = { ...process.env };
  Object.assign(process.env, env);
  const result = await runPluginCommand(args, context).then(
    (line) => ({ code: 0, last: line, error: "" }),
    (error: Error) => ({ code: 1, last: "", error: printable(error.message).trim() }),
  );
  for (const name of Object.keys(env)) {
    if (before[name] === undefined) delete process.env[name];
    else process.env[name] = before[name];
  }
  const { last, ...outcome } = result;
  return { ...outcome, out: [...lines, last].join("\n").trim() };
}

/** Runs the command likewise, without the processes that read a plugin and run its examples and tests. */
function runUntested(args: readonly string[], env: Record<string, string> = {}) {
  return plugin(args, env, {
    loadPlugin: (dir) => loadPlugin(dir),
    tryOut: async (_, { examples }) => ({ examples, testFiles: 0, unavailable: [] }),
  });
}

/** Runs the command non-interactively in a separate process. */
async function pluginProcess(args: readonly string[], env: Record<string, string> = {}) {
  const child = start(args, env);
  const [out, error] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  return { code: await child.exited, out: out.trim(), error: error.trim() };
}

/** Runs the command at a terminal, and answers each question that contains the words. */
async function runAtTerminal(args: readonly string[], answers: Record<string, "y" | "n">) {
  let seen = "";
  let answered = 0;
  const child = Bun.spawn([process.execPath, "scripts/plugin.ts", ...args], {
    cwd: root,
    env: { ...process.env, HUB_DATA: data },
    terminal: {
      cols: 200,
      rows: 50,
      data(terminal, bytes) {
        seen += bytes.toString();
        for (let at = seen.indexOf("[y/N] ", answered); at >= 0; ) {
          const question = seen.slice(seen.lastIndexOf("\n", at) + 1, at);
          answered = at + 1;
          const words = Object.keys(answers).find((words) => question.includes(words)) ?? "";
          terminal.write(`${answers[words] ?? "n"}\n`);
          at = seen.indexOf("[y/N] ", answered);
        }
      },
    },
  });
  return { code: await child.exited, seen };
}

const asking = (permissions: string, more = "") => ({
  "plugin.ts": `import { definePlugin } from "hub";
export default definePlugin({ title: "Sample", summary: "Says hello.", permissions: ${permissions}${more} });`,
});

/** A plugin that requests a host and records, and has a route that uses them. */
const greedy = {
  ...asking('{ net: ["api.example"], kv: true }'),
  "routes/count.get.ts": `import { t } from "hub";
import sample from "../plugin.ts";
export default sample.route({
  summary: "Count", response: t.Object({ count: t.Integer() }), example: {},
  handler: async ({ kv }) => ({ count: await kv.increment("count") }),
});`,
  "routes/fetch.get.ts": `import { t } from "hub";
import sample from "../plugin.ts";
export default sample.route({
  summary: "Fetch", response: t.Object({ text: t.String() }), example: {},
  handler: async ({ net }) => ({ text: await (await net("https://api.example/x")).text() }),
});`,
  "fixtures.ts": `export default { "api.example": () => new Response("hi") };`,
};

const installed = () => {
  const dir = `${data}/plugins`;
  return existsSync(dir) ? readdirSync(dir).filter((name) => /^[a-z-]+$/.test(name)) : [];
};
const grants = () => JSON.parse(readFileSync(`${data}/plugins/grants.json`, "utf8")).plugins;

async function serve() {
  const hub = await runHub({ HUB_DATA: data });
  const key = { "x-api-key": await hub.key() };
  const { services, broken } = await json(await hub.get("/services"));
  return {
    get: (path: string) => hub.get(path, key),
    permissions: services.find(({ name }: { name: string }) => name === "sample")?.permissions,
    broken: broken as { name: string; reason: string }[],
    stop: () => hub.stop(),
  };
}

// Testing a folder requires a kernel that can sandbox it.
describe.skipIf(!isEnforced)("bun run plugin", () => {
  test("add shows a folder's content and permissions, and requires an explicit yes", async () => {
    const { code, out, error } = await pluginProcess(["add", pluginFolder(greedy)]);
    expect(code).toBe(1);
    expect(out).toContain("Sample (sample 0.0.0), from ");
    expect(out).toContain("  GET /api/sample/count  Count\n");
    expect(out).toContain('  send requests to "api.example" (net)\n');
    expect(out).toContain("  store its own data in the hub's key-value store (kv)");
    expect(error).toContain("--allow-net=api.example --allow-kv");
    expect(installed()).toEqual([]);
    expect(readdirSync(`${data}/plugins-staging`)).toEqual([]);
  });

  test("add shows work that runs without a call", async () => {
    const cron = `import plugin from "../plugin.ts";
export default plugin.cron({ summary: "Tidy up", pattern: "30 4 * * *", handler() {} });`;
    const migration = cron.replace("cron(", "migration(").replace(', pattern: "30 4 * * *"', "");
    const tasks = { "cron/tidy.ts": cron, "migrations/001-split.ts": migration };
    const folder = pluginFolder({ ...asking("{ kv: true }"), ...tasks });
    const { out } = await runUntested(["add", folder, "--deny-kv"]);
    expect(out).toContain("  scheduled at 30 4 * * *  Tidy up\n");
    expect(out).toContain("  once, before it serves requests  Tidy up\n");
    const hub = await serve();
    await hub.stop();
    expect(hub.broken).toEqual([]);
  });

  test("add tests a folder, records its grants, and the hub serves it", async () => {
    const { code, out } = await plugin([
      "add",
      pluginFolder({ ...greedy, "package.json": '{ "name": "x", "version": "1.2.3" }' }),
      "--allow-net=other.example,api.example",
      "--allow-kv",
    ]);
    expect([code, out]).toEqual([0, expect.stringContaining('Added "sample"')]);
    expect(out).toContain("(examples: 3, test files: ");
    expect(grants().sample).toMatchObject({
      version: "1.2.3",
      granted: { net: ["api.example"], kv: true },
      refused: {},
    });
    expect(statSync(`${data}/plugins/grants.json`).mode & 0o777).toBe(0o600);
    const hub = await serve();
    expect(await json(await hub.get("/api/sample/count"))).toMatchObject({ count: 1 });
    expect(hub.permissions).toMatchObject({
      granted: { net: ["api.example"], kv: true },
      not_granted: {},
    });
    await hub.stop();
    expect((await plugin(["list"])).out).toMatch(
      /^sample {2}1\.2\.3 {2}unchanged {2}net=api\.example kv {2}\//,
    );
  });

  test("denied permissions aren't granted, and the doors report that to the plugin", async () => {
    await runUntested(["add", pluginFolder(greedy), "--allow-net", "--deny-kv"]);
    const hub = await serve();
    const answer = await hub.get("/api/sample/count");
    expect([answer.status, await json(answer)]).toEqual([
      501,
      expect.objectContaining({
        code: "capability_unavailable",
        detail: 'The operator of this hub has not granted the service "sample" kv access to "kv"',
      }),
    ]);
    expect(hub.permissions).toMatchObject({
      granted: { net: ["api.example"] },
      not_granted: { kv: true },
    });
    await hub.stop();
  });

  test("a folder that is changed by hand keeps its old grants, and verify lists the files", async () => {
    const manifest = asking('{ net: ["api.example"] }')["plugin.ts"];
    await runUntested(["add", pluginFolder({ "plugin.ts": manifest }), "--allow-net"]);
    expect((await plugin(["verify"])).out).toBe("sample: unchanged");
    const wider = asking('{ net: ["api.example", "evil.example"], env: ["HOME"], kv: true }');
    writeFileSync(`${data}/plugins/sample/plugin.ts`, wider["plugin.ts"]);
    writeFileSync(`${data}/plugins/sample/work.ts`, "export {};");
    const hub = await serve();
    await hub.stop();
    expect(hub.permissions).toMatchObject({
      requested: { net: ["api.example", "evil.example"], env: ["HOME"], kv: true },
      granted: { net: ["api.example"] },
      not_granted: { net: ["evil.example"], env: ["HOME"], kv: true },
    });
    const { code, error } = await plugin(["verify", "sample"]);
    expect([code, error]).toEqual([1, "sample:\n  changed: plugin.ts\n  added: work.ts"]);
    expect((await plugin(["list"])).out).toContain("changed");
  });

  test("a manifest that requests more after the installation keeps its earlier grants", async () => {
    // It recognises by its folder that it is still being reviewed.
    const lying = asking(
      'import.meta.dir.includes("staging") ? {} : { kv: true, net: "public" } as never',
    );
    const { out } = await runUntested(["add", pluginFolder(lying)]);
    expect(out).toContain("It requests no permissions");
    const hub = await serve();
    await hub.stop();
    expect(hub.permissions).toMatchObject({
      granted: {},
      not_granted: { net: ["public"], kv: true },
    });
  });

  test("a folder that was never added is granted nothing, and with a damaged record nothing is served", async () => {
    mkdirSync(`${data}/plugins`, { recursive: true });
    cpSync(pluginFolder(asking("{ kv: true }")), `${data}/plugins/sample`, { recursive: true });
    const hub = await serve();
    await hub.stop();
    expect(hub.permissions).toMatchObject({ granted: {}, not_granted: { kv: true } });
    writeFileSync(`${data}/plugins/grants.json`, '{ "plugins": { "sample": {} } }');
    const damaged = await serve();
    await damaged.stop();
    expect(damaged.broken[0]?.reason).toContain("grants.json");
    expect((await plugin(["list"])).error).toContain("it is damaged");
  });

  // A container may not provide terminals.
  const hasTerminals = existsSync("/dev/pts/ptmx");
  test.skipIf(!hasTerminals)(
    "at a terminal each permission is confirmed, and the installation itself",
    async () => {
      const folder = pluginFolder(greedy);
      const no = await runAtTerminal(["add", folder], { "api.example": "y" });
      expect(no.seen).toContain('Allow "sample" to send requests to "api.example"? [y/N] ');
      expect(no.seen).toContain("Cancelled: no plugin was added");
      expect(installed()).toEqual([]);
      const yes = await runAtTerminal(["add", folder], { "api.example": "y", "Add ": "y" });
      expect([yes.code, yes.seen]).toEqual([0, expect.stringContaining('Added "sample"')]);
      expect(grants().sample).toMatchObject({
        granted: { net: ["api.example"] },
        refused: { kv: true },
      });
    },
  );

  test("update downloads again, and asks for additional permissions", async () => {
    const folder = pluginFolder(greedy);
    await runUntested(["add", folder, "--allow-net", "--deny-kv"]);
    expect((await runUntested(["update"])).out).toContain('"sample" 0.0.0 is up to date');
    writeFileSync(
      `${folder}/plugin.ts`,
      asking('{ net: ["api.example", "b.example"], kv: true, run: ["qpdf"] }')["plugin.ts"],
    );
    const refused = await runUntested(["update", "sample"]);
    expect(refused.error).toContain("--allow-net=b.example --allow-run=qpdf (");
    expect(refused.out).toContain(
      'New permissions:\n  send requests to "b.example" (net)\n  run the program "qpdf" (run)',
    );
    expect(readFileSync(`${data}/plugins/sample/plugin.ts`, "utf8")).not.toContain("b.example");
    const { out } = await runUntested(["update", "sample", "--allow-net", "--deny-run"]);
    expect(out).toContain('Updated "sample" to 0.0.0');
    expect(grants().sample).toMatchObject({
      granted: { net: ["api.example", "b.example"] },
      refused: { kv: true, run: ["qpdf"] },
    });
    expect((await plugin(["verify"])).code).toBe(0);
    writeFileSync(`${folder}/plugin.ts`, asking('{ net: ["api.example"] }')["plugin.ts"]);
    writeFileSync(`${folder}/routes/count.get.ts`, sound["routes/greet.get.ts"]);
    const less = await runUntested(["update"]);
    expect(less.out).toContain("Permissions no longer requested:");
    expect(grants().sample).toMatchObject({ granted: { net: ["api.example"] }, refused: {} });
  });

  test("add tests a plugin with exactly its grants", async () => {
    const tested = {
      ...greedy,
      "sample.test.ts": `import { expect, test } from "bun:test";
import { testHub } from "hub/testing";
test("counts", async () => {
  const hub = await testHub(import.meta.dir);
  expect((await hub.get("/api/sample/count")).status).toBe(200);
});`,
    };
    const folder = pluginFolder(tested);
    const failed = await plugin(["add", folder, "--allow-net", "--deny-kv"]);
    expect([failed.code, failed.error]).toEqual([
      1,
      expect.stringContaining("The plugin's tests failed"),
    ]);
    expect(failed.error).toContain(
      "The tests ran without kv, which you did not grant: grant these permissions, or",
    );
    expect(installed()).toEqual([]);
    const untested = await plugin(["add", folder, "--allow-net", "--deny-kv", "--skip-tests"]);
    expect(untested.out).toContain(
      "GET /api/sample/count: The operator of this hub has not granted",
    );
    expect(untested.out).toContain(
      "Passed with the granted permissions (examples: 2, test files: 0)",
    );
    const whole = await plugin(["update", "sample", "--allow-all"]);
    expect(whole.code).toBe(0);
  });

  test("add names the file of each failing example, and the reason", async () => {
    const route = (handler: string) => `import { t } from "hub";
import sample from "../plugin.ts";
export default sample.route({
  summary: "Count", response: t.Object({ count: t.Integer() }), example: {},
  handler: async ({ kv }) => { ${handler} },
});`;
    const { code, error } = await plugin([
      "add",
      pluginFolder({
        "routes/code.get.ts": route('throw sample.error("nope" as never, "No");'),
        "routes/door.get.ts": route('await (kv as any).get("x"); return {} as never;'),
        "routes/error.get.ts": route('throw new Error("It is broken");'),
        "routes/type.get.ts": route('return { count: "one" } as never;'),
      }),
    ]);
    expect(code).toBe(1);
    for (const [name, sentence] of [
      ["code", 'Unknown error code "nope": plugin.ts must declare it in errors'],
      ["door", 'plugin.ts does not request the permission "kv"'],
      ["error", "It is broken"],
      [
        "type",
        'outside the schema of routes/type.get.ts: response.count must be a whole number: it is "one"',
      ],
    ]) {
      const start = `routes/${name}.get.ts: GET /api/sample/${name} answers 500 to its example: `;
      const line = error.split("\n").find((line) => line.includes(start));
      expect(line).toContain(sentence);
    }
    expect(installed()).toEqual([]);
    expect(readdirSync(`${data}/plugins-staging`)).toEqual([]);
  });

  test("add runs the examples as a hub will, which copies neither tests nor hidden files", async () => {
    const greet = sound["routes/greet.get.ts"]
      .replace("handler: (", "handler: async (")
      .replace('"Hello "', '(await import("../word.test.ts")).word');
    const folder = pluginFolder({
      "routes/greet.get.ts": greet,
      "word.test.ts": 'export const word = "Dear ";',
    });
    const { code, error } = await plugin(["add", folder]);
    expect([code, error]).toEqual([1, expect.stringContaining("word.test.ts")]);
    expect(installed()).toEqual([]);
  });

  test("update of an unchanged plugin grants and revokes permissions", async () => {
    await runUntested(["add", pluginFolder(greedy), "--allow-all"]);
    await runUntested(["update", "sample", "--deny-net"]);
    expect(grants().sample).toMatchObject({
      granted: { kv: true },
      refused: { net: ["api.example"] },
    });
    await runUntested(["update", "sample", "--allow-net=api.example"]);
    expect(grants().sample).toMatchObject({ granted: { net: ["api.example"], kv: true } });
  });

  test("update continues after a failure, and fails at the end", async () => {
    const folder = pluginFolder();
    await runUntested(["add", folder, "--name=first"]);
    const other = pluginFolder();
    await runUntested(["add", other, "--name=second"]);
    rmSync(folder, { recursive: true });
    writeFileSync(`${other}/more.ts`, "export {};");
    const { code, error } = await runUntested(["update"]);
    expect(code).toBe(1);
    expect(error).toContain('first: Cannot find "');
    expect(error).toContain('Updated "second"');
    expect(existsSync(`${data}/plugins/second/more.ts`)).toBe(true);
    expect(existsSync(`${data}/plugins/first/plugin.ts`)).toBe(true);
  });

  test("grants of a removed folder don't apply to the next one of its name", async () => {
    await runUntested(["add", pluginFolder(greedy), "--allow-all"]);
    rmSync(`${data}/plugins/sample`, { recursive: true });
    expect((await plugin(["verify"])).error).toBe("sample:\n  its folder is missing");
    const { code, error } = await runUntested(["add", pluginFolder(greedy)]);
    expect([code, error]).toEqual([1, expect.stringContaining("--allow-net=api.example")]);
    await runUntested(["add", pluginFolder(greedy), "--deny-all"]);
    expect(grants().sample.granted).toEqual({});
  });

  test("remove deletes it with its grants", async () => {
    await runUntested(["add", pluginFolder()]);
    expect((await plugin(["remove", "sample"])).out).toStartWith('Removed "sample". ');
    expect(installed()).toEqual([]);
    expect(grants()).toEqual({});
    expect((await plugin(["remove", "sample"])).error).toContain(
      'Plugin "sample" is not installed',
    );
  });

  describe("add rejects", () => {
    test("tests that throw, read forbidden files, or write to their folder", async () => {
      const tests = `import { test } from "bun:test";
test("throws", () => { throw new Error("wrong"); });
test("reads", () => Bun.file("/etc/passwd").text());
test("writes", () => Bun.write(import.meta.dir + "/plugin.ts", ""));
test("passes", () => {});`;
      const { code, error } = await plugin(["add", pluginFolder({ "sample.test.ts": tests })]);
      expect([code, error]).toEqual([1, expect.stringContaining("The plugin's tests failed")]);
      const failed = [...error.matchAll(/\(fail\) (\w+)/g)].map(([, name]) => name);
      expect([...new Set(failed)]).toEqual(["throws", "reads", "writes"]);
      expect(installed()).toEqual([]);
      expect(readdirSync(`${data}/plugins-staging`)).toEqual([]);
    });

    test.each<[string, Record<string, string>, string]>([
      [
        "packages by a local path",
        { "package.json": '{ "dependencies": { "etc": "file:/etc" } }' },
        'needs "etc" as "file:/etc", which is not a version in the registry',
      ],
      [
        "packages from a repository",
        { "package.json": '{ "optionalDependencies": { "x": "github:a/b" } }' },
        'needs "x" as "github:a/b"',
      ],
      [
        "the hub as one of its packages",
        { "package.json": '{ "peerDependencies": { "hub": "*" } }' },
        "move it to devDependencies",
      ],
      [
        "workspaces, which are local folders",
        { "package.json": '{ "workspaces": ["../*"] }' },
        'has "workspaces", which is not allowed',
      ],
      ["an invalid package.json", { "package.json": "[]" }, "is not a JSON object"],
      [
        "a path that the hub serves",
        asking("{}", ', try: { "/uuid": "greet.get" }'),
        'try "/uuid" declares GET /try/uuid, which conflicts with GET /try/uuid of "dev"',
      ],
      [
        "more permissions than a person would read",
        asking("{ env: Array.from({ length: 101 }, (_, at) => 'V' + at) }"),
        "must request at most 100 permissions",
      ],
      ["a folder without a plugin", { "plugin.ts": "" }, "Cannot find a plugin.ts"],
      [
        "a violation of the contract",
        { "plugin.ts": "export default {};" },
        "is not a definePlugin()",
      ],
    ])("%s", async (_, files, sentence) => {
      const { code, error } = await plugin(["add", pluginFolder(files)]);
      expect([code, error]).toEqual([1, expect.stringContaining(sentence)]);
      expect(installed()).toEqual([]);
      expect(readdirSync(`${data}/plugins-staging`)).toEqual([]);
    });

    test("invalid folder names, or those of other plugins", async () => {
      const folder = pluginFolder();
      for (const name of ["..", "../x", "a/b", ".staging", "A_b", "-x"]) {
        const { error } = await runUntested(["add", folder, `--name=${name}`]);
        expect(error, name).toContain("must be in kebab-case");
      }
      const { error } = await runUntested(["add", folder, "--name", "qr"]);
      expect(error).toContain('A plugin "qr" already exists in');
      const served = await runUntested(["add", folder], { HUB_PLUGINS: folder });
      expect(served.error).toContain(`A plugin "sample" already exists in "${folder}"`);
      await runUntested(["add", folder]);
      expect((await runUntested(["add", folder])).error).toContain('"sample" is already installed');
    });

    test.each([
      ["ext::sh -c touch% /tmp/x", "must start with https, ssh or file"],
      ["http://127.0.0.1/x.git", "must start with https, ssh or file"],
      ["https://user:secret@127.0.0.1/x.git", "must not contain a password"],
      ["ssh://-oProxyCommand=x/y", "must start with https, ssh or file"],
      ["file:///x#--upload-pack=x", "A branch or tag must be"],
      ["--upload-pack=x", "Unknown option '--upload-pack'"],
      ["/no/such/folder", "it must be a folder, a tarball"],
      ["left-pad@file:/etc", "it must be a folder, a tarball"],
    ])("the source %s", async (source, sentence) => {
      const { code, error } = await plugin(["add", source]);
      expect([code, error]).toEqual([1, expect.stringContaining(sentence)]);
      expect(error).not.toContain("secret");
    });

    test("links in a folder", async () => {
      const folder = pluginFolder();
      symlinkSync("/etc/passwd", `${folder}/passwd.ts`);
      const { error } = await plugin(["add", folder]);
      expect(error).toContain('Cannot copy "passwd.ts"');
    });

    test("all code if the kernel cannot sandbox it, unless that is permitted", async () => {
      const off = { HUB_SANDBOX: "off" };
      const folder = pluginFolder();
      const { error } = await plugin(["add", folder], off);
      expect(error).toContain("--unsandboxed");
      expect((await plugin(["add", folder, "--unsandboxed"], off)).out).toContain("Added");
    });
  });

  test("text of a manifest stays on its line and cannot move the cursor", async () => {
    const { out } = await runUntested([
      "add",
      pluginFolder({
        "plugin.ts": sound["plugin.ts"].replace(
          "Says hello.",
          "Nice.\\u001b[2J\\r\\n\\u202eIt asks",
        ),
      }),
    ]);
    expect(out.split("\n")[1]).toBe("Nice.[2J It asks");
  });

  // The test's own time limit is longer than any machine needs.
  const within = (body: string) => ({
    "sample.test.ts": `import { test } from "bun:test"; test("x", async () => { ${body} }, 600_000);`,
  });
  const sandbox = createSandbox("auto");

  test("a test that never ends is killed", async () => {
    // Blocks its thread without using processor time.
    const body = "Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);";
    const folder = pluginFolder(within(body));
    // Its examples must finish within the limit: the first sufficient limit counts.
    for (let timeoutMs = 500; ; timeoutMs *= 2) {
      const trying = tryOut(folder, { sandbox, examples: 1, granted: {}, timeoutMs });
      const { message } = await trying.then(
        () => new Error("It passed"),
        (error: Error) => error,
      );
      if (message.startsWith("The plugin's examples were stopped")) continue;
      expect(message).toStartWith(
        `The plugin's tests were stopped: they must finish within ${timeoutMs} ms`,
      );
      break;
    }
  });

  test.each<[string, string, string]>([
    [
      "prints endlessly",
      'for (;;) console.log("x".repeat(9999));',
      "with at most 4194304 bytes of output",
    ],
    [
      // It keeps its memory until it is ended, so the time of the hub's check doesn't matter.
      "uses up the memory",
      "globalThis.all = new Uint8Array(2 ** 29).fill(1); await new Promise(() => {});",
      "with at most 400 MB of memory",
    ],
  ])("a test that %s is killed", async (_, body, limit) => {
    const options = { sandbox, examples: 1, granted: {}, timeoutMs: 600_000, memoryMbMax: 400 };
    const trying = tryOut(pluginFolder(within(body)), options);
    await expect(trying).rejects.toThrow(
      `The plugin's tests were stopped: they must finish ${limit}`,
    );
  });
});

describe.skipIf(!isEnforced)("bun run plugin add accepts", () => {
  test("a tarball, with any name of its top folder", async () => {
    const files = Object.fromEntries(
      Object.entries(sound).map(([path, text]) => [`package/${path}`, text]),
    );
    const file = `${newFolder()}/hello-1.0.0.tgz`;
    await Bun.write(file, await new Bun.Archive(files, { compress: "gzip" }).bytes());
    const { code, out, error } = await runUntested(["add", file]);
    expect([code, error, out]).toEqual([0, "", expect.stringContaining('Added "hello"')]);
    expect(readdirSync(`${data}/plugins/hello`).sort()).toEqual(["plugin.ts", "routes"]);
  });

  test.skipIf(isMissing("git"))("a repository, without running its hooks", async () => {
    const folder = pluginFolder();
    const git = (...args: string[]) => {
      const { exitCode, stderr } = Bun.spawnSync(
        ["git", "-c", "user.name=a", "-c", "user.email=a@b.example", ...args],
        { cwd: folder },
      );
      expect([args[0], exitCode, stderr.toString()]).toEqual([args[0], 0, expect.any(String)]);
    };
    git("init", "-q", "-b", "main");
    git("add", ".");
    git("commit", "-qm", "One");
    git("tag", "one");
    writeFileSync(`${folder}/plugin.ts`, sound["plugin.ts"].replace("hello", "goodbye"));
    git("commit", "-qam", "Two");
    const marker = `${newFolder()}/ran`;
    const template = newFolder();
    mkdirSync(`${template}/hooks`);
    writeFileSync(`${template}/hooks/post-checkout`, `#!/bin/sh\ntouch ${marker}\n`, {
      mode: 0o755,
    });
    const { out } = await runUntested(["add", `file://${folder}#one`], {
      GIT_TEMPLATE_DIR: template,
    });
    expect(out).toContain('Added "sample"');
    expect(grants().sample).toMatchObject({
      version: expect.stringMatching(/^0\.0\.0\+[\da-f]{12}$/),
      source: `file://${folder}#one`,
    });
    expect(readFileSync(`${data}/plugins/sample/plugin.ts`, "utf8")).toContain("hello");
    expect(existsSync(`${data}/plugins/sample/.git`)).toBe(false);
    expect(existsSync(marker)).toBe(false);
  });

  test("a registry package with its dependencies, without running install scripts", async () => {
    const marker = `${newFolder()}/ran`;
    const scripts = { postinstall: `touch ${marker}`, install: `touch ${marker}` };
    await using registry = await serveRegistry({
      "hub-hello": {
        "package.json": JSON.stringify({
          name: "hub-hello",
          version: "2.0.1",
          type: "module",
          scripts,
          dependencies: { politeness: "^1.0.0" },
          devDependencies: { hub: "link:/no/such/folder" },
        }),
        ...sound,
        "routes/greet.get.ts": sound["routes/greet.get.ts"]
          .replace("import sample", 'import { word } from "politeness";\nimport sample')
          .replace('"Hello "', "word"),
      },
      politeness: {
        "package.json": JSON.stringify({
          name: "politeness",
          version: "1.0.0",
          type: "module",
          main: "index.js",
          scripts,
          dependencies: { manners: "1.0.0" },
        }),
        "index.js": 'export { word } from "manners";',
      },
      manners: {
        "package.json":
          '{ "name": "manners", "version": "1.0.0", "type": "module", "main": "index.js" }',
        "index.js": 'export const word = "Dear ";',
      },
    });
    const hub = await runHub({
      HUB_DATA: data,
      HUB_LIVE: "1",
      HUB_TIERS: "free=unlimited/unlimited",
    });
    const key = { "x-api-key": await hub.key() };
    const env = { BUN_CONFIG_REGISTRY: registry.url, BUN_INSTALL_CACHE_DIR: newFolder() };
    const { out, error } = await plugin(["add", "hub-hello"], env);
    expect([error, out]).toEqual(["", expect.stringContaining('Added "hub-hello"')]);
    expect(grants()["hub-hello"]).toMatchObject({ version: "2.0.1", source: "hub-hello" });
    expect(existsSync(marker)).toBe(false);
    const greet = () => hub.get("/api/hub-hello/greet?name=Ada", key);
    while ((await greet()).status === 404) await Bun.sleep(50);
    expect(await json(await greet())).toMatchObject({ greeting: "Dear Ada" });
    appendFileSync(`${data}/plugins/hub-hello/node_modules/politeness/index.js`, "\n");
    expect((await plugin(["verify"])).error).toBe("hub-hello:\n  changed: its packages");
    await hub.stop();
  });

  test("no package that requires a local folder, nor one from a lock file's URL", async () => {
    const needing = (name: string, path: string) => ({
      "package.json": JSON.stringify({ name, version: "1.0.0", dependencies: { core: path } }),
    });
    await using registry = await serveRegistry({
      sly: needing("sly", `file:${root}/core`),
      slyer: needing("slyer", `${root}/core`),
      plain: { "package.json": '{ "name": "plain", "version": "1.0.0" }' },
    });
    const env = { BUN_CONFIG_REGISTRY: registry.url, BUN_INSTALL_CACHE_DIR: newFolder() };
    for (const name of ["sly", "slyer"]) {
      const described = JSON.stringify({ dependencies: { [name]: "1.0.0" } });
      const folder = pluginFolder({ "package.json": described });
      // On some systems Bun reports it first.
      for (const source of [folder, name]) {
        const { code, error } = await runUntested(["add", source], env);
        expect([code, error]).toEqual([1, expect.stringContaining("core")]);
      }
    }
    expect(installed()).toEqual([]);
    const folder = pluginFolder({
      "package.json": '{ "dependencies": { "plain": "1.0.0" } }',
      "bun.lock": `{ "lockfileVersion": 1, "workspaces": { "": { "dependencies": { "plain": "1.0.0" } } },
        "packages": { "plain": ["plain@1.0.0", "http://127.0.0.1:9/plain.tgz", {}, ""], } }`,
    });
    expect((await runUntested(["add", folder], env)).out).toContain('Added "sample"');
  });
});

describe.skipIf(!isEnforced)("a running hub", () => {
  test("serves an added plugin, with its current grants, until it is removed", async () => {
    const hub = await runHub({
      ...{ HUB_DATA: data, HUB_LIVE: "1", HUB_TIERS: "free=unlimited/unlimited" },
    });
    const key = { "x-api-key": await hub.key() };
    const status = async () => (await hub.get("/api/sample/count", key)).status;
    const becomes = async (expected: number) => {
      while ((await status()) !== expected) await Bun.sleep(50);
    };
    expect(await status()).toBe(404);
    const folder = pluginFolder(greedy);
    await runUntested(["add", folder, "--allow-kv", "--deny-net"]);
    await becomes(200);
    await runUntested(["update", "sample", "--deny-kv"]);
    await becomes(501);
    writeFileSync(`${folder}/more.ts`, "export {};");
    await runUntested(["update", "sample", "--allow-kv"]);
    await becomes(200);
    await plugin(["remove", "sample"]);
    await becomes(404);
    await hub.stop();
  });
});

describe.skipIf(!isEnforced)("with concurrent commands and kills,", () => {
  const slow = {
    "sample.test.ts": `import { test } from "bun:test";\ntest("x", () => Bun.sleep(4000), 10_000);`,
  };

  test("of two commands that add the same plugin one succeeds, and the other gets an error", async () => {
    const folder = pluginFolder();
    const outcomes = await Promise.all([1, 2].map(() => pluginProcess(["add", folder])));
    const codes = outcomes.map(({ code }) => code).sort();
    expect(codes).toEqual([0, 1]);
    expect(outcomes.find(({ code }) => code === 1)?.error).toMatch(/meanwhile|already installed/);
    expect((await plugin(["verify"])).out).toBe("sample: unchanged");
  });

  test("a command that is killed leaves nothing that is served, and the next one cleans up", async () => {
    const killed = start(["add", pluginFolder(slow)]);
    const staging = `${data}/plugins-staging`;
    const isStaged = () =>
      existsSync(staging) &&
      readdirSync(staging).some((name) => existsSync(`${staging}/${name}/sample/plugin.ts`));
    while (!isStaged()) await Bun.sleep(20);
    killed.kill("SIGKILL");
    await killed.exited;
    expect(installed()).toEqual([]);
    const hub = await serve();
    await hub.stop();
    expect(hub.permissions).toBeUndefined();
    expect(readdirSync(staging)).toHaveLength(1);
    expect((await plugin(["add", pluginFolder()])).out).toContain("Added");
    expect(readdirSync(staging)).toEqual([]);
  });
});

/** Starts a local npm registry with one version of each package. */
async function serveRegistry(packages: Record<string, Record<string, string>>) {
  const tarballs = new Map<string, Uint8Array>();
  for (const [name, files] of Object.entries(packages)) {
    const entries = Object.entries(files).map(([path, text]) => [`package/${path}`, text]);
    const archive = new Bun.Archive(Object.fromEntries(entries), { compress: "gzip" });
    tarballs.set(name, await archive.bytes());
  }
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch(request) {
      const { pathname, origin } = new URL(request.url);
      const name = pathname.slice(1).replace(/\.tgz$/, "");
      const tarball = tarballs.get(name);
      if (!tarball) return new Response("", { status: 404 });
      if (pathname.endsWith(".tgz")) return new Response(tarball);
      const described = JSON.parse(packages[name]?.["package.json"] ?? "{}");
      const integrity = `sha512-${new Bun.CryptoHasher("sha512").update(tarball).digest("base64")}`;
      const dist = { tarball: `${origin}/${name}.tgz`, integrity };
      return Response.json({
        name,
        "dist-tags": { latest: described.version },
        versions: { [described.version]: { ...described, dist } },
      });
    },
  });
  return {
    url: `http://127.0.0.1:${server.port}/`,
    [Symbol.asyncDispose]: () => server.stop(true),
  };
}
