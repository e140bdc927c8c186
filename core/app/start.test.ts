import { afterAll, describe, expect, test } from "bun:test";
import { dirname } from "node:path";
import { json, sampleCases } from "hub/testing";
import { startProcess } from "../testing/hub-process.ts";
import { pluginFolder, removePluginFolders, sound } from "../testing/plugin-folder.ts";
import { dataFolder } from "../testing/running-hub.ts";

const data = dataFolder();
afterAll(() => {
  data.remove();
  removePluginFolders();
});

/** Returns the last log message of a hub that doesn't start. */
async function failure(env: Record<string, string>): Promise<string> {
  const start = startProcess({ HUB_DATA: `${data.path}/failing`, ...env });
  return start.then(
    ({ child }) => {
      child.kill();
      return "It started";
    },
    ({ message }: Error) => {
      const [, line = "{}"] = /^The hub did not start: (.*)\n$/s.exec(message) ?? [];
      return JSON.parse(line).message;
    },
  );
}

describe("a hub that cannot start says why:", () => {
  test("an invalid setting", async () => {
    expect(await failure({ PORT: "http" })).toContain(
      'utilhub cannot start: PORT must be a whole number from 0 to 65535: it is "http"',
    );
  });

  // core/app/check-settings.test.ts and core/app/config.test.ts test them without a process.
  const meaningless: [env: Record<string, string>, sentence: string][] = [
    [
      { HUB_SINGUP: "closed" },
      'Cannot use "HUB_SINGUP": it is not a setting (the nearest is "HUB_SIGNUP")',
    ],
    [
      { HUB_CHROME: "/nope" },
      'HUB_CHROME must be the path of an executable program: it is "/nope"',
    ],
    [{ AI_PROVIDERS: "opnai" }, 'it has "opnai" (the nearest is "openai")'],
    [{ HUB_BASE_URL: "hub.example.com" }, 'it is "hub.example.com"'],
    [{ HUB_PROCESSES: "2", HUB_SINGUP: "closed" }, 'Cannot use "HUB_SINGUP"'],
    [
      { HUB_DENY: "crpyto" },
      'HUB_DENY names "crpyto", which is not a plugin (the nearest is "crypto")',
    ],
  ];

  test.each(sampleCases(meaningless, 3))("an unknown setting: %j", async (env, sentence) => {
    expect(await failure(env)).toContain(sentence);
  });

  test("a data folder that is a file", async () => {
    const path = `${data.path}/file`;
    await Bun.write(path, "");
    expect(await failure({ HUB_DATA: path })).toContain(
      `Cannot write to the data folder "${path}"`,
    );
  });

  test("a port in use", async () => {
    const taken = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response() });
    expect(await failure({ PORT: String(taken.port) })).toContain(
      `port ${taken.port} at 127.0.0.1 is in use`,
    );
    taken.stop();
  });

  test("a broken plugin with HUB_STRICT", async () => {
    const root = dirname(pluginFolder({ "plugin.ts": "export default {};" }));
    expect(await failure({ HUB_PLUGINS: root, HUB_STRICT: "1" })).toContain(
      'Cannot load plugin "sample": the default export of plugin.ts is not a definePlugin()',
    );
  });
});

test("a text log begins with the address, how to get a key, the limits, and programs that are missing", async () => {
  const programs = dataFolder();
  await Bun.$`ln -s ${Bun.which("sh")} ${programs.path}/sh`;
  const hub = await startProcess({
    HUB_DATA: `${data.path}/text`,
    HUB_LOG: "text",
    PATH: programs.path,
  });
  // The rest of the lines was written with the first.
  hub.child.kill();
  await hub.ended();
  programs.remove();
  const address = `http://localhost:${hub.port}`;
  const text = hub.lines.join("\n");
  expect(hub.lines[0]).toEndWith(`endpoints at ${address}. Get a key: ${address}/signup`);
  const [, command = ""] = /^ {4}Get a key +(curl .*)$/m.exec(text) ?? [];
  expect(command).toStartWith(`curl ${address}/api-key `);
  expect(text).toMatch(/^ {4}Data +\/.*\/text$/m);
  expect(text).toMatch(/^ {4}Limits +10 calls per minute and 100 per day/m);
  expect(text).toMatch(/^ {4}Optional +"apertium" is not installed\. It adds translation/m);
});

test("an external plugin runs in a separate process, and a broken one is logged", async () => {
  const good = pluginFolder({
    "routes/greet.get.ts": sound["routes/greet.get.ts"].replace(
      '"Hello " + query.name',
      'String(process.pid) + (process.env.SECRET ?? "")',
    ),
  });
  const broken = pluginFolder({ "plugin.ts": "export default {};" }, "broken");
  const hub = await startProcess({
    HUB_DATA: `${data.path}/plugins`,
    HUB_PLUGINS: `${dirname(good)}:${dirname(broken)}`,
    HUB_TIERS: "free=100/1000",
    SECRET: "not for plugins",
  });
  const signUp = await fetch(`${hub.url}/api-key`, {
    method: "POST",
    body: '{"email":"a@example.com"}',
  });
  const headers = { "x-api-key": (await json(signUp)).api_key };
  const { greeting } = await json(await fetch(`${hub.url}/api/sample/greet?name=Ada`, { headers }));
  expect(greeting).toMatch(/^\d+$/);
  expect(Number(greeting)).not.toBe(hub.child.pid);
  const services = JSON.stringify(await json(await fetch(`${hub.url}/services`)));
  expect(services).toContain('Cannot load plugin \\"broken\\"');
  hub.child.kill();
  expect(await hub.child.exited).toBe(0);
});

test("requests in progress at the shutdown are completed, and new ones rejected", async () => {
  const folder = pluginFolder({
    "routes/wait.get.ts": sound["routes/greet.get.ts"].replace(
      "handler: ({ query }) => ({",
      "handler: async ({ query }) => (await Bun.sleep(400), {",
    ),
  });
  const hub = await startProcess({
    HUB_DATA: `${data.path}/drain`,
    HUB_PLUGINS: dirname(folder),
  });
  const signUp = await fetch(`${hub.url}/api-key`, {
    method: "POST",
    body: '{"email":"a@example.com"}',
  });
  const headers = { "x-api-key": (await json(signUp)).api_key };
  const waiting = fetch(`${hub.url}/api/sample/wait?name=Ada`, { headers });
  await Bun.sleep(150);
  hub.child.kill("SIGTERM");
  expect(await json(await waiting)).toMatchObject({ greeting: "Hello Ada" });
  expect(await hub.child.exited).toBe(0);
  await expect(fetch(`${hub.url}/livez`)).rejects.toThrow();
});
