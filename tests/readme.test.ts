import { afterAll, expect, test } from "bun:test";
import { json } from "hub/testing";
import { loadAll } from "../core/host/load/load-all.ts";
import { issueKeys, startProcess } from "../core/testing/hub-process.ts";
import { dataFolder } from "../core/testing/running-hub.ts";
import { engines } from "../package.json";
import { copyProject, followGuide, removeCopies, run } from "./project-copy.ts";

const root = `${import.meta.dir}/..`;
const readme = await Bun.file(`${root}/README.md`).text();
afterAll(removeCopies);

test("the table of services matches the plugins", async () => {
  const { plugins } = await loadAll([`${root}/plugins`], { strict: true });
  const rows = plugins.map(
    ({ name, plugin: { manifest }, routes }) =>
      `| ${manifest.title} | \`/api/${name}\` | ${routes.length} | ${manifest.summary} |`,
  );
  const [, table = ""] = /\| service .*\n\|[-|]+\n((?:\|.*\n)+)/.exec(readme) ?? [];
  expect(table.trim().split("\n").toSorted()).toEqual(rows.toSorted());
});

// The examples need curl, as their reader does.
test.skipIf(!Bun.which("curl"))(
  "the examples work one after the other with a new key, and leave it four calls of its minute",
  async () => {
    const data = dataFolder();
    const hub = await startProcess({ HUB_DATA: data.path });
    const [, examples = ""] = /## Examples\n+```sh\n([\s\S]*?)```/.exec(readme) ?? [];
    const [signUp = "", calls = ""] = examples.split(/^export KEY=.*\n/m);
    const runShell = async (script: string) => {
      const shell = `set -e\ncurl() { command curl -sS --fail-with-body "$@"; }\n${script}`;
      const child = Bun.spawn(
        ["sh", "-c", shell.replaceAll("localhost:3000", new URL(hub.url).host)],
        {
          cwd: data.path,
          env: { PATH: process.env.PATH, KEY: key },
          stdout: "pipe",
          stderr: "pipe",
        },
      );
      const output = await Promise.all([child.stdout.text(), child.stderr.text()]);
      expect(await child.exited, output.join("\n")).toBe(0);
      return output[0];
    };
    let key = "";
    key = JSON.parse(await runShell(signUp)).api_key;
    await runShell(calls);
    const account = await json(
      await fetch(`${hub.url}/api-key`, { headers: { "x-api-key": key } }),
    );
    expect(account.used_today).toBeLessThanOrEqual(6);
    expect(readme).toContain("These examples use six of them.");
    const [, path = "", response = ""] =
      /curl 'localhost:3000(.*)'\n```\n+```json\n(.*)\n/.exec(readme) ?? [];
    const first = await json(await fetch(hub.url + path));
    expect(Object.keys(first)).toEqual(Object.keys(JSON.parse(response)));
    hub.child.kill();
    await hub.child.exited;
    data.remove();
  },
);

test.each([
  "README.md",
  "CONTRIBUTING.md",
  ...["INSTALLING", "OPERATING", "PLUGINS"].map((name) => `docs/${name}.md`),
])("%s says how to run its commands without Bun, before the first of them", async (document) => {
  const text = await Bun.file(`${root}/${document}`).text();
  const alias = text.indexOf(`alias bun='npx -y bun@${engines.bun}'`);
  expect(alias).toBeGreaterThan(0);
  const first = text.search(/^bun |^\$ bun |`bun (run|test|install)/m);
  expect(first).toBeGreaterThan(alias);
});

test("following the plugin guide literally results in two working endpoints", async () => {
  const copy = copyProject();
  const [, guide = ""] = /## Write a plugin\n([\s\S]*?)\n## /.exec(readme) ?? [];
  await followGuide(guide, copy);
  for (const [, line = ""] of guide.matchAll(/`(bun run new-route \S+)`/g)) await run(line, copy);
  const data = `${copy}/data`;
  const [key = ""] = await issueKeys(data, 1);
  const { child, url } = await startProcess({ HUB_DATA: data }, copy);
  const get = async (path: string) =>
    json(await fetch(`${url}/api/hello/${path}`, { headers: { "x-api-key": key } }));
  expect(await get("greet?name=Ada")).toEqual({ success: true, greeting: "Hello, Ada" });
  expect(await get("shout?text=Ada")).toEqual({ success: true, shout: "Ada" });
  expect(await get("shout/hello?times=2&mark=?")).toEqual({
    success: true,
    shouted: "HELLO? HELLO?",
  });
  expect((await json(await fetch(`${url}/openapi.json`))).paths).toHaveProperty([
    "/api/hello/shout/{word}",
  ]);
  child.kill();
  await child.exited;
});
