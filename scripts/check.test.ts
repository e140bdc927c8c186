import { afterAll, expect, test } from "bun:test";
import { dirname } from "node:path";
import { pluginFolder, removePluginFolders, sound } from "../core/testing/plugin-folder.ts";

afterAll(removePluginFolders);

async function check(...args: string[]) {
  const child = Bun.spawn([process.execPath, `${import.meta.dir}/check.ts`, ...args], {
    cwd: dirname(args[0] ?? "/"),
    stdout: "pipe",
    stderr: "pipe",
  });
  const output = await Promise.all([child.stdout.text(), child.stderr.text()]);
  return { code: await child.exited, text: output.join("") };
}

const passing = 'import { test } from "bun:test";\ntest("its own", () => {});';

test("runs the examples and tests of the given plugin, and no others", async () => {
  const { code, text } = await check(pluginFolder({ "work/own.test.ts": passing }));
  expect(text).toContain("Ran 1 test across 1 file.");
  expect(code).toBe(0);
});

test.each([
  [
    "an example that fails",
    { "routes/greet.get.ts": sound["routes/greet.get.ts"].replace('"Hello "', "query.nme.x") },
    "routes/greet.get.ts: GET /api/sample/greet answers 500 to its example: TypeError",
  ],
  ["a test that fails", { "own.test.ts": passing.replace("{}", "{ throw 1 }") }, "1 fail"],
  [
    "a plugin that cannot load",
    { "plugin.ts": "export default {}" },
    'Cannot load plugin "sample"',
  ],
])("fails with %s", async (_, files: Record<string, string>, message) => {
  const { code, text } = await check(pluginFolder(files));
  expect(text).toContain(message);
  expect(code).toBe(1);
});

test("refuses a name that is no plugin", async () => {
  const { code, text } = await check("nope");
  expect(text).toStartWith('Cannot find the plugin "nope": it must be ');
  expect(code).toBe(2);
});

test("shows the cause of a 500 that a test receives", async () => {
  const { text } = await check(
    pluginFolder({
      "routes/greet.get.ts": sound["routes/greet.get.ts"].replace(
        "handler: ({ query }) => ({",
        'handler: ({ query }) => query.name === "Bob" ? JSON.parse("{") : ({',
      ),
      "own.test.ts": `import { expect, test } from "bun:test";
import { testHub } from "hub/testing";
const hub = await testHub(import.meta.dir);
test("greets Bob", async () => {
  expect((await hub.get("/api/sample/greet?name=Bob")).status).toBe(200);
});`,
    }),
  );
  expect(text).toContain("SyntaxError: JSON Parse error");
  expect(text).toContain('route="GET /api/sample/greet" file=routes/greet.get.ts');
});

test("names each response header that a route may not set", async () => {
  const { code, text } = await check(
    pluginFolder({
      "routes/greet.get.ts": sound["routes/greet.get.ts"]
        .replace("{ t }", "{ reply, t }")
        .replace(
          '({ greeting: "Hello " + query.name })',
          'reply({ greeting: query.name }, { headers: { "x-a": "b" } })',
        ),
    }),
  );
  expect(text).toContain('Removed the response header "x-a" of routes/greet.get.ts: ');
  expect(code).toBe(0);
});
