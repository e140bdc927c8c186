import { afterAll, expect, test } from "bun:test";
import { json } from "hub/testing";
import { removedSettings, settingNames } from "../core/app/config.ts";
import { loadAll } from "../core/host/load/load-all.ts";
import { issueKeys, startProcess } from "./hub-process.ts";
import { copyProject, followGuide, removeCopies, run } from "./project-copy.ts";

const root = `${import.meta.dir}/..`;
const readme = await Bun.file(`${root}/README.md`).text();
const operating = await Bun.file(`${root}/docs/OPERATING.md`).text();
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

test("the table of variables matches the configuration", async () => {
  const source = await Bun.file(`${root}/core/app/config.ts`).text();
  const named = new Set(source.match(/\b(?:HUB_[A-Z_]+|PORT|HOST|TRUSTED_PROXIES)\b/g));
  const read = named.difference(new Set(Object.keys(removedSettings)));
  expect([...settingNames].toSorted()).toEqual([...read].toSorted());
  const [, table = ""] = operating.split("| variable |");
  const told = new Set(
    table.split("\n\n")[0]?.match(/\b(?:HUB_[A-Z_]+|PORT|HOST|TRUSTED_PROXIES)\b/g),
  );
  expect([...told].toSorted()).toEqual([...read].toSorted());
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
  expect(await get("shout?name=Ada")).toEqual({ success: true, greeting: "Hello, Ada" });
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
