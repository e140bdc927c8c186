import { afterAll, expect, test } from "bun:test";
import { issueKeys, startProcess } from "../core/testing/hub-process.ts";
import { json, testHub } from "../core/testing/mod.ts";
import { pluginFolder, removePluginFolders, sound } from "../core/testing/plugin-folder.ts";
import { copyProject, followGuide, removeCopies } from "./project-copy.ts";

afterAll(removeCopies);
afterAll(removePluginFolders);

const plugins = await Bun.file(`${import.meta.dir}/../docs/PLUGINS.md`).text();

test("the tutorial of docs/PLUGINS.md builds a working plugin", async () => {
  const copy = copyProject();
  const [, guide = ""] = /## A complete plugin\n([\s\S]*)$/.exec(plugins) ?? [];
  await followGuide(guide, copy);
  const years = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: () => Response.json({ year: 753 }),
  });
  const data = `${copy}/data`;
  const [key = ""] = await issueKeys(data, 1);
  const { child, url } = await startProcess(
    { HUB_DATA: data, HUB_UPSTREAMS: `years.example=http://127.0.0.1:${years.port}` },
    copy,
  );
  const call = async (path: string, body?: unknown) =>
    json(
      await fetch(url + path, {
        headers: { "x-api-key": key, "content-type": "application/json" },
        ...(body !== undefined && { method: "POST", body: JSON.stringify(body) }),
      }),
    );
  expect(await call("/api/roman/write?number=1999")).toEqual({ success: true, roman: "MCMXCIX" });
  expect(await call("/api/roman/read", { numerals: ["MCMXCIX", "I"] })).toEqual({
    success: true,
    numbers: [1999, 1],
  });
  expect(await call("/api/roman/read", { numerals: ["IIX"] })).toMatchObject({ code: "not_roman" });
  expect(await call("/api/roman/founded/Rome")).toEqual({
    success: true,
    city: "Rome",
    year: "DCCLIII",
  });
  expect(await json(await fetch(`${url}/try/roman`))).toMatchObject({ roman: "MMXXVI" });
  const { services } = await call("/services");
  expect(services[0].schedule).toEqual([
    {
      name: "every-night",
      summary: "Log the number of conversions",
      pattern: "0 4 * * *",
      next_run: expect.stringMatching(/T04:00:00.000Z$/),
      last_run: null,
      last_failure: null,
    },
  ]);
  child.kill();
  await child.exited;
  years.stop(true);
});

test("the dataset of docs/PLUGINS.md is downloaded and read", async () => {
  const [, section = ""] = /\n## Datasets\n([\s\S]*?)\n## /.exec(plugins) ?? [];
  const blocks = section.matchAll(/```ts\n\/\/ plugins\/hello\/(\S+)\n([\s\S]*?)```/g);
  const files = Object.fromEntries([...blocks].map(([, file = "", code = ""]) => [file, code]));
  const manifest = sound["plugin.ts"].replace(
    "title:",
    'permissions: { net: ["names.example"] }, title:',
  );
  const hub = await testHub(pluginFolder({ "plugin.ts": manifest, ...files }, "hello"));
  expect(await json(await hub.example("is-name.get.ts"))).toMatchObject({ is_name: true });
  expect(await json(await hub.get("/api/hello/is-name?word=Zzz"))).toMatchObject({
    is_name: false,
  });
});
