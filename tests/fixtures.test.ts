import { afterAll, expect, test } from "bun:test";
import { json, testHub } from "hub/testing";
import { pluginFolder, removePluginFolders } from "../core/testing/plugin-folder.ts";

afterAll(removePluginFolders);

const dir = pluginFolder({
  "plugin.ts": `import { definePlugin } from "hub";
export default definePlugin({
  title: "Sample", summary: "Looks things up.", permissions: { net: ["a.example"], kv: true },
});`,
  "fixtures.ts": `export default { "a.example": () => new Response("from a fixture") };
export const kv = { word: { said: "kept" } };`,
  "routes/look.get.ts": `import { t } from "hub";
import sample from "../plugin.ts";
export default sample.route({
  summary: "Look",
  response: t.Any(),
  example: {},
  handler: async ({ net, kv }) => [await (await net("https://a.example/")).text(), await kv.get("word")],
});`,
});

test("a plugin's fixtures define the responses of its upstreams and the content of its store", async () => {
  const hub = await testHub(dir);
  expect(await json(await hub.example("look.get.ts"))).toEqual([
    "from a fixture",
    { said: "kept" },
  ]);
});

test("a test can override the response of an upstream", async () => {
  const hub = await testHub(dir, { net: { "a.example": () => new Response("today") } });
  expect((await json(await hub.get("/api/sample/look")))[0]).toBe("today");
});
