import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { dirname } from "node:path";
import { json } from "hub/testing";
import { type HubProcess, startProcess } from "../core/testing/hub-process.ts";
import { pluginFolder, removePluginFolders } from "../core/testing/plugin-folder.ts";
import { dataFolder } from "../core/testing/running-hub.ts";

/** The endpoints of the services and of the sample plugin. */
const endpoints =
  1 +
  [...new Bun.Glob("plugins/*/routes/**/*.ts").scanSync(`${import.meta.dir}/..`)].filter(
    (file) => !file.endsWith(".test.ts"),
  ).length;

const secrets = {
  HUB_METRICS_TOKEN: "token-of-the-metrics",
  HUB_KEY_PEPPER: "pepper-of-the-keys-that-nobody-knows",
  OPENAI_API_KEY: "sk-of-the-model",
};

const folders = () => {
  const talkative = pluginFolder({
    "plugin.ts": `import { definePlugin } from "hub";
export default definePlugin({
  title: "Sample", summary: "x", isolated: false, permissions: { env: ["OPENAI_API_KEY"] },
});`,
    "routes/greet.get.ts": "",
    "routes/fail.get.ts": `import { t } from "hub";
import plugin from "../plugin.ts";
export default plugin.route({
  summary: "x", query: t.Object({ heavy: t.Optional(t.Boolean()) }), response: t.Object({}),
  example: { query: {} }, heavy: ({ query }) => query.heavy === true,
  handler({ env, log, query }) {
    log.warn("Two\\nlines", { level: "none", sent: env.OPENAI_API_KEY, heavy: query.heavy });
    throw new Error("Refused with " + env.OPENAI_API_KEY, { cause: new Error("?api_key=beneath") });
  },
});`,
  });
  const broken = pluginFolder({ "plugin.ts": "export default {};" }, "broken");
  return `${dirname(talkative)}:${dirname(broken)}`;
};

afterAll(removePluginFolders);

async function run(
  env: Record<string, string>,
  { fails }: { fails: readonly ("light" | "heavy")[] },
): Promise<{ hub: HubProcess; key: string }> {
  const data = dataFolder();
  const hub = await startProcess({
    HUB_DATA: data.path,
    HUB_PLUGINS: folders(),
    HUB_TRUST: "sample,broken",
    ...secrets,
    ...env,
  });
  const body = '{"email":"a@example.com"}';
  const { api_key: key } = await json(await fetch(`${hub.url}/api-key`, { method: "POST", body }));
  for (const work of fails)
    await fetch(`${hub.url}/api/sample/fail?heavy=${work === "heavy"}&api_key=${key}`);
  await fetch(`${hub.url}/metrics`, { headers: { authorization: "Bearer token-of-the-metrics" } });
  hub.child.kill("SIGTERM");
  expect(await hub.ended()).toBe(0);
  expect(await hub.child.stderr.text()).toBe("");
  data.remove();
  return { hub, key };
}

describe("the log of a hub", () => {
  let hub: HubProcess;
  let key: string;
  beforeAll(async () => {
    ({ hub, key } = await run({ HUB_ACCESS_LOG: "1" }, { fails: ["light", "heavy"] }));
  });
  const entries = () => hub.lines.map((line) => JSON.parse(line));

  test("has an object per line, each with a time, a level and a message", () => {
    expect(hub.lines.length).toBeGreaterThan(6);
    for (const entry of entries())
      expect(entry).toMatchObject({
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        level: expect.stringMatching(/^(?:info|warn|error)$/),
        message: expect.any(String),
      });
  });

  test("lists what is served, and what was skipped", () => {
    expect(entries()).toContainEqual(
      expect.objectContaining({ endpoints, services: expect.arrayContaining(["sample"]) }),
    );
    expect(entries()).toContainEqual(expect.objectContaining({ level: "error", plugin: "broken" }));
  });

  test("has a plugin's messages under fields, from any process", () => {
    const said = entries().filter(({ message }) => message === "Two\nlines");
    expect(said.map(({ fields }) => fields)).toEqual([
      { level: "none", sent: "[secret]", heavy: false },
      { level: "none", sent: "[secret]", heavy: true },
    ]);
    for (const entry of said) expect(entry).toMatchObject({ level: "warn", plugin: "sample" });
  });

  test("explains each failure of the hub, with the ID of its request", () => {
    const failures = entries().filter(({ code }) => code === "internal_error");
    expect(failures).toHaveLength(2);
    for (const failure of failures)
      expect(failure).toMatchObject({
        level: "error",
        plugin: "sample",
        route: "GET /api/sample/fail",
        status: 500,
        request_id: expect.any(String),
        cause: expect.stringMatching(/^Error: Refused with \[secret\]\n.*Caused by: Error: /s),
      });
  });

  test("contains no secret", () => {
    for (const secret of [key, ...Object.values(secrets), "beneath", "a@example.com"])
      expect(hub.lines.join("\n")).not.toContain(secret);
  });
});

test("has the same content with HUB_LOG=text", async () => {
  const { hub, key } = await run({ HUB_LOG: "text" }, { fails: ["light"] });
  const text = hub.lines.join("\n");
  expect(text).toMatch(
    new RegExp(`^\\S+Z info {2}utilhub \\S+ serves ${endpoints} endpoints at http:`, "m"),
  );
  expect(text).toMatch(/^\S+Z warn {2}Two\\nlines plugin=sample fields=\{"level":"none",/m);
  expect(text).toMatch(/^ {4}Error: Refused with \[secret\]$/m);
  for (const line of hub.lines) expect(line).toMatch(/^(?:\d{4}-\S+Z (?:info|warn|error) | {4})/);
  for (const secret of [key, ...Object.values(secrets), "beneath"])
    expect(text).not.toContain(secret);
});
